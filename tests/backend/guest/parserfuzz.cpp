// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/backend/guest/parserfuzz.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "backend/guest/agent/access.h"
#include "backend/guest/agent/paths.h"
#include "backend/guest/agent/rpc.h"
#include "backend/guest/agent/sandboxinit.h"
#include "backend/guest/agent/transfer/gzip.h"
#include "backend/guest/agent/transfer/headervalue.h"
#include "backend/guest/agent/transfer/multipart.h"

using namespace sandglass::guest;

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

template<typename Feed> void inPieces(std::string_view text, std::size_t size, Feed feed)
{
    while (!text.empty()) {
        const std::string_view piece = text.substr(0, size);
        text.remove_prefix(piece.size());
        if (!feed(piece))
            return;
    }
}

// Data only within parts, and never more of it than came in.
void multipart(std::string_view text, std::size_t size)
{
    bool isOpen = false;
    std::size_t total = 0;
    MultipartParser parser("B", {[&](const MultipartParser::Part &) {
                                     require(!std::exchange(isOpen, true));
                                     return true;
                                 },
                                 [&](std::string_view data) {
                                     require(isOpen);
                                     total += data.size();
                                     return true;
                                 },
                                 [&]() {
                                     require(std::exchange(isOpen, false));
                                     return true;
                                 }});
    inPieces(text, size, [&](std::string_view piece) { return parser.feed(piece); });
    require(total <= text.size());
    require(!parser.isComplete() || !isOpen);
}

void envelopes(std::string_view text, std::size_t size)
{
    constexpr std::size_t limit = 1000;
    EnvelopeReader reader(limit);
    inPieces(text, size, [&](std::string_view piece) {
        reader.feed(piece);
        while (true) {
            const auto next = reader.next();
            const auto *message = std::get_if<std::optional<EnvelopeReader::Message>>(&next);
            if (message == nullptr)
                return false;
            if (!*message)
                return true;
            require((*message)->text.size() <= limit);
        }
    });
}

void gzip(std::string_view text, std::size_t size)
{
    GzipInflater inflater;
    std::size_t total = 0;
    inPieces(text, size, [&](std::string_view piece) {
        return inflater.feed(piece, [&](std::string_view out) {
            total += out.size();
            return total < (8U << 20U);
        });
    });
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size == 0)
        return 0;
    const std::string_view text(reinterpret_cast<const char *>(data) + 1, size - 1);
    const std::size_t piece = std::max<std::size_t>(1, data[0]);
    multipart(text, piece);
    envelopes(text, piece);
    gzip(text, piece);
    (void)parseHeaderValue(text);
    (void)chooseCoding(text);
    (void)parseTimestamp(text);
    (void)parseQuery(text);
    const ByteRange range = parseRange(text, size);
    require(range.begin + range.size <= size);
    require(cleanPath(cleanPath(text)) == cleanPath(text));
    if (const auto message = parseObject(text); std::holds_alternative<nlohmann::json>(message))
        (void)parseInit(std::get<nlohmann::json>(message));
    return 0;
}
