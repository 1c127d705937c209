// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/files.h"
#include "backend/api/guesthttp.h"
#include "backend/api/guestmetrics.h"
#include "backend/api/terminals.h"

#include <variant>

namespace sandglass::connect {

// The messages of a guest's agent as far as the console speaks them: process.Process for terminals,
// filesystem.Filesystem, and the readings of /metrics (Connect with JSON; E2B's contract of its agent). The
// guest is not trusted: what is odd is a ProtocolViolation, lists and texts are bounded. Pure.

// Requests.
[[nodiscard]] GuestRequest callRequest(const QByteArray &service, const QByteArray &method);
[[nodiscard]] GuestRequest streamRequest(const QByteArray &method, const QString &user);
[[nodiscard]] QByteArray startTerminalBody(const TerminalRequest &request);
[[nodiscard]] QByteArray attachBody(qint64 pid);
[[nodiscard]] QByteArray terminalInputBody(qint64 pid, const QByteArray &bytes);
[[nodiscard]] QByteArray terminalSizeBody(qint64 pid, TerminalSize size);
[[nodiscard]] QByteArray killBody(qint64 pid);
[[nodiscard]] QByteArray pathBody(const QString &path);
[[nodiscard]] QByteArray listBody(const QString &path);
[[nodiscard]] QByteArray moveBody(const QString &from, const QString &to);
[[nodiscard]] QByteArray filePath(const QString &path); // of the agent's HTTP for whole files

// Answers. `notFound` is what the agent's not_found means here.
[[nodiscard]] Error agentError(QByteArrayView body, ErrorCode notFound);
// The error of an HTTP answer that is no Connect message: {"code": 404, "message": ...}.
[[nodiscard]] Error httpError(int status, QByteArrayView body);

struct TerminalStarted
{
    qint64 pid = 0;
    friend bool operator==(const TerminalStarted &, const TerminalStarted &) = default;
};
struct TerminalOutput
{
    QByteArray bytes;
    friend bool operator==(const TerminalOutput &, const TerminalOutput &) = default;
};
struct TerminalNothing // a keepalive, or an event of a later agent
{
    friend bool operator==(const TerminalNothing &, const TerminalNothing &) = default;
};
using TerminalEvent = std::variant<TerminalNothing, TerminalStarted, TerminalOutput, ExitStatus>;

[[nodiscard]] Result<TerminalEvent> parseTerminalEvent(QByteArrayView payload);
// What the last message of a stream says: nothing, or why it ended.
[[nodiscard]] Result<void> parseStreamEnd(QByteArrayView payload, ErrorCode notFound);
[[nodiscard]] Result<FileEntry> parseEntry(QByteArrayView body);
[[nodiscard]] Result<QList<FileEntry>> parseEntries(QByteArrayView body);
[[nodiscard]] Result<GuestLoad> parseLoad(QByteArrayView body);

} // namespace sandglass::connect
