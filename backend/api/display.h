// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/pending.h"
#include "backend/domain/sandbox.h"

namespace sandglass {

// Where an RFB (VNC) server of a sandbox answers: a unix socket's path, or a host and port.
struct DisplayAddress
{
    QString socketPath;
    QString host;
    quint16 port = 0;
    QString password; // empty where the address itself is guarded

    friend bool operator==(const DisplayAddress &, const DisplayAddress &) = default;
};

// The screens of a fleet. Asking for an address or a picture wakes nothing: a sandbox that is not running
// answers IllegalTransition, one without a screen NoScreen.
class Display
{
public:
    virtual ~Display() = default;
    [[nodiscard]] virtual Pending<DisplayAddress> address(const SandboxId &id) = 0;
    // Somebody typed or pointed at the screen, which is a use of the sandbox, unlike looking: it is not idle.
    // Once every few seconds is often enough.
    virtual void inputGiven(const SandboxId &id) { Q_UNUSED(id) }
    // The screen now, as PNG.
    [[nodiscard]] virtual Pending<QByteArray> screenshot(const SandboxId &id) = 0;
};

} // namespace sandglass

Q_DECLARE_METATYPE(sandglass::DisplayAddress)
