// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/bytes.h"
#include "backend/core/pending.h"

#include <QString>

#include <optional>

namespace sandglass::microvm {

// A control group (v2) a machine, where this user may make some: its memory is capped, its processors are
// shared by weight and capped, and it can start no crowd of threads. What runs inside QEMU, and QEMU itself
// should a guest get the better of it, cannot take the host from the others.
//
// Groups lie in one folder of ours, as high as we may write, so that they outlive the engine as the machines
// do. Any thread.
class ControlGroups
{
public:
    struct Limits
    {
        Bytes memory; // of the guest; what QEMU needs is added
        int vcpus = 1;
    };

    // `mounted` is where the hierarchy is, `own` our group in it. Nothing: none can be made here, or the
    // memory controller is not in it.
    [[nodiscard]] static std::optional<ControlGroups> open(const QString &mounted, const QString &own);
    // As this process finds them.
    [[nodiscard]] static std::optional<ControlGroups> open();

    // In a folder that is known to be good.
    [[nodiscard]] static ControlGroups at(const QString &folder) { return ControlGroups(folder); }

    // Makes the group of this name, sets what can be set, and moves the process into it.
    [[nodiscard]] Result<Done> take(const QString &name, qint64 pid, const Limits &limits) const;
    // One that is empty; others stay.
    void remove(const QString &name) const;
    void removeEmpty() const;
    [[nodiscard]] const QString &folder() const { return m_folder; }

private:
    explicit ControlGroups(QString folder) : m_folder(std::move(folder)) {}

    QString m_folder;
};

// Where the hierarchy (v2) is mounted, out of the text of /proc/self/mounts. Pure.
[[nodiscard]] std::optional<QString> groupsMount(const QByteArray &mounts);
// Our group out of the text of /proc/self/cgroup. Pure.
[[nodiscard]] std::optional<QString> groupOf(const QByteArray &groups);

} // namespace sandglass::microvm
