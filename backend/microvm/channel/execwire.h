// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/exec.h"
#include "backend/core/result.h"
#include "backend/microvm/channel/http2session.h"

#include <QByteArray>

#include <variant>

namespace sandglass::microvm {

// The messages of process.Process (Connect, JSON), as far as running a program needs them. Pure.

struct ExecStarted
{
    qint64 pid = 0;
    friend bool operator==(const ExecStarted &, const ExecStarted &) = default;
};
struct ExecOutput
{
    enum class From { Stdout, Stderr };
    From from = From::Stdout;
    QByteArray bytes;
    friend bool operator==(const ExecOutput &, const ExecOutput &) = default;
};
struct ExecNothing // keepalive, or an event of a later agent
{
    friend bool operator==(const ExecNothing &, const ExecNothing &) = default;
};
using ExecEvent = std::variant<ExecNothing, ExecStarted, ExecOutput, ExitStatus>;

[[nodiscard]] Result<ExecEvent> parseExecEvent(QByteArrayView payload);
// What the end-of-stream message says: nothing, or the error that it carries.
[[nodiscard]] Result<void> parseExecEnd(QByteArrayView payload);
// The error of an answer that is no stream: {"code", "message"}.
[[nodiscard]] Error connectError(QByteArrayView payload);

[[nodiscard]] HttpRequest startRequest(const ExecRequest &request);
[[nodiscard]] QByteArray startBody(const ExecRequest &request);
[[nodiscard]] QByteArray inputBody(qint64 pid, const QByteArray &bytes);
[[nodiscard]] QByteArray closeInputBody(qint64 pid);
[[nodiscard]] QByteArray killBody(qint64 pid);

} // namespace sandglass::microvm
