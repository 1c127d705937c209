// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/engine/pauseproof.h"

namespace sandglass::microvm {

void askFingerprint(Machine &machine, const QStringList &files, std::chrono::milliseconds patience,
                    QObject *context, FingerprintReply reply)
{
    if (!machine.agent()) {
        reply(std::nullopt);
        return;
    }
    takeFingerprint(*machine.agent(), files, patience, context,
                    [reply = std::move(reply)](const Result<Fingerprint> &taken) {
                        reply(taken ? std::optional(*taken) : std::nullopt);
                    });
}

QString proofText(const Fingerprint &before, PauseKeeps keeps, const QStringList &lost)
{
    if (!lost.isEmpty())
        return QStringLiteral("lost ") + lost.join(QStringLiteral(", "));
    if (keeps == PauseKeeps::DiskOnly)
        return QStringLiteral("kept the disk, %1 files compared").arg(before.files.size());
    return QStringLiteral("kept boot, %1 processes, %2 files")
        .arg(before.processes.size())
        .arg(before.files.size());
}

} // namespace sandglass::microvm
