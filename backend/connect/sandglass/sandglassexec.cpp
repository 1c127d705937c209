// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/connect/sandglass/sandglassexec.h"

#include "backend/api/wire/callcodec.h"
#include "backend/api/wire/fields.h"
#include "backend/connect/sandglass/rpcclient.h"
#include "backend/core/whenanswered.h"

namespace sandglass::connect {

using wire::Json;

namespace {

constexpr std::chrono::milliseconds StartDeadline{30000};
constexpr qsizetype InputChunk = qsizetype(128) << 10;
// Below this the giver is asked for more.
constexpr qint64 InputLow = qint64(128) << 10;

} // namespace

SandglassExecSession::SandglassExecSession(RpcClient &client, qint64 number)
    : m_client(client), m_number(number)
{
    QObject::connect(&client, &RpcClient::notified, this, &SandglassExecSession::handle);
    QObject::connect(&client, &RpcClient::lost, this, [this](const Error &why) { end(fail(why)); });
}

void SandglassExecSession::begin(const SandboxId &id, const ExecRequest &request)
{
    const Pending<Json> started = m_client.call(
        QStringLiteral("exec_start"),
        {{"program", m_number}, {"id", wire::encode(id)}, {"request", wire::encode(request)}}, StartDeadline);
    whenAnswered(started, this, [this](const Result<Json> &answer) {
        if (!answer)
            end(fail(answer.error()));
    });
}

void SandglassExecSession::writeStdin(const QByteArray &data)
{
    for (qsizetype at = 0; at < data.size() && !m_ended; at += InputChunk) {
        const QByteArray chunk = data.mid(at, InputChunk);
        m_backlog += chunk.size();
        const Pending<Json> taken = m_client.call(QStringLiteral("exec_stdin"),
                                                  {{"program", m_number}, {"data", wire::encode(chunk)}});
        whenAnswered(taken, this, [this, size = chunk.size()](const Result<Json> &) {
            m_backlog -= size;
            if (m_backlog < InputLow)
                emit stdinDrained();
        });
    }
}

void SandglassExecSession::closeStdin()
{
    tell("exec_close_stdin");
}

void SandglassExecSession::kill()
{
    tell("exec_kill");
}

void SandglassExecSession::holdOutput(bool held)
{
    if (std::exchange(m_held, held) != held)
        tell("exec_hold", {{"held", held}});
}

void SandglassExecSession::tell(const char *method, Json more)
{
    if (m_ended)
        return;
    more["program"] = m_number;
    // The answer says nothing that `finished` would not say.
    auto told = m_client.call(QString::fromLatin1(method), std::move(more), StartDeadline);
    Q_UNUSED(told)
}

void SandglassExecSession::handle(const QString &method, const Json &params)
{
    if (m_ended || !method.startsWith(u"exec_") || params.value("program", Json()) != m_number)
        return;
    qint64 pid = 0;
    QByteArray data;
    std::optional<ExitStatus> exit;
    std::optional<Error> error;
    wire::Fields fields(params);
    fields.readIfThere("pid", pid).readIfThere("data", data).read("exit", exit).read("error", error);
    if (const auto read = fields.into(true); !read)
        return end(fail(read.error()));
    if (method == u"exec_started")
        emit started(pid);
    else if (method == u"exec_stdout")
        emit stdoutArrived(data);
    else if (method == u"exec_stderr")
        emit stderrArrived(data);
    else if (method == u"exec_finished")
        end(exit ? Result<ExitStatus>(*exit) : fail(error.value_or(Error(ErrorCode::ProtocolViolation))));
}

void SandglassExecSession::end(const Result<ExitStatus> &status)
{
    if (!std::exchange(m_ended, true))
        emit finished(status);
}

std::unique_ptr<ExecSession> SandglassExec::run(const SandboxId &id, const ExecRequest &request)
{
    auto session = std::make_unique<SandglassExecSession>(m_client, m_next++);
    SandglassExecSession *raw = session.get();
    // From the loop, so that a refusal comes after control went back to it.
    QMetaObject::invokeMethod(
        raw, [raw, id, request] { raw->begin(id, request); }, Qt::QueuedConnection);
    return session;
}

} // namespace sandglass::connect
