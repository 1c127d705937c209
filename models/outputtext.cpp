// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/outputtext.h"

namespace sandglass {

QString OutputText::add(const QByteArray &piece)
{
    const QString decoded = m_decoder.decode(piece);
    QString text;
    text.reserve(decoded.size());
    for (const QChar c : decoded)
        take(c, text);
    return text;
}

void OutputText::take(QChar c, QString &text)
{
    constexpr QChar Escape(u'\x1b');
    switch (m_state) {
    case State::Text:
        break;
    case State::Escape:
        m_state = c == u'['                                                       ? State::Sequence
                  : c == u']' || c == u'P' || c == u'X' || c == u'^' || c == u'_' ? State::String
                  : c >= QChar(u' ') && c <= QChar(u'/')                          ? State::Escape
                                                                                  : State::Text;
        return;
    case State::Sequence:
        if (c == Escape)
            m_state = State::Escape;
        else if (c < QChar(u' ') || (c >= QChar(u'@') && c <= QChar(u'~')))
            m_state = State::Text;
        return;
    case State::String:
        if (c == u'\a' || c == u'\n') // a text that never ends swallows one line at most
            m_state = State::Text;
        else if (c == Escape)
            m_state = State::StringEscape;
        return;
    case State::StringEscape:
        m_state = c == u'\\' ? State::Text : State::String;
        return;
    }
    if (c == Escape) {
        m_state = State::Escape;
        return;
    }
    const bool wasReturn = std::exchange(m_return, c == u'\r');
    if (c == u'\r')
        return;
    if (wasReturn && c != u'\n')
        text += u'\r';
    if (c == u'\n' || c == u'\t' ||
        (c.category() != QChar::Other_Control && c.category() != QChar::Other_Format))
        text += c == QChar(QChar::LineSeparator) || c == QChar(QChar::ParagraphSeparator) ? QChar(u'\n') : c;
}

} // namespace sandglass
