// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/bytes.h"
#include "backend/domain/contextinfo.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <optional>

namespace sandglass::microvm {

// A file that is the guest's RAM: shared (the template writes through to it) or private (a clone's
// copy-on-write view of a checkpoint that is never written again).
struct RamFile
{
    enum class Mapping { Shared, Private };

    QString path;
    Mapping mapping = Mapping::Private;

    friend bool operator==(const RamFile &, const RamFile &) = default;
};

// Everything that a VM's command line is made of. A checkpoint and its clones must differ in nothing but
// paths, RAM mapping and `incoming`: the device layout, vcpus, memory and accelerator are part of a
// checkpoint's key.
struct MachineSpec
{
    QString name; // of the process, for people who look at `ps`
    int vcpus = 1;
    Bytes memory = Bytes::fromMiB(512);
    Accelerator accelerator = Accelerator::Tcg;
    std::optional<quint32> tscKhz; // the host's rate; without it an emulated boot may hang
    QString kernel;
    QString initrd;
    QStringList append; // kernel words; `{tsc_khz}` stands for the rate, and its word is left out without one
    std::optional<RamFile> ram; // none: anonymous memory
    QString disk;               // a qcow2 overlay; empty: no disk
    std::optional<QSize> screen;
    QString qmpSocket;
    QString agentSocket;                // empty: no agent port (accelerator probe)
    QString vncSocket;                  // used only with a screen
    QString serialLog;                  // appended to; empty: no serial port
    bool incoming = false;              // wait for a migration stream
    bool streamHasConfiguration = true; // false: device state saved by xen-save-devices-state

    friend bool operator==(const MachineSpec &, const MachineSpec &) = default;
};

// The name of the agent's virtio-serial port, on both sides.
inline constexpr char AgentPortName[] = "org.sandglass.agent.0";

// The arguments of QEMU for this machine, without the binary. Pure.
[[nodiscard]] QStringList commandLine(const MachineSpec &spec);

} // namespace sandglass::microvm
