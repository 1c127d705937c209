// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/microvm/qemu/processref.h"

#include <QHash>

#include <optional>

namespace sandglass::microvm {

// The QEMU processes of this user whose monitor's socket lies in a folder below `machinesFolder`, by that
// folder's name. Reads /proc once; how an engine finds its machines again.
[[nodiscard]] QHash<QString, ProcessRef> findMachines(const QString &machinesFolder);

// The machine's folder name out of a command line as in /proc/PID/cmdline. Pure.
[[nodiscard]] std::optional<QString> machineFolderOf(const QByteArray &commandLine,
                                                     const QString &machinesFolder);

} // namespace sandglass::microvm
