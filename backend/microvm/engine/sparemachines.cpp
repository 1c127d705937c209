// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/engine/sparemachines.h"

#include "backend/core/logging.h"
#include "backend/microvm/disks/overlay.h"
#include "backend/microvm/engine/admission.h"

#include <QDir>
#include <QFile>

#include <algorithm>

namespace sandglass::microvm {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds QuietFor = 500ms;
constexpr std::size_t MostKinds = 3;
// A waiting process takes some tens of megabytes; it must never be what the next launch lacks.
constexpr Bytes HostReserve = Bytes::fromGiB(1);

} // namespace

SpareMachines::SpareMachines(const EngineFacts &facts, int each, std::function<SandboxId()> newId)
    : m_facts(facts), m_each(each), m_newId(std::move(newId))
{
    m_quiet.setSingleShot(true);
    m_quiet.setInterval(QuietFor);
    connect(&m_quiet, &QTimer::timeout, this, &SpareMachines::refill);
}

SpareMachines::~SpareMachines()
{
    // Deleted with us, not later: no machine is speaking, and the thread may turn no more.
    for (const Kept &kept : m_kept)
        kill(kept.spare);
}

std::optional<SpareMachines::Spare> SpareMachines::take(const CheckpointId &checkpoint)
{
    if (m_each <= 0)
        return std::nullopt;
    std::erase(m_wanted, checkpoint);
    m_wanted.push_front(checkpoint);
    if (m_wanted.size() > MostKinds)
        m_wanted.pop_back();
    m_quiet.start();
    const auto found = std::ranges::find_if(
        m_kept, [&](const Kept &kept) { return kept.ready && kept.checkpoint == checkpoint; });
    if (found == m_kept.end())
        return std::nullopt;
    Spare spare = std::move(found->spare);
    m_kept.erase(found);
    spare.machine->disconnect(this);
    return spare;
}

void SpareMachines::keepOnly(const std::function<bool(const CheckpointId &)> &useful)
{
    std::erase_if(m_wanted, [&](const CheckpointId &id) { return !useful(id); });
    std::erase_if(m_kept, [&](Kept &kept) {
        if (useful(kept.checkpoint))
            return false;
        end(kept.spare);
        return true;
    });
}

int SpareMachines::waiting() const
{
    return static_cast<int>(std::ranges::count_if(m_kept, [](const Kept &kept) { return kept.ready; }));
}

void SpareMachines::refill()
{
    keepOnly([this](const CheckpointId &id) { return std::ranges::find(m_wanted, id) != m_wanted.end(); });
    const bool starting = std::ranges::any_of(m_kept, [](const Kept &kept) { return !kept.ready; });
    const auto memory = hostMemory();
    if (starting || !memory || memory->available < HostReserve)
        return;
    for (const CheckpointId &checkpoint : m_wanted) {
        const auto there = std::ranges::count(m_kept, checkpoint, &Kept::checkpoint);
        if (there < m_each) {
            start(CheckpointId(checkpoint));
            return;
        }
    }
}

void SpareMachines::start(const CheckpointId &checkpoint)
{
    const auto found = m_facts.checkpoints.find(checkpoint);
    if (!found) {
        std::erase(m_wanted, checkpoint);
        return;
    }
    VmRecord record;
    record.sandbox.key.id = m_newId();
    record.checkpoint = checkpoint;
    const SandboxId id = record.sandbox.key.id;
    const MachinePaths paths = m_facts.machine(id);
    const CheckpointPaths files = m_facts.checkpoints.paths(checkpoint);
    constexpr auto OwnerOnly = QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner;
    if (!QDir().mkpath(paths.folder) || !QFile::setPermissions(paths.folder, OwnerOnly) ||
        !cloneEmptyOverlay(files.pristineOverlay(), paths.disk())) {
        std::erase(m_wanted, checkpoint);
        QDir(paths.folder).removeRecursively();
        return;
    }
    MachineSpec spec = specFor(m_facts, record, *found);
    spec.ram = RamFile{files.ram(), RamFile::Mapping::Private};
    spec.incoming = true;
    m_kept.push_back({checkpoint, {id, std::make_unique<Machine>(paths)}, false});
    Machine *machine = m_kept.back().spare.machine.get();
    connect(machine, &Machine::ended, this, [this, id] { drop(id); });
    machine->start(m_facts.qemuBinary, spec, machine,
                   [this, id](const Result<Done> &result) { started(id, result); });
}

void SpareMachines::started(const SandboxId &id, const Result<Done> &result)
{
    if (!result) {
        // Without a spare a launch starts its own process, and says what is wrong if that fails too.
        qCInfo(lcEngine) << "no spare machine:" << result.error().toLogLine();
        m_wanted.clear();
        QMetaObject::invokeMethod(
            this, [this, id] { drop(id); }, Qt::QueuedConnection);
        return;
    }
    for (Kept &kept : m_kept)
        kept.ready = kept.ready || kept.spare.id == id;
    m_quiet.start();
}

void SpareMachines::drop(const SandboxId &id)
{
    std::erase_if(m_kept, [&](Kept &kept) {
        if (kept.spare.id != id)
            return false;
        end(kept.spare);
        return true;
    });
}

void SpareMachines::kill(const Spare &spare) const
{
    spare.machine->disconnect(this);
    spare.machine->kill();
    QDir(spare.machine->paths().folder).removeRecursively();
}

// It may be the machine's own word in which it ends.
void SpareMachines::end(Spare &spare) const
{
    kill(spare);
    spare.machine.release()->deleteLater();
}

} // namespace sandglass::microvm
