// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/gateway/local/localprograms.h"

#include "backend/api/wire/callcodec.h"
#include "backend/api/wire/fields.h"

#include <algorithm>
#include <array>

namespace sandglass::gateway {

using wire::Json;

namespace {

constexpr std::array Methods{"exec_start", "exec_stdin", "exec_close_stdin", "exec_hold", "exec_kill"};
// Unwritten input at which the next answer waits.
constexpr qint64 InputCredit = qint64(256) << 10;
// Bytes of output a message, before base64.
constexpr qsizetype OutputChunk = qsizetype(192) << 10;

} // namespace

LocalPrograms::LocalPrograms(Fleet &fleet, int limit) : m_fleet(fleet), m_limit(limit) {}

LocalPrograms::~LocalPrograms()
{
    for (auto &[number, program] : m_programs) {
        program.session->disconnect(this);
        program.session->kill();
    }
}

bool LocalPrograms::handles(const QString &method) const
{
    return std::ranges::any_of(Methods,
                               [&](const char *known) { return method == QLatin1StringView(known); });
}

void LocalPrograms::call(qint64 requestId, const QString &method, const Json &params)
{
    if (method == u"exec_start")
        return start(requestId, params);
    qint64 number = 0;
    wire::Fields fields(params);
    fields.read("program", number);
    if (const auto read = fields.into(number); !read) {
        emit answered(requestId, fail(ErrorCode::InvalidArgument, read.error().detail()));
        return;
    }
    const auto found = m_programs.find(number);
    if (found == m_programs.end()) {
        emit answered(requestId, fail(ErrorCode::NotFound, QStringLiteral("program %1").arg(number)));
        return;
    }
    if (method == u"exec_stdin")
        return write(requestId, found->second, params);
    if (method == u"exec_hold")
        return holdOne(requestId, found->second, params);
    if (method == u"exec_close_stdin")
        found->second.session->closeStdin();
    else
        found->second.session->kill();
    emit answered(requestId, Json::object());
}

void LocalPrograms::hold(bool held)
{
    if (m_held == held)
        return;
    m_held = held;
    for (auto &[number, program] : m_programs)
        program.session->holdOutput(held || program.held);
}

void LocalPrograms::start(qint64 requestId, const Json &params)
{
    qint64 number = 0;
    SandboxId id;
    ExecRequest request;
    wire::Fields fields(params);
    fields.read("program", number).read("id", id).read("request", request);
    if (const auto read = fields.into(number); !read) {
        emit answered(requestId, fail(ErrorCode::InvalidArgument, read.error().detail()));
    } else if (!m_fleet.exec()) {
        emit answered(requestId, fail(ErrorCode::Unsupported, QStringLiteral("exec")));
    } else if (m_programs.contains(number)) {
        emit answered(requestId, fail(ErrorCode::AlreadyExists, QStringLiteral("program %1").arg(number)));
    } else if (static_cast<int>(m_programs.size()) >= m_limit) {
        emit answered(requestId, fail(ErrorCode::LimitReached, QStringLiteral("programs")));
    } else {
        Program program{m_fleet.exec()->run(id, request), {}, false};
        ExecSession &session = *program.session;
        m_programs.emplace(number, std::move(program));
        listen(number, session);
        session.holdOutput(m_held);
        emit answered(requestId, Json::object());
    }
}

void LocalPrograms::write(qint64 requestId, Program &program, const Json &params)
{
    QByteArray data;
    wire::Fields fields(params);
    fields.read("data", data);
    if (const auto read = fields.into(true); !read) {
        emit answered(requestId, fail(ErrorCode::InvalidArgument, read.error().detail()));
        return;
    }
    program.session->writeStdin(data);
    if (program.session->stdinBacklog() < InputCredit)
        emit answered(requestId, Json::object());
    else
        program.waitingInput.enqueue(requestId);
}

void LocalPrograms::holdOne(qint64 requestId, Program &program, const Json &params)
{
    bool held = false;
    wire::Fields fields(params);
    fields.read("held", held);
    if (const auto read = fields.into(held); !read) {
        emit answered(requestId, fail(ErrorCode::InvalidArgument, read.error().detail()));
        return;
    }
    program.held = held;
    program.session->holdOutput(m_held || held);
    emit answered(requestId, Json::object());
}

void LocalPrograms::listen(qint64 number, ExecSession &session)
{
    connect(&session, &ExecSession::started, this, [this, number](qint64 pid) {
        emit spoke(QStringLiteral("exec_started"), {{"program", number}, {"pid", pid}});
    });
    connect(&session, &ExecSession::stdoutArrived, this,
            [this, number](const QByteArray &data) { speakOutput("exec_stdout", number, data); });
    connect(&session, &ExecSession::stderrArrived, this,
            [this, number](const QByteArray &data) { speakOutput("exec_stderr", number, data); });
    connect(&session, &ExecSession::stdinDrained, this, [this, number] {
        const auto found = m_programs.find(number);
        while (found != m_programs.end() && !found->second.waitingInput.isEmpty())
            emit answered(found->second.waitingInput.dequeue(), Json::object());
    });
    connect(&session, &ExecSession::finished, this,
            [this, number](const Result<ExitStatus> &end) { finish(number, end); });
}

void LocalPrograms::speakOutput(const char *method, qint64 number, const QByteArray &data)
{
    for (qsizetype at = 0; at < data.size(); at += OutputChunk)
        emit spoke(QString::fromLatin1(method),
                   {{"program", number}, {"data", wire::encode(data.mid(at, OutputChunk))}});
}

void LocalPrograms::finish(qint64 number, const Result<ExitStatus> &end)
{
    auto node = m_programs.extract(number);
    if (node.empty())
        return;
    Program &program = node.mapped();
    for (const qint64 requestId : std::as_const(program.waitingInput))
        emit answered(requestId, fail(ErrorCode::NotFound, QStringLiteral("the program has ended")));
    Json params{{"program", number}};
    if (end)
        params["exit"] = wire::encode(*end);
    else
        params["error"] = wire::encode(end.error());
    // The session is the sender of this very signal: it goes when the loop has control again.
    program.session.release()->deleteLater();
    emit spoke(QStringLiteral("exec_finished"), params);
}

} // namespace sandglass::gateway
