// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/session.h"

#include "app/cli/words.h"
#include "models/wording.h"

namespace sandglass::cli {

namespace {

// An engine that starts adopts its machines within two seconds; it may be busy.
constexpr std::chrono::milliseconds Patience{20000};

} // namespace

Session::Session(const Invocation &invocation, Fleet &fleet, const Clock &clock,
                 std::function<bool()> engineExists)
    : m_invocation(invocation), m_fleet(fleet), m_output(invocation.json),
      m_engineExists(std::move(engineExists)), m_run(makeCommandRun(invocation, fleet, clock))
{
    connect(&fleet.feed(), &FleetFeed::reset, this, &Session::listArrived);
    connect(&fleet.feed(), &FleetFeed::contextChanged, this, &Session::contextChanged);
    // Queued: the run may finish within a call that it has yet to return to.
    connect(m_run.get(), &CommandRun::finished, this, &Session::end, Qt::QueuedConnection);
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, &Session::giveUp);
}

void Session::start()
{
    m_patience.start(Patience);
    m_fleet.feed().start();
}

void Session::listArrived()
{
    m_hasList = true;
    contextChanged();
}

void Session::contextChanged()
{
    const ContextInfo context = m_fleet.feed().context();
    if (context.state == ContextState::Down) {
        const Error error = context.error.value_or(Error(ErrorCode::EngineUnreachable));
        if (m_begun)
            m_run->lose(error);
        else if (error.code() != ErrorCode::EngineUnreachable || !m_engineExists())
            giveUp();
        return;
    }
    // An engine that starts does not know yet which of its machines live.
    if (m_begun || !m_hasList || context.state == ContextState::Starting)
        return;
    m_begun = true;
    m_patience.stop();
    m_run->begin();
}

void Session::giveUp()
{
    const Error error = m_fleet.feed().context().error.value_or(Error(ErrorCode::EngineUnreachable));
    if (error.code() != ErrorCode::EngineUnreachable) {
        m_output.failure(error);
    } else if (m_engineExists()) {
        m_output.fault(Words::tr("The engine holds the data folder but does not answer."));
    } else {
        m_output.fault(
            Words::tr("No engine is running. Open the console (sandglass), or start one: sandglassd &"));
    }
    end(ExitNoEngine);
}

void Session::end(int exitCode)
{
    if (!std::exchange(m_ended, true))
        emit finished(exitCode);
}

} // namespace sandglass::cli
