// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringDecoder>

namespace sandglass {

// A program's output as plain text, piece by piece: UTF-8 that may be cut anywhere, without the sequences
// that steer terminals (ECMA-48), and with line ends as "\n". A carriage return alone, with which programs
// write over their line, stays as "\r". What is odd is replaced or left out; nothing grows without bounds.
// Pure but for what it has to remember between pieces.
class OutputText
{
public:
    [[nodiscard]] QString add(const QByteArray &piece);

private:
    enum class State { Text, Escape, Sequence, String, StringEscape };

    void take(QChar c, QString &text);

    QStringDecoder m_decoder{QStringDecoder::Utf8, QStringDecoder::Flag::Default};
    State m_state = State::Text;
    bool m_return = false; // the last one was a carriage return
};

} // namespace sandglass
