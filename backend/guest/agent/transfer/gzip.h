// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

struct z_stream_s;

namespace sandglass::guest {

// gzip (RFC 1952) piece by piece, with 64 KiB of room at a time whatever the ratio. One caller at a time.

class GzipInflater
{
public:
    GzipInflater();
    ~GzipInflater();
    GzipInflater(const GzipInflater &) = delete;
    GzipInflater &operator=(const GzipInflater &) = delete;

    // Hands on what comes out; false when the bytes are broken or the sink refused. Several members one after
    // the other are one text, as the format has it.
    bool feed(std::string_view piece, const std::function<bool(std::string_view)> &sink);
    // True when a member was complete and nothing followed it.
    bool isComplete() const { return m_complete; }

private:
    std::unique_ptr<z_stream_s> m_stream;
    bool m_usable = false;
    bool m_complete = false;
};

class GzipDeflater
{
public:
    GzipDeflater();
    ~GzipDeflater();
    GzipDeflater(const GzipDeflater &) = delete;
    GzipDeflater &operator=(const GzipDeflater &) = delete;

    // What comes out for this piece; with `last`, all of the rest.
    std::string feed(std::string_view piece, bool last);

private:
    std::unique_ptr<z_stream_s> m_stream;
};

} // namespace sandglass::guest
