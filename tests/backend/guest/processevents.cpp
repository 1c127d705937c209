// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/backend/guest/processevents.h"

#include "backend/guest/agent/connect.h"

using namespace sandglass::guest;

namespace {

// Each whole envelope, in order.
template<typename Handle> void forEachEnvelope(const std::string &body, Handle handle)
{
    std::size_t at = 0;
    while (body.size() - at >= envelopeHeadSize) {
        std::size_t length = 0;
        for (std::size_t i = 1; i < envelopeHeadSize; ++i)
            length = length << 8 | static_cast<unsigned char>(body[at + i]);
        if (body.size() - at - envelopeHeadSize < length)
            break;
        const auto message =
            nlohmann::json::parse(body.substr(at + envelopeHeadSize, length), nullptr, false);
        handle(message, body[at] == 2);
        at += envelopeHeadSize + length;
    }
}

} // namespace

Events readEvents(const std::string &body)
{
    Events events;
    bool first = true;
    forEachEnvelope(body, [&](const nlohmann::json &message, bool isEnd) {
        if (isEnd) {
            events.last = message;
            return;
        }
        const auto event = message.value("event", nlohmann::json::object());
        events.startFirst = events.startFirst && (!first || event.contains("start"));
        events.nothingAfterEnd = events.nothingAfterEnd && events.end.is_null();
        first = false;
        const auto data = event.value("data", nlohmann::json::object());
        const auto text = [&data](const char *name) {
            return base64Decode(data.value(name, "")).value_or("?");
        };
        if (event.contains("start"))
            events.pid = event["start"]["pid"].get<std::int64_t>();
        else if (event.contains("keepalive"))
            ++events.keepalives;
        else if (event.contains("end"))
            events.end = event["end"];
        events.out += text("stdout");
        events.err += text("stderr");
        events.terminal += text("pty");
    });
    return events;
}

std::vector<nlohmann::json> readMessages(const std::string &body)
{
    std::vector<nlohmann::json> messages;
    forEachEnvelope(body, [&](const nlohmann::json &message, bool isEnd) {
        if (!isEnd)
            messages.push_back(message);
    });
    return messages;
}

std::string shell(const std::string &script, bool openInput, const nlohmann::json &more)
{
    nlohmann::json process{{"cmd", "/bin/sh"}, {"args", {"-c", script}}};
    if (more.is_object())
        process.update(more);
    return envelope(0, nlohmann::json{{"process", process}, {"stdin", openInput}, {"tag", "t"}}.dump());
}
