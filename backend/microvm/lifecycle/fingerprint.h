// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/sandbox.h"

#include <QMap>
#include <QStringList>

namespace sandglass::microvm {

struct GuestProcess
{
    qint64 pid = 0;
    qint64 start = 0; // ticks since the guest booted: another process of the same number has another one
    QString name;

    friend bool operator==(const GuestProcess &, const GuestProcess &) = default;
};

// What must survive a pause, as the guest's agent saw it at one moment: its boot, the programs that had been
// running for a while, and the content of some files that nobody was writing. It comes from the guest and is
// believed as far as a warning about that guest goes.
struct Fingerprint
{
    QString bootId;
    QList<GuestProcess> processes;
    QMap<QString, QString> files; // path, and its content's hash

    friend bool operator==(const Fingerprint &, const Fingerprint &) = default;
};

// What is missing afterwards, in words for a warning: "boot", "process 214 sleep", "file /home/user/x". Where
// a pause keeps the disk only, boot, processes and files in memory are not missed. Empty: it kept what it
// promised. Pure.
[[nodiscard]] QStringList lostBetween(const Fingerprint &before, const Fingerprint &after, PauseKeeps keeps);

} // namespace sandglass::microvm
