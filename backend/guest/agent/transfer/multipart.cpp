// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/transfer/multipart.h"

#include <algorithm>

#include "backend/guest/agent/transfer/headervalue.h"

namespace sandglass::guest {

namespace {

constexpr std::string_view lineEnd = "\r\n";

std::string_view trim(std::string_view text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

// Of a part's head only the disposition counts.
std::optional<MultipartParser::Part> parseHead(std::string_view head)
{
    MultipartParser::Part part;
    while (!head.empty()) {
        const std::size_t end = std::min(head.find(lineEnd), head.size());
        const std::string_view line = head.substr(0, end);
        head.remove_prefix(std::min(end + lineEnd.size(), head.size()));
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos)
            return std::nullopt;
        if (lowerCase(trim(line.substr(0, colon))) != "content-disposition")
            continue;
        const auto disposition = parseHeaderValue(line.substr(colon + 1));
        if (!disposition || disposition->value != "form-data")
            return std::nullopt;
        part.name = disposition->parameter("name").value_or("");
        part.fileName = disposition->parameter("filename");
    }
    return part;
}

} // namespace

MultipartParser::MultipartParser(std::string_view boundary, Sink sink)
    : m_delimiter("\r\n--" + std::string(boundary)), m_sink(std::move(sink)), m_buffer(lineEnd)
{
    if (boundary.empty() || boundary.size() > boundaryLimit)
        fail("the boundary is missing or too long");
}

bool MultipartParser::feed(std::string_view piece)
{
    if (m_state == State::Done)
        return true; // what follows the end is nobody's
    if (m_state == State::Failed)
        return false;
    m_buffer.append(piece);
    while (step()) {
    }
    return m_state != State::Failed;
}

bool MultipartParser::fail(std::string reason)
{
    m_state = State::Failed;
    m_error = std::move(reason);
    m_buffer.clear();
    return false;
}

// True when there may be more to do with what is there.
bool MultipartParser::step()
{
    switch (m_state) {
    case State::Preamble:
        return skipPreamble();
    case State::Delimiter:
        return readDelimiter();
    case State::Head:
        return readHead();
    case State::Body:
        return readBody();
    case State::Done:
    case State::Failed:
        break;
    }
    return false;
}

bool MultipartParser::skipPreamble()
{
    const std::size_t found = m_buffer.find(m_delimiter);
    if (found == std::string::npos) {
        m_buffer.erase(0, m_buffer.size() - std::min(m_buffer.size(), m_delimiter.size() - 1));
        return false;
    }
    m_buffer.erase(0, found + m_delimiter.size());
    m_state = State::Delimiter;
    return true;
}

bool MultipartParser::readDelimiter()
{
    constexpr std::string_view closing = "--";
    const std::size_t blanks = std::min(m_buffer.find_first_not_of(" \t"), m_buffer.size());
    if (blanks > headLimit)
        return fail("a delimiter does not end");
    if (m_buffer.size() < closing.size() || m_buffer.size() - blanks < lineEnd.size())
        return false;
    if (m_buffer.starts_with(closing)) {
        m_state = State::Done;
        m_buffer.clear();
        return false;
    }
    if (m_buffer.compare(blanks, lineEnd.size(), lineEnd) != 0)
        return fail("a delimiter is not a line of its own");
    // The line's end stays: a part without a head begins with a second one.
    m_buffer.erase(0, blanks);
    m_state = State::Head;
    return true;
}

bool MultipartParser::readHead()
{
    const std::size_t end = m_buffer.find("\r\n\r\n");
    if (std::min(end, m_buffer.size()) > headLimit)
        return fail("the head of a part is too long");
    if (end == std::string::npos)
        return false;
    const std::size_t begin = std::min(end, lineEnd.size());
    const auto part = parseHead(std::string_view(m_buffer).substr(begin, end - begin));
    if (!part || ++m_parts > maximumParts)
        return fail(part ? "there are too many parts" : "the head of a part is malformed");
    m_buffer.erase(0, end + 2 * lineEnd.size());
    if (!m_sink.begin(*part))
        return fail({});
    m_state = State::Body;
    return true;
}

bool MultipartParser::readBody()
{
    const std::size_t found = m_buffer.find(m_delimiter);
    const std::size_t size = found != std::string::npos
                                 ? found
                                 : m_buffer.size() - std::min(m_buffer.size(), m_delimiter.size() - 1);
    if (size > 0 && !m_sink.data(std::string_view(m_buffer).substr(0, size)))
        return fail({});
    m_buffer.erase(0, found != std::string::npos ? size + m_delimiter.size() : size);
    if (found == std::string::npos)
        return false;
    if (!m_sink.end())
        return fail({});
    m_state = State::Delimiter;
    return true;
}

} // namespace sandglass::guest
