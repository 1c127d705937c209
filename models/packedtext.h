// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAnyStringView>
#include <QString>

#include <cstring>
#include <string_view>
#include <utility>

namespace sandglass {

[[nodiscard]] inline char asciiLower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

[[nodiscard]] inline bool isAscii(std::string_view text)
{
    unsigned char all = 0;
    for (const char c : text)
        all = static_cast<unsigned char>(all | static_cast<unsigned char>(c));
    return all < 0x80;
}

// The same text in UTF-8 and UTF-16; of ASCII, as most are, it costs a comparison of bytes.
[[nodiscard]] inline bool isSameText(std::string_view utf8, QStringView text)
{
    if (utf8.size() == static_cast<std::size_t>(text.size())) {
        unsigned different = 0;
        unsigned all = 0;
        for (std::size_t i = 0; i < utf8.size(); ++i) {
            const unsigned unit = text[static_cast<qsizetype>(i)].unicode();
            different |= unit ^ static_cast<unsigned char>(utf8[i]);
            all |= unit;
        }
        if (all < 0x80)
            return different == 0;
    } else if (utf8.size() < static_cast<std::size_t>(text.size())) {
        return false; // UTF-8 is never the shorter one
    }
    return QAnyStringView::equal(QUtf8StringView(utf8.data(), qsizetype(utf8.size())), text);
}

// A text as UTF-8 in 24 bytes; one that is longer than 23 bytes is on the heap. A value.
class PackedText
{
public:
    static constexpr qsizetype Room = 23;

    PackedText() = default;
    explicit PackedText(const QString &text) { set(text.toUtf8()); }
    explicit PackedText(const QByteArray &utf8) { set(utf8); }
    PackedText(const PackedText &other) { copy(other); }
    PackedText(PackedText &&other) noexcept { swap(other); }
    PackedText &operator=(const PackedText &other)
    {
        if (this != &other) {
            clear();
            copy(other);
        }
        return *this;
    }
    PackedText &operator=(PackedText &&other) noexcept
    {
        swap(other);
        return *this;
    }
    ~PackedText() { clear(); }

    [[nodiscard]] std::string_view utf8() const
    {
        if (m_size != Long)
            return {m_bytes, m_size};
        return {heap()->constData(), static_cast<std::size_t>(heap()->size())};
    }
    [[nodiscard]] QString toString() const
    {
        const std::string_view text = utf8();
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    }
    [[nodiscard]] bool isLong() const { return m_size == Long; }
    // Of one that is not long: all of its room, what is behind the text included.
    [[nodiscard]] const char *room() const { return m_bytes; }
    friend bool operator==(const PackedText &a, const PackedText &b) { return a.utf8() == b.utf8(); }

private:
    static constexpr quint8 Long = 0xff;

    void set(const QByteArray &utf8)
    {
        if (utf8.size() <= Room) {
            m_size = static_cast<quint8>(utf8.size());
            std::memcpy(m_bytes, utf8.constData(), static_cast<std::size_t>(utf8.size()));
        } else {
            setHeap(new QByteArray(utf8));
        }
    }
    void copy(const PackedText &other)
    {
        if (other.m_size == Long)
            return setHeap(new QByteArray(*other.heap()));
        std::memcpy(m_bytes, other.m_bytes, sizeof m_bytes);
        m_size = other.m_size;
    }
    void swap(PackedText &other) noexcept
    {
        std::swap(m_bytes, other.m_bytes);
        std::swap(m_size, other.m_size);
    }
    void clear()
    {
        if (m_size == Long)
            delete heap();
        m_size = 0;
    }
    void setHeap(QByteArray *text)
    {
        std::memcpy(m_bytes, &text, sizeof(QByteArray *));
        m_size = Long;
    }
    [[nodiscard]] QByteArray *heap() const
    {
        QByteArray *text = nullptr;
        std::memcpy(&text, m_bytes, sizeof(QByteArray *));
        return text;
    }

    char m_bytes[Room]{};
    quint8 m_size = 0;
};
static_assert(sizeof(PackedText) == 24);

} // namespace sandglass
