// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/result.h"
#include "backend/microvm/answer.h"
#include "backend/microvm/qemu/processref.h"

#include <QString>
#include <QStringList>

#include <chrono>

namespace sandglass::microvm {

// Starts QEMU in a session of its own, so that it outlives us: stdin and stdout are /dev/null, stderr goes to
// `stderrPath` (made anew), no descriptor of ours is inherited. Returns at once (well under a millisecond of
// our time; the program itself may still fail: watch the process and read the file).
// QemuMissing: no such program; QemuFailed: it could not be started.
[[nodiscard]] Result<ProcessRef> startMachine(const QString &qemuBinary, const QStringList &arguments,
                                              const QString &stderrPath, const QString &workingFolder);

// The QEMU of the system: $SANDGLASS_QEMU is for the caller to honour; this looks in PATH. QemuMissing if
// none.
[[nodiscard]] Result<QString> findQemu();

struct QemuVersion
{
    int major = 0;
    int minor = 0;
    int micro = 0;
    QString text; // e.g. "7.2.22 (Debian 1:7.2+dfsg-7+deb12u18)"

    friend bool operator==(const QemuVersion &, const QemuVersion &) = default;
};

// From the first line of `qemu-system-x86_64 --version`. Pure.
[[nodiscard]] Result<QemuVersion> parseQemuVersion(const QString &output);
// Asks the program; the answer comes through the event loop.
void queryQemuVersion(const QString &qemuBinary, std::chrono::milliseconds deadline, QObject *context,
                      Reply<QemuVersion> reply);

} // namespace sandglass::microvm
