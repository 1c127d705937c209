// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/consolelog.h"

#include <QString>

namespace sandglass::microvm {

// The serial consoles of the machines, read from their files on a thread of the pool; the engine is not
// asked. Any thread.
class ConsoleLogs final : public ConsoleLog
{
public:
    explicit ConsoleLogs(QString machinesFolder) : m_folder(std::move(machinesFolder)) {}

    [[nodiscard]] Pending<LogPiece> read(const SandboxId &id, qint64 from) override;

private:
    QString m_folder;
};

} // namespace sandglass::microvm
