// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/transfer/gzip.h"

#include <array>
#include <cstddef>

#include <zlib.h>

namespace sandglass::guest {

namespace {

constexpr int gzipFormat = 16;
constexpr int largestWindow = 15;
// 64 KiB of memory for a download instead of 256: ratio is worth less here than room.
constexpr int smallWindow = 13;
constexpr int smallMemory = 6;
constexpr std::size_t roomSize = 64 << 10;

void setInput(z_stream &stream, std::string_view piece)
{
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(piece.data()));
    stream.avail_in = static_cast<uInt>(piece.size());
}

} // namespace

GzipInflater::GzipInflater() : m_stream(std::make_unique<z_stream_s>())
{
    m_usable = ::inflateInit2(m_stream.get(), gzipFormat + largestWindow) == Z_OK;
}

GzipInflater::~GzipInflater()
{
    ::inflateEnd(m_stream.get());
}

bool GzipInflater::feed(std::string_view piece, const std::function<bool(std::string_view)> &sink)
{
    std::array<char, roomSize> room; // NOLINT: filled by inflate
    setInput(*m_stream, piece);
    while (m_usable && (m_stream->avail_in > 0 || m_stream->avail_out == 0)) {
        if (m_complete && m_stream->avail_in == 0)
            break;
        if (m_complete)
            m_usable = ::inflateReset(m_stream.get()) == Z_OK;
        m_complete = false;
        m_stream->next_out = reinterpret_cast<Bytef *>(room.data());
        m_stream->avail_out = roomSize;
        const int result = ::inflate(m_stream.get(), Z_NO_FLUSH);
        m_complete = result == Z_STREAM_END;
        m_usable = m_usable && (result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR);
        const std::string_view out(room.data(), roomSize - m_stream->avail_out);
        if (m_usable && !out.empty() && !sink(out))
            return false;
        if (result == Z_BUF_ERROR)
            break;
    }
    return m_usable;
}

GzipDeflater::GzipDeflater() : m_stream(std::make_unique<z_stream_s>())
{
    ::deflateInit2(m_stream.get(), Z_BEST_SPEED, Z_DEFLATED, gzipFormat + smallWindow, smallMemory,
                   Z_DEFAULT_STRATEGY);
}

GzipDeflater::~GzipDeflater()
{
    ::deflateEnd(m_stream.get());
}

std::string GzipDeflater::feed(std::string_view piece, bool last)
{
    std::string out;
    std::array<char, roomSize> room; // NOLINT: filled by deflate
    setInput(*m_stream, piece);
    do {
        m_stream->next_out = reinterpret_cast<Bytef *>(room.data());
        m_stream->avail_out = roomSize;
        if (::deflate(m_stream.get(), last ? Z_FINISH : Z_NO_FLUSH) == Z_STREAM_ERROR)
            break;
        out.append(room.data(), roomSize - m_stream->avail_out);
    } while (m_stream->avail_out == 0);
    return out;
}

} // namespace sandglass::guest
