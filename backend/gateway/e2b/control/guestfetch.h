// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/guesthttp.h"

#include <QObject>

#include <chrono>
#include <functional>

namespace sandglass::gateway {

struct GuestReply
{
    int status = 0;
    QByteArray body;
};

// One small GET to a guest's agent: the whole answer, in `context`'s thread, or an error (LimitReached above
// 64 KiB, TimedOut). Dropped with the context.
void fetchFromGuest(GuestHttp &http, const SandboxId &id, const QByteArray &path,
                    std::chrono::milliseconds deadline, QObject *context,
                    std::function<void(const Result<GuestReply> &)> then);

} // namespace sandglass::gateway
