// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/ids.h"
#include "backend/gateway/e2b/http/http1message.h"

#include <QByteArray>
#include <QList>

#include <variant>

namespace sandglass::gateway {

// The port that the guest's agent answers on, in the eyes of the SDKs.
inline constexpr quint16 AgentPort = 49983;

// Where a request belongs (section 0.2 of the contract; its order is the order of these checks).
struct ToSandbox
{
    SandboxId id;
    quint16 port = 0;

    friend bool operator==(const ToSandbox &, const ToSandbox &) = default;
};
// A signed file: the sandbox is the one whose token made the signature.
struct ToSignedFile
{
    friend bool operator==(ToSignedFile, ToSignedFile) = default;
};
struct ToControl
{
    friend bool operator==(ToControl, ToControl) = default;
};
// A browser's question whether it may ask a sandbox.
struct ToPreflight
{
    friend bool operator==(ToPreflight, ToPreflight) = default;
};
struct ToNowhere
{
    int status = 400;
    QByteArray message;

    friend bool operator==(const ToNowhere &, const ToNowhere &) = default;
};

using Route = std::variant<ToSandbox, ToSignedFile, ToControl, ToPreflight, ToNowhere>;

// Pure. Names that are neither an address, nor localhost or one of `names`, nor below one of these, are
// refused: a page that made its own name point here gets nothing (DNS rebinding). `names` in lower case.
[[nodiscard]] Route routeOf(const RequestHead &head, const QList<QByteArray> &names = {});
// Is this name, in lower case, one that is served?
[[nodiscard]] bool isServedName(QByteArrayView name, const QList<QByteArray> &names);

// The permission that a preflight gets: sandboxes' own services may be used by pages, the control API not.
[[nodiscard]] HttpFields preflightFields();

} // namespace sandglass::gateway
