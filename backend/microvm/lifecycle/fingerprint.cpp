// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/lifecycle/fingerprint.h"

#include <algorithm>

namespace sandglass::microvm {

namespace {

// More is not read by anybody.
constexpr qsizetype MostWords = 20;

bool isInMemory(const QString &path)
{
    return path.startsWith(u"/tmp/") || path.startsWith(u"/dev/shm/") || path.startsWith(u"/run/");
}

} // namespace

QStringList lostBetween(const Fingerprint &before, const Fingerprint &after, PauseKeeps keeps)
{
    const bool memory = keeps == PauseKeeps::MemoryAndDisk;
    QStringList lost;
    if (memory && before.bootId != after.bootId)
        lost.append(QStringLiteral("boot"));
    for (const GuestProcess &process : before.processes) {
        const bool there = std::ranges::any_of(after.processes, [&](const GuestProcess &other) {
            return other.pid == process.pid && other.start == process.start;
        });
        if (memory && !there)
            lost.append(QStringLiteral("process %1 %2").arg(process.pid).arg(process.name));
    }
    for (auto file = before.files.cbegin(); file != before.files.cend(); ++file) {
        if ((memory || !isInMemory(file.key())) && after.files.value(file.key()) != file.value())
            lost.append(QStringLiteral("file ") + file.key());
    }
    if (lost.size() > MostWords) {
        const qsizetype more = lost.size() - MostWords;
        lost.resize(MostWords);
        lost.append(QStringLiteral("and %1 more").arg(more));
    }
    return lost;
}

} // namespace sandglass::microvm
