// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace sandglass::viewers {

// Stands before libvterm and keeps one sequence from it: REP (CSI Pn b, repeat the last character), which
// makes libvterm 0.1.4 loop for ever when there is nothing to repeat, so that one line of a guest would hang
// the console. It becomes the repeated character itself. Every "ESC [" is held back until its last byte, in
// strings too, so that no other reading of the bytes lets one through. Keeps a bounded amount between pieces.
class TerminalFilter
{
public:
    static constexpr qsizetype LongestSequence = 256; // a longer one is dropped
    static constexpr int MostRepeats = 1000;

    [[nodiscard]] QByteArray pass(QByteArrayView bytes);

private:
    enum class State { Text, Escape, Sequence, String };

    void take(char byte, QByteArray &out);
    void finishSequence(QByteArray &out);
    void remember(char byte);

    State m_state = State::Text;
    QByteArray m_held;
    QByteArray m_last; // the last character of the text, in UTF-8
};

} // namespace sandglass::viewers
