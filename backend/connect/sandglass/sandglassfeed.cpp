// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/connect/sandglass/sandglassfeed.h"

#include "backend/api/wire/fields.h"
#include "backend/api/wire/fleetcodec.h"
#include "backend/connect/sandglass/rpcclient.h"
#include "backend/core/logging.h"
#include "backend/core/whenanswered.h"

#include <array>

namespace sandglass::connect {

using wire::Json;

namespace {

constexpr qsizetype MaxEvents = 1000;
constexpr std::chrono::milliseconds SubscribeDeadline{10000};

} // namespace

SandglassFeed::SandglassFeed(RpcClient &client, ContextId context, const Clock &clock)
    : m_client(client), m_name(std::move(context)), m_clock(clock)
{
    m_context.id = m_name;
    QObject::connect(&client, &RpcClient::ready, this, &SandglassFeed::subscribe);
    QObject::connect(&client, &RpcClient::lost, this, &SandglassFeed::setDown);
    QObject::connect(&client, &RpcClient::silenceChanged, this, &SandglassFeed::setSilent);
    QObject::connect(&client, &RpcClient::heard, this, &SandglassFeed::noteHeard);
    QObject::connect(&client, &RpcClient::notified, this, &SandglassFeed::handle);
}

void SandglassFeed::start()
{
    if (std::exchange(m_started, true))
        return;
    if (m_client.isReady())
        subscribe();
    else
        m_client.start();
}

Sandbox SandglassFeed::named(Sandbox sandbox) const
{
    if (!m_name.isEmpty())
        sandbox.key.context = m_name;
    return sandbox;
}

void SandglassFeed::subscribe()
{
    if (!m_started)
        return;
    m_incoming.clear();
    Json params = Json::object();
    if (!m_events.isEmpty())
        params["cursor"] = wire::encode(m_events.last().cursor);
    whenAnswered(m_client.call(QStringLiteral("subscribe"), std::move(params), SubscribeDeadline), this,
                 [this](const Result<Json> &answer) {
                     if (!answer)
                         setDown(answer.error());
                 });
}

void SandglassFeed::setDown(const Error &why)
{
    m_context.state = ContextState::Down;
    m_context.error = why;
    emit contextChanged();
}

void SandglassFeed::setSilent(bool silent)
{
    m_context.state = silent ? ContextState::Silent : ContextState::Live;
    emit contextChanged();
}

void SandglassFeed::noteHeard()
{
    m_context.lastHeard = m_clock.wallNow();
}

void SandglassFeed::handle(const QString &method, const Json &params)
{
    struct Handler
    {
        const char *method;
        Result<void> (SandglassFeed::*take)(const Json &params);
    };
    static constexpr std::array Handlers{
        Handler{"reset", &SandglassFeed::takeReset},     Handler{"page", &SandglassFeed::takePage},
        Handler{"changed", &SandglassFeed::takeDelta},   Handler{"events", &SandglassFeed::takeEvents},
        Handler{"context", &SandglassFeed::takeContext}, Handler{"templates", &SandglassFeed::takeTemplates},
        Handler{"jobs", &SandglassFeed::takeJobs},
    };
    if (method == u"heartbeat") {
        emit contextChanged(); // the age of what is known
        return;
    }
    for (const Handler &handler : Handlers) {
        if (method != QLatin1StringView(handler.method))
            continue;
        if (const Result<void> taken = (this->*handler.take)(params); !taken) {
            qCWarning(lcGateway, "engine's %s: %s", handler.method,
                      qUtf8Printable(taken.error().toLogLine()));
            emit misunderstood(taken.error());
        }
        return;
    }
}

Result<void> SandglassFeed::takeReset(const Json &params)
{
    ContextInfo context;
    QList<Event> events;
    bool complete = false;
    wire::Fields fields(params);
    fields.read("context", context)
        .read("capabilities", m_capabilities)
        .read("prices", m_prices)
        .read("templates", m_templates)
        .read("jobs", m_jobs)
        .read("events", events)
        .read("events_complete", complete);
    if (const auto read = fields.into(true); !read)
        return fail(read.error());
    if (!complete)
        m_events.clear();
    appendEvents(std::move(events));
    m_incoming.clear();
    adoptContext(std::move(context));
    return {};
}

Result<void> SandglassFeed::takePage(const Json &params)
{
    QList<Sandbox> page;
    bool last = false;
    wire::Fields fields(params);
    fields.read("sandboxes", page).read("last", last);
    if (const auto read = fields.into(true); !read)
        return fail(read.error());
    for (const Sandbox &sandbox : std::as_const(page))
        m_incoming.insert(sandbox.key.id, named(sandbox));
    if (!last)
        return {};
    m_sandboxes = std::exchange(m_incoming, {});
    emit contextChanged();
    emit templatesChanged();
    emit jobsChanged();
    emit reset();
    return {};
}

Result<void> SandglassFeed::takeDelta(const Json &params)
{
    Result<FleetDelta> delta = wire::decode<FleetDelta>(params);
    if (!delta)
        return fail(delta.error());
    for (Sandbox &sandbox : delta->changed) {
        sandbox = named(std::move(sandbox));
        m_sandboxes.insert(sandbox.key.id, sandbox);
    }
    for (const SandboxId &id : std::as_const(delta->removed))
        m_sandboxes.remove(id);
    emit changed(*delta);
    return {};
}

Result<void> SandglassFeed::takeEvents(const Json &params)
{
    QList<Event> events;
    wire::Fields fields(params);
    fields.read("events", events);
    if (const auto read = fields.into(true); !read)
        return fail(read.error());
    if (!m_name.isEmpty()) {
        for (Event &event : events)
            event.sandbox.context = m_name;
    }
    appendEvents(events);
    emit eventsArrived(events);
    return {};
}

Result<void> SandglassFeed::takeContext(const Json &params)
{
    ContextInfo context;
    wire::Fields fields(params);
    fields.read("context", context).read("capabilities", m_capabilities);
    if (const auto read = fields.into(true); !read)
        return fail(read.error());
    adoptContext(std::move(context));
    emit contextChanged();
    return {};
}

Result<void> SandglassFeed::takeTemplates(const Json &params)
{
    wire::Fields fields(params);
    fields.read("templates", m_templates);
    if (const auto read = fields.into(true); !read)
        return fail(read.error());
    emit templatesChanged();
    return {};
}

Result<void> SandglassFeed::takeJobs(const Json &params)
{
    wire::Fields fields(params);
    fields.read("jobs", m_jobs);
    if (const auto read = fields.into(true); !read)
        return fail(read.error());
    emit jobsChanged();
    return {};
}

void SandglassFeed::adoptContext(ContextInfo context)
{
    if (!m_name.isEmpty())
        context.id = m_name;
    context.lastHeard = m_clock.wallNow();
    if (context.processId == 0)
        context.processId = m_client.server().processId;
    m_context = std::move(context);
}

void SandglassFeed::appendEvents(QList<Event> events)
{
    for (Event &event : events) {
        if (!m_name.isEmpty())
            event.sandbox.context = m_name;
    }
    m_events += events;
    if (m_events.size() > MaxEvents)
        m_events.remove(0, m_events.size() - MaxEvents);
}

} // namespace sandglass::connect
