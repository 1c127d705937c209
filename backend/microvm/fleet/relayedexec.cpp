// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/fleet/relayedexec.h"

namespace sandglass::microvm {

void FarExec::begin(Engine *engine, const SandboxId &id, const ExecRequest &request)
{
    if (!engine) {
        emit finished(fail(ErrorCode::EngineUnreachable));
        return;
    }
    auto session = engine->exec(id, request);
    if (!session) {
        emit finished(fail(session.error()));
        return;
    }
    m_session = std::move(*session);
    connect(m_session.get(), &ExecSession::started, this, &FarExec::started);
    connect(m_session.get(), &ExecSession::stdoutArrived, this, &FarExec::stdoutArrived);
    connect(m_session.get(), &ExecSession::stderrArrived, this, &FarExec::stderrArrived);
    connect(m_session.get(), &ExecSession::finished, this, &FarExec::finished);
}

RelayedExec::RelayedExec(EngineThread &engine, const SandboxId &id, const ExecRequest &request)
    : m_engine(engine), m_far(new FarExec)
{
    qRegisterMetaType<Result<ExitStatus>>("sandglass::Result<sandglass::ExitStatus>");
    connect(m_far, &FarExec::started, this, &ExecSession::started);
    connect(m_far, &FarExec::stdoutArrived, this, &ExecSession::stdoutArrived);
    connect(m_far, &FarExec::stderrArrived, this, &ExecSession::stderrArrived);
    connect(m_far, &FarExec::finished, this, &ExecSession::finished);
    engine.moveToEngine(*m_far);
    engine.post([far = m_far, id, request](Engine *there) { far->begin(there, id, request); });
}

RelayedExec::~RelayedExec()
{
    m_engine.post([far = m_far](Engine *) { delete far; });
}

void RelayedExec::tell(std::function<void(ExecSession &)> what)
{
    m_engine.post([far = m_far, what = std::move(what)](Engine *) {
        if (far->session())
            what(*far->session());
    });
}

void RelayedExec::writeStdin(const QByteArray &data)
{
    tell([data](ExecSession &session) { session.writeStdin(data); });
}

void RelayedExec::closeStdin()
{
    tell([](ExecSession &session) { session.closeStdin(); });
}

void RelayedExec::kill()
{
    tell([](ExecSession &session) { session.kill(); });
}

} // namespace sandglass::microvm
