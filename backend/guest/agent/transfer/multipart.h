// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace sandglass::guest {

// multipart/form-data (RFC 7578, 2046) piece by piece. Holds at most one part's head or one delimiter, never
// a part's body. The first error is final.
class MultipartParser
{
public:
    struct Part
    {
        std::string name;
        std::optional<std::string> fileName; // with its folders
    };
    // Each answers false to give up.
    struct Sink
    {
        std::function<bool(const Part &)> begin;
        std::function<bool(std::string_view)> data;
        std::function<bool()> end;
    };

    static constexpr std::size_t headLimit = 16 << 10;
    static constexpr std::size_t boundaryLimit = 70;
    static constexpr std::size_t maximumParts = 1000;

    MultipartParser(std::string_view boundary, Sink sink);

    bool feed(std::string_view piece);
    // True when the closing delimiter was there.
    bool isComplete() const { return m_state == State::Done; }
    // What is wrong with the text; empty when the sink gave up.
    const std::string &error() const { return m_error; }

private:
    enum class State { Preamble, Delimiter, Head, Body, Done, Failed };

    bool step();
    bool skipPreamble();
    bool readDelimiter();
    bool readHead();
    bool readBody();
    bool fail(std::string reason);

    std::string m_delimiter;
    Sink m_sink;
    State m_state = State::Preamble;
    std::string m_buffer;
    std::size_t m_parts = 0;
    std::string m_error;
};

} // namespace sandglass::guest
