// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/engine/freshid.h"

#include <QRandomGenerator>

namespace sandglass::microvm {

namespace {

QString randomText(int length)
{
    constexpr QLatin1StringView Alphabet("abcdefghijklmnopqrstuvwxyz0123456789");
    QString text;
    for (int i = 0; i < length; ++i)
        text += QChar(Alphabet[QRandomGenerator::system()->bounded(static_cast<int>(Alphabet.size()))]);
    return text;
}

} // namespace

SandboxId freshSandboxId()
{
    return SandboxId(QStringLiteral("sb") + randomText(14));
}

CheckpointId freshCheckpointId()
{
    return CheckpointId(QStringLiteral("cp") + randomText(14));
}

} // namespace sandglass::microvm
