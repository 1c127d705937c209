// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/terminal/terminalfilter.h"

#include <QString>

#include <algorithm>
#include <array>
#include <charconv>

namespace sandglass::viewers {

namespace {

constexpr char Escape = '\x1b';
constexpr char Cancel = '\x18';
constexpr char Substitute = '\x1a';
constexpr char32_t Replacement = 0xfffd;
constexpr std::array<char32_t, 5> Least{0, 0, 0x80, 0x800, 0x10000}; // of characters of so many bytes

// Bytes of the character that begins so; zero: none does.
int lengthOf(unsigned char first)
{
    return first >= 0xf8 ? 0 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 0;
}

// What libvterm puts upon the character before.
bool joins(char32_t character)
{
    return QChar::isMark(character) || QChar::category(character) == QChar::Other_Format ||
           (character >= 0x1160 && character < 0x1200);
}

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

// Follows libvterm where it is lenient: zero and delete are nothing, control characters leave what was begun
// as it is. Where a sequence is given up, both begin anew.
void TerminalFilter::take(char byte, QByteArray &out)
{
    const auto value = static_cast<unsigned char>(byte);
    if (value == 0 || value == 0x7f)
        return;
    if (byte == Escape || byte == Cancel || byte == Substitute)
        m_missing = 0;
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
        return takeText(byte, out);
    case State::String:
        if (byte == '\a')
            m_state = State::Text;
        out += byte;
        return;
    case State::Dropped:
        if (byte == '\a')
            m_state = State::Text;
        return;
    case State::Escape:
    case State::Sequence:
        if (value >= 0x80) { // never part of one
            giveUp(out);
            return takeText(byte, out);
        }
        if (m_held.size() < LongestSequence)
            m_held += byte;
        break;
    }
    if (m_state == State::Sequence) {
        if (isFinal(byte))
            finishSequence(out);
    } else if (byte == '[') {
        m_state = State::Sequence;
    } else if (value >= 0x30) {
        finishEscape(byte, out);
    }
}

void TerminalFilter::giveUp(QByteArray &out)
{
    m_held.clear();
    m_state = State::Text;
    out += Cancel;
}

void TerminalFilter::finishEscape(char byte, QByteArray &out)
{
    if (m_held.size() >= LongestSequence)
        return giveUp(out);
    if (QByteArrayView("X^_").contains(
            byte)) { // strings that nobody reads, and that versions read differently
        giveUp(out);
        m_state = State::Dropped;
        return;
    }
    out += std::exchange(m_held, {});
    m_state = byte == ']' || byte == 'P' ? State::String : State::Text;
    if (byte == '8') // with whatever stood in between
        out += ToScreen;
}

QByteArray TerminalFilter::interrupt()
{
    if (m_state == State::String)
        m_state = State::Dropped;
    return QByteArray(1, Cancel);
}

void TerminalFilter::finishSequence(QByteArray &out)
{
    if (m_held.size() >= LongestSequence)
        return giveUp(out);
    const QByteArray held = std::exchange(m_held, {});
    m_state = State::Text;
    if (!held.endsWith('b')) {
        out += held;
        return;
    }
    giveUp(out);
    int count = 0;
    const char *begin = held.constData() + held.indexOf('[') + 1;
    std::from_chars(begin, held.constData() + held.size() - 1, count);
    if (!m_last.isEmpty())
        out += m_last.repeated(std::clamp(count, 1, MostRepeats));
}

// Bytes of text are passed on by whole characters.
void TerminalFilter::takeText(char byte, QByteArray &out)
{
    const auto value = static_cast<unsigned char>(byte);
    const bool continues = (value & 0xc0U) == 0x80U;
    if (m_missing > 0 && !continues) {
        m_missing = 0;
        takeCharacter(Replacement, out);
    }
    if (value < 0x20)
        out += byte;
    else if (value < 0x80)
        takeCharacter(value, out);
    else if (m_missing > 0) {
        m_character = m_character << 6U | (value & 0x3fU);
        if (--m_missing == 0)
            takeCharacter(m_character < m_least ? Replacement : m_character, out);
    } else if (const int length = lengthOf(value); length > 0) {
        m_missing = length - 1;
        m_character = value & (0x7fU >> static_cast<unsigned>(length));
        m_least = Least[static_cast<std::size_t>(length)];
    } else {
        takeCharacter(Replacement, out);
    }
}

void TerminalFilter::takeCharacter(char32_t character, QByteArray &out)
{
    if (character >= 0x80 && character < 0xa0)
        return; // controls in disguise
    const bool isSurrogate = character >= 0xd800 && character < 0xe000;
    const char32_t known = isSurrogate || character > 0x10ffff ? Replacement : character;
    const QByteArray bytes = QString::fromUcs4(&known, 1).toUtf8();
    if (!joins(known)) {
        m_marks = 0;
        m_last = bytes;
    } else if (++m_marks > MostMarks) {
        return;
    }
    out += bytes;
}

} // namespace sandglass::viewers
