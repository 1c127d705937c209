// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/naturaltext.h"

#include "models/packedtext.h"

#include <QString>

#include <algorithm>

namespace sandglass {

namespace {

// The bytes of an ASCII text's key, one after another.
class KeyBytes
{
public:
    explicit KeyBytes(std::string_view text) : m_text(text) {}

    [[nodiscard]] int next() // -1: no more
    {
        if (m_digits > 0) {
            --m_digits;
            return m_text[m_at++];
        }
        if (m_at == m_text.size())
            return -1;
        if (!isDigit(m_at))
            return asciiLower(m_text[m_at++]);
        while (m_text[m_at] == '0' && isDigit(m_at + 1))
            ++m_at;
        std::size_t end = m_at;
        while (isDigit(end))
            ++end;
        m_digits = end - m_at;
        // The count of digits goes first: more digits are a greater number. Still sorted among digits.
        return '0' + static_cast<int>(std::min<std::size_t>(m_digits, 9));
    }

private:
    [[nodiscard]] bool isDigit(std::size_t at) const
    {
        return at < m_text.size() && m_text[at] >= '0' && m_text[at] <= '9';
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::size_t m_digits = 0;
};

QByteArray folded(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), qsizetype(utf8.size())).toLower().toUtf8();
}

std::string_view viewOf(const QByteArray &bytes)
{
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

} // namespace

void appendNaturalKey(std::string_view utf8, std::string &into)
{
    QByteArray lower;
    if (!isAscii(utf8)) {
        lower = folded(utf8);
        utf8 = viewOf(lower);
    }
    KeyBytes bytes(utf8);
    // Bytes beyond ASCII are negative where char is signed, but never -1, which is no UTF-8.
    for (int byte = bytes.next(); byte != -1; byte = bytes.next())
        into += static_cast<char>(byte);
}

QByteArray naturalKey(std::string_view utf8)
{
    std::string key;
    appendNaturalKey(utf8, key);
    return QByteArray::fromStdString(key);
}

std::strong_ordering compareNatural(std::string_view a, std::string_view b)
{
    QByteArray lowerA;
    QByteArray lowerB;
    if (!isAscii(a) || !isAscii(b)) {
        lowerA = folded(a);
        lowerB = folded(b);
        a = viewOf(lowerA);
        b = viewOf(lowerB);
    }
    KeyBytes left(a);
    KeyBytes right(b);
    while (true) {
        const int l = left.next();
        const int r = right.next();
        if (l == -1 || r == -1)
            return l == r ? std::strong_ordering::equal
                          : (l == -1 ? std::strong_ordering::less : std::strong_ordering::greater);
        if (l != r)
            return static_cast<unsigned char>(l) <=> static_cast<unsigned char>(r);
    }
}

} // namespace sandglass
