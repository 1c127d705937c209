// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/execrun.h"

#include "app/cli/words.h"
#include "backend/api/wire/callcodec.h"
#include "models/wording.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

namespace sandglass::cli {

namespace {

constexpr qint64 InputHigh = qint64(512) << 10;
constexpr qsizetype InputChunk = qsizetype(64) << 10;
// With --json everything is held in memory.
constexpr qsizetype MostCollected = qsizetype(256) << 20;

ExitCode codeOf(const Error &error)
{
    switch (error.code()) {
    case ErrorCode::CommandNotFound:
        return ExitNotFoundInside;
    case ErrorCode::TimedOut:
        return ExitTimedOut;
    default:
        return ExitNotRun;
    }
}

} // namespace

int signalNumber(const QString &name)
{
    for (int number = 1; number < NSIG; ++number) {
        const char *abbreviation = sigabbrev_np(number);
        const char *description = sigdescr_np(number);
        if (abbreviation &&
            (name.compare(QLatin1StringView(abbreviation), Qt::CaseInsensitive) == 0 ||
             name.compare(QStringLiteral("SIG") + QLatin1StringView(abbreviation), Qt::CaseInsensitive) == 0))
            return number;
        if (description && name.compare(QLatin1StringView(description), Qt::CaseInsensitive) == 0)
            return number;
    }
    return 0;
}

ExecRun::ExecRun(Fleet &fleet, const Clock &clock, const Output &output, RunProgram request)
    : CommandRun(fleet, clock, output), m_request(std::move(request))
{}

void ExecRun::begin()
{
    const auto sandboxes = named({m_request.name});
    if (!sandboxes)
        return;
    const Sandbox &sandbox = sandboxes->first();
    if (!m_fleet.exec()) {
        m_output.failure(Error(ErrorCode::Unsupported), sandbox.name);
        emit finished(ExitNotRun);
        return;
    }
    m_request.request.withStdin = m_request.useStdin && !isatty(STDIN_FILENO);
    m_session = m_fleet.exec()->run(sandbox.key.id, m_request.request);
    listen();
}

void ExecRun::listen()
{
    connect(m_session.get(), &ExecSession::stdoutArrived, this,
            [this](const QByteArray &data) { take(STDOUT_FILENO, data); });
    connect(m_session.get(), &ExecSession::stderrArrived, this,
            [this](const QByteArray &data) { take(STDERR_FILENO, data); });
    connect(m_session.get(), &ExecSession::finished, this, &ExecRun::end);
    if (!m_request.request.withStdin)
        return;
    connect(m_session.get(), &ExecSession::started, this, [this] {
        m_input = std::make_unique<QSocketNotifier>(STDIN_FILENO, QSocketNotifier::Read);
        connect(m_input.get(), &QSocketNotifier::activated, this, &ExecRun::readInput);
    });
    connect(m_session.get(), &ExecSession::stdinDrained, this, [this] {
        if (m_input)
            m_input->setEnabled(true);
    });
}

void ExecRun::readInput()
{
    QByteArray data(InputChunk, Qt::Uninitialized);
    const ssize_t count = read(STDIN_FILENO, data.data(), static_cast<size_t>(data.size()));
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (count <= 0) {
        m_input->setEnabled(false);
        m_input.release()->deleteLater();
        m_session->closeStdin();
        return;
    }
    data.truncate(count);
    m_session->writeStdin(data);
    m_input->setEnabled(m_session->stdinBacklog() < InputHigh);
}

void ExecRun::take(int descriptor, const QByteArray &data)
{
    if (!m_output.isJson())
        return Output::bytes(descriptor, data);
    QByteArray &collected = m_collected[descriptor == STDERR_FILENO];
    if (collected.size() < MostCollected)
        collected += data;
}

void ExecRun::end(const Result<ExitStatus> &end)
{
    if (!end) {
        m_output.failure(end.error(), m_request.name);
        emit finished(codeOf(end.error()));
        return;
    }
    if (m_output.isJson())
        m_output.json({{"code", end->code},
                       {"signal", wire::encode(end->signal)},
                       {"stdout", m_collected[0].toStdString()},
                       {"stderr", m_collected[1].toStdString()}});
    emit finished(end->signal.isEmpty() ? end->code : ExitSignalBase + signalNumber(end->signal));
}

} // namespace sandglass::cli
