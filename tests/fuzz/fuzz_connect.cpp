// SPDX-License-Identifier: GPL-3.0-or-later
// The framing of Connect's streams, at both ends that read it: the agent's reader of client streams and
// single messages, and the proxy, which follows the frames of answers as they pass.
#include "backend/gateway/e2b/proxy/frametracker.h"
#include "backend/guest/agent/processrequest.h"
#include "backend/guest/agent/rpc.h"
#include "tests/fuzz/pieces.h"

#include <QByteArrayView>

using namespace sandglass;
using sandglass::fuzz::require;

namespace {

struct Read
{
    std::vector<std::pair<bool, std::string>> messages;
    std::string error;
    std::size_t waiting = 0;

    friend bool operator==(const Read &, const Read &) = default;
};

Read readAll(std::string_view text, std::uint32_t seed, bool whole)
{
    constexpr std::size_t limit = 1 << 16;
    guest::EnvelopeReader reader(limit);
    Read read;
    const auto feed = [&](std::string_view piece) {
        reader.feed(piece);
        while (true) {
            auto next = reader.next();
            if (const auto *error = std::get_if<guest::ConnectError>(&next)) {
                read.error = error->code;
                return false;
            }
            auto &message = std::get<std::optional<guest::EnvelopeReader::Message>>(next);
            if (!message)
                return true;
            require(message->text.size() <= limit);
            read.messages.emplace_back(message->isEnd, std::move(message->text));
        }
    };
    if (whole)
        feed(text);
    else
        fuzz::inPieces(text, seed, feed);
    read.waiting = read.error.empty() ? reader.waiting() : 0;
    return read;
}

void messages(std::string_view text, std::uint32_t seed)
{
    const Read whole = readAll(text, seed, true);
    require(whole == readAll(text, seed, false));
    const auto single = guest::singleMessage(text);
    if (const auto *message = std::get_if<std::string>(&single))
        require(whole.messages.size() == 1 && whole.messages.front().second == *message);
    for (const auto &[isEnd, message] : whole.messages) {
        // A message that is made again reads the same.
        const std::string again = guest::envelope(isEnd ? guest::envelopeEndFlag : 0, message);
        require(readAll(again, seed, true).messages.size() == 1);
        const auto parsed = guest::parseObject(message);
        if (const auto *value = std::get_if<nlohmann::json>(&parsed)) {
            (void)guest::parseStart(*value);
            (void)guest::parseInput(*value);
            (void)guest::parseSelector(*value);
            (void)guest::parseSignal(*value);
            (void)guest::parseTerminal(*value);
        }
    }
}

void passingFrames(std::string_view text, std::uint32_t seed)
{
    gateway::FrameTracker whole;
    gateway::FrameTracker pieces;
    whole.feed(QByteArrayView(text.data(), static_cast<qsizetype>(text.size())));
    fuzz::inPieces(text, seed, [&](std::string_view piece) {
        pieces.feed(QByteArrayView(piece.data(), static_cast<qsizetype>(piece.size())));
        return true;
    });
    require(whole.atBoundary() == pieces.atBoundary() && whole.sawEnd() == pieces.sawEnd());
    require(!whole.sawEnd() || whole.atBoundary());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 4)
        return 0;
    std::uint32_t seed = 0;
    for (std::size_t i = 0; i < 4; ++i)
        seed = seed << 8U | data[i];
    const std::string_view text = fuzz::textOf(data + 4, size - 4);
    messages(text, seed);
    passingFrames(text, seed);
    return 0;
}
