// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/ids.h"
#include "backend/core/result.h"
#include "backend/domain/contextinfo.h"
#include "backend/domain/sandbox.h"

#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace sandglass::microvm {

// What a checkpoint depends on: a clone must be given the same of everything.
struct CheckpointKey
{
    TemplateId templateId;
    QString imageIdentity; // kernel, initrd and root disk
    int vcpus = 1;
    Bytes memory;
    Accelerator accelerator = Accelerator::Tcg;
    QString qemuVersion;

    // The folder's name: short, the same for the same key.
    [[nodiscard]] CheckpointId id() const;

    friend bool operator==(const CheckpointKey &, const CheckpointKey &) = default;
};

// A frozen, ready machine: its RAM file, device state and disk are read-only for ever, clones map and overlay
// them.
struct Checkpoint
{
    CheckpointKey key;
    // The TSC rate that the guest was told; a host whose rate differs cannot wake it.
    std::optional<quint32> tscKhz;
    std::optional<QSize> screen;
    QStringList append;
    WallTime madeAt{};
    std::chrono::milliseconds coldBoot{};

    [[nodiscard]] CheckpointId id() const { return key.id(); }
    // 32 bytes that no other checkpoint has, also not one of the same key that was made again.
    [[nodiscard]] QByteArray fingerprint() const;
    friend bool operator==(const Checkpoint &, const Checkpoint &) = default;
};

struct CheckpointPaths
{
    QString folder;

    [[nodiscard]] QString ram() const { return folder + QStringLiteral("/ram"); }
    [[nodiscard]] QString state() const { return folder + QStringLiteral("/devices"); }
    [[nodiscard]] QString disk() const { return folder + QStringLiteral("/disk.qcow2"); }
    [[nodiscard]] QString pristineOverlay() const { return folder + QStringLiteral("/overlay.qcow2"); }
    // Written last: a folder without it is a half product.
    [[nodiscard]] QString manifest() const { return folder + QStringLiteral("/checkpoint.json"); }
    // Links to what the images folder may replace while clones still need it.
    [[nodiscard]] QString root() const { return folder + QStringLiteral("/root.img"); }
    [[nodiscard]] QString kernel() const { return folder + QStringLiteral("/vmlinux"); }
    [[nodiscard]] QString initrd() const { return folder + QStringLiteral("/initrd.img"); }
};

// The checkpoints folder. Small files, read when asked. Engine thread.
class CheckpointStore
{
public:
    explicit CheckpointStore(QString folder) : m_folder(std::move(folder)) {}

    [[nodiscard]] CheckpointPaths paths(const CheckpointId &id) const;
    // Complete and fitting this host, or CheckpointBroken / NotFound.
    [[nodiscard]] Result<Checkpoint> find(const CheckpointId &id) const;
    [[nodiscard]] std::vector<CheckpointId> all() const;
    // The manifest, last, by rename; everything else becomes read-only first.
    [[nodiscard]] Result<void> seal(const Checkpoint &checkpoint) const;
    // Folders without a manifest, and complete ones that no sandbox uses and that are not worth keeping.
    void removeUnused(const std::vector<CheckpointId> &inUse,
                      const std::function<bool(const Checkpoint &)> &worthKeeping) const;

private:
    QString m_folder;
};

// Two readings of the same clock differ a little; a guest that was told one runs well with the other.
[[nodiscard]] bool tscRatesAgree(std::optional<quint32> a, std::optional<quint32> b);

} // namespace sandglass::microvm
