// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/inputstream.h"

#include "backend/guest/agent/jsonvalue.h"
#include "backend/guest/agent/processrequest.h"
#include "backend/guest/agent/rpc.h"

namespace sandglass::guest {

namespace {

constexpr std::size_t messageLimit = 4 << 20;

class InputStream : public std::enable_shared_from_this<InputStream>
{
public:
    InputStream(const std::shared_ptr<Exchange> &exchange, FindProcess find)
        : m_exchange(exchange), m_find(std::move(find)), m_charge(exchange->budget()), m_reader(messageLimit)
    {}

    void take(std::string_view piece)
    {
        if (m_over)
            return m_exchange.lock()->consumed(piece.size());
        if (!m_charge.grow(piece.size()))
            return refuse({"resource_exhausted", "too much is waiting in requests"});
        m_reader.feed(piece);
        m_owed += piece.size();
        turn();
    }

    void end()
    {
        m_ended = true;
        turn();
    }

private:
    // A write may end at once and call this again: one loop, no recursion.
    void turn()
    {
        if (std::exchange(m_turning, true))
            return;
        loop();
        m_turning = false;
    }

    void loop()
    {
        while (!m_over && !m_busy) {
            auto next = m_reader.next();
            if (const auto *error = std::get_if<ConnectError>(&next))
                return refuse(*error);
            auto &message = std::get<std::optional<EnvelopeReader::Message>>(next);
            if (!message) {
                giveBack();
                return m_ended ? finish() : void();
            }
            if (message->isEnd)
                continue;
            auto parsed = parseObject(message->text);
            if (const auto *error = std::get_if<ConnectError>(&parsed))
                return refuse(*error);
            handle(std::get<nlohmann::json>(parsed));
        }
    }

    void handle(const nlohmann::json &message)
    {
        if (const auto *start = member(message, "start"))
            return choose(*start);
        const auto *data = member(message, "data");
        if (data == nullptr)
            return;
        auto input = parseInput(*data);
        const auto process = m_process.lock();
        if (const auto *error = std::get_if<ConnectError>(&input))
            return refuse(*error);
        if (!process)
            return refuse({m_chosen ? "not_found" : "invalid_argument",
                           m_chosen ? "the process has ended" : "the stream has not named its process"});
        m_busy = true;
        process->write(std::move(std::get<ProcessInput>(input)), InputCharge(m_charge.budget()),
                       [self = shared_from_this()](const std::optional<ConnectError> &error) {
                           self->m_busy = false;
                           if (error)
                               return self->refuse(*error);
                           self->turn();
                       });
    }

    void choose(const nlohmann::json &start)
    {
        auto found = m_find(start);
        if (const auto *error = std::get_if<ConnectError>(&found))
            return refuse(*error);
        m_process = std::get<std::shared_ptr<Process>>(found);
        m_chosen = true;
    }

    // Only what is more than a message's beginning is held back.
    void giveBack()
    {
        if (const auto exchange = m_exchange.lock())
            exchange->consumed(std::exchange(m_owed, 0));
        m_charge.resize(m_reader.waiting());
    }

    void refuse(const ConnectError &error)
    {
        const auto exchange = m_exchange.lock();
        if (std::exchange(m_over, true) || !exchange)
            return;
        m_charge.release();
        exchange->consumed(std::exchange(m_owed, 0));
        refuseStream(*exchange, error);
    }

    void finish()
    {
        const auto exchange = m_exchange.lock();
        if (!exchange)
            return;
        if (m_reader.waiting() > 0)
            return refuse({"invalid_argument", "the stream ends within a message"});
        m_over = true;
        beginStream(*exchange);
        exchange->write(envelope(0, "{}"));
        exchange->write(endEnvelope());
        exchange->finish();
    }

    std::weak_ptr<Exchange> m_exchange; // it owns this
    FindProcess m_find;
    InputCharge m_charge;
    EnvelopeReader m_reader;
    std::weak_ptr<Process> m_process;
    std::size_t m_owed = 0;
    bool m_chosen = false;
    bool m_busy = false;
    bool m_turning = false;
    bool m_ended = false;
    bool m_over = false;
};

} // namespace

void takeInputStream(const std::shared_ptr<Exchange> &exchange, FindProcess find)
{
    const auto stream = std::make_shared<InputStream>(exchange, std::move(find));
    exchange->onBody = [stream](std::string_view piece) {
        stream->take(piece);
    };
    exchange->onEnd = [stream]() {
        stream->end();
    };
}

} // namespace sandglass::guest
