// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/terminal/terminalfilter.h"

#include <algorithm>
#include <charconv>

namespace sandglass::viewers {

namespace {

constexpr char Escape = '\x1b';
constexpr char Cancel = '\x18';
constexpr char Substitute = '\x1a';
constexpr qsizetype LongestCharacter = 4;

bool isFinal(char byte)
{
    return byte >= '\x40' && byte <= '\x7e';
}

} // namespace

QByteArray TerminalFilter::pass(QByteArrayView bytes)
{
    QByteArray out;
    out.reserve(bytes.size() + m_held.size());
    for (const char byte : bytes)
        take(byte, out);
    return out;
}

// Follows libvterm where it is lenient: zero and delete are nothing, control characters and bytes that make
// no sense leave what was begun as it is.
void TerminalFilter::take(char byte, QByteArray &out)
{
    const auto value = static_cast<unsigned char>(byte);
    if (value == 0 || value == 0x7f)
        return;
    if (byte == Escape) {
        m_held = QByteArray(1, Escape); // whatever was begun is over
        m_state = State::Escape;
        return;
    }
    if (byte == Cancel || byte == Substitute) {
        m_held.clear();
        m_state = State::Text;
        out += byte;
        return;
    }
    switch (m_state) {
    case State::Text:
        remember(byte);
        out += byte;
        return;
    case State::String:
        if (byte == '\a')
            m_state = State::Text;
        out += byte;
        return;
    case State::Escape:
    case State::Sequence:
        if (m_held.size() < LongestSequence)
            m_held += byte;
        break;
    }
    if (m_state == State::Sequence) {
        if (isFinal(byte))
            finishSequence(out);
    } else if (byte == '[') {
        m_state = State::Sequence;
    } else if (value >= 0x30 && value < 0x7f) {
        m_state = QByteArrayView("]PX^_").contains(byte) ? State::String : State::Text;
        const QByteArray held = std::exchange(m_held, {});
        if (held.size() < LongestSequence)
            out += held;
    }
}

void TerminalFilter::finishSequence(QByteArray &out)
{
    m_state = State::Text;
    const QByteArray held = std::exchange(m_held, {});
    if (held.size() >= LongestSequence)
        return;
    if (!held.endsWith('b')) {
        out += held;
        return;
    }
    int count = 0;
    const char *begin = held.constData() + held.indexOf('[') + 1;
    std::from_chars(begin, held.constData() + held.size() - 1, count);
    if (!m_last.isEmpty())
        out += m_last.repeated(std::clamp(count, 1, MostRepeats));
}

void TerminalFilter::remember(char byte)
{
    const auto value = static_cast<unsigned char>(byte);
    if (value < 0x20 || value == 0x7f)
        return;
    if ((value & 0xc0U) != 0x80U)
        m_last.clear();
    else if (m_last.size() >= LongestCharacter)
        return;
    m_last += byte;
}

} // namespace sandglass::viewers
