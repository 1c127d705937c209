// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace sandglass::viewers {

// Stands before libvterm and keeps from it what version 0.1.4 does not survive:
// - REP (CSI Pn b, repeat the last character) loops for ever when there is nothing to repeat, so that one
// line
//   of a guest would hang the console. It becomes the repeated character itself.
// - DECRC (ESC 8) goes back to a place that a smaller screen does not have, and writes there. A sequence that
//   only brings the cursor back into the screen follows it.
// - Text that is no UTF-8, or a character in two pieces, overruns a buffer on the stack. Only whole
// characters
//   are passed on, with a bounded number of marks upon each.
// Every escape sequence is held back until its last byte, in strings too, so that no other reading of the
// bytes lets one through. Keeps a bounded amount between pieces.
class TerminalFilter
{
public:
    static constexpr qsizetype LongestSequence = 256; // a longer one is dropped
    static constexpr int MostRepeats = 1000;
    static constexpr int MostMarks = 8;
    // Does nothing but bring the cursor into the screen: an unknown mode is set (state.c, the end of on_csi).
    static constexpr const char *ToScreen = "\x1b[?0h";

    [[nodiscard]] QByteArray pass(QByteArrayView bytes);
    // What to say to libvterm before a sequence of our own may come: it ends the string that is under way,
    // whose rest is dropped.
    [[nodiscard]] QByteArray interrupt();

private:
    enum class State { Text, Escape, Sequence, String, Dropped };

    void take(char byte, QByteArray &out);
    void takeText(char byte, QByteArray &out);
    void takeCharacter(char32_t character, QByteArray &out);
    void finishEscape(char byte, QByteArray &out);
    void finishSequence(QByteArray &out);
    void giveUp(QByteArray &out);

    State m_state = State::Text;
    QByteArray m_held;
    QByteArray m_last;        // the last character of the text, in UTF-8, without marks
    char32_t m_character = 0; // as far as it came
    char32_t m_least = 0;     // what it must be; else it was written too long
    int m_missing = 0;        // bytes of it
    int m_marks = 0;
};

} // namespace sandglass::viewers
