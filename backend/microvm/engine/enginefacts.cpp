// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/engine/enginefacts.h"

#include <QCryptographicHash>

namespace sandglass::microvm {

MachineSpec specFor(const EngineFacts &facts, const VmRecord &record, const Checkpoint &checkpoint)
{
    const CheckpointPaths files = facts.checkpoints.paths(checkpoint.id());
    const MachinePaths paths = facts.machine(record.sandbox.key.id);
    MachineSpec spec;
    spec.name = QStringLiteral("sandglass-") + record.sandbox.key.id.toString();
    spec.vcpus = checkpoint.key.vcpus;
    spec.memory = checkpoint.key.memory;
    spec.accelerator = checkpoint.key.accelerator;
    spec.tscKhz = checkpoint.tscKhz;
    spec.kernel = files.kernel();
    spec.initrd = files.initrd();
    spec.append = checkpoint.append;
    spec.disk = paths.disk(record.diskLayer);
    spec.screen = checkpoint.screen;
    spec.qmpSocket = paths.qmpSocket();
    spec.agentSocket = paths.agentSocket();
    spec.vncSocket = paths.vncSocket();
    spec.serialLog = paths.serialLog();
    return spec;
}

GuestIdentity identityFor(const VmRecord &record)
{
    const Sandbox &sandbox = record.sandbox;
    const QByteArray digest =
        QCryptographicHash::hash(sandbox.key.id.toString().toUtf8(), QCryptographicHash::Sha256);
    return {.sandboxId = sandbox.key.id,
            .templateId = sandbox.templateId,
            .hostname = hostnameFor(sandbox.name),
            .machineId = QString::fromLatin1(digest.toHex().first(32)),
            .environment = record.environment};
}

QString hostnameFor(const QString &name)
{
    QString host;
    for (const QChar c : name) {
        const bool plain = c.unicode() < 128 && c.isLetterOrNumber();
        host += plain ? c.toLower() : QChar(u'-');
    }
    while (host.endsWith(u'-'))
        host.chop(1);
    return host.isEmpty() ? QStringLiteral("sandbox") : host.first(std::min<qsizetype>(host.size(), 63));
}

} // namespace sandglass::microvm
