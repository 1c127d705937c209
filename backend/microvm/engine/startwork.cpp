// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/engine/startwork.h"

#include "backend/microvm/background.h"
#include "backend/microvm/channel/agentcalls.h"
#include "backend/microvm/disks/overlay.h"

#include <QDir>
#include <QFile>

namespace sandglass::microvm {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds AgentOpens = 60s;

bool makePrivateFolder(const QString &path)
{
    constexpr auto OwnerOnly = QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner;
    return QDir().mkpath(path) && QFile::setPermissions(path, OwnerOnly);
}

} // namespace

void CloneWork::begin()
{
    // What an interrupted try left behind goes first.
    machine().quit(this, then([this] { prepareFiles(); }));
}

void CloneWork::prepareFiles()
{
    const CheckpointPaths files = facts().checkpoints.paths(record().checkpoint);
    if (!makePrivateFolder(paths().folder)) {
        failed(Error(ErrorCode::StoreFailed, paths().folder));
        return;
    }
    for (const QString &old : {paths().disk(), paths().newState(), paths().state(), paths().spentState()})
        QFile::remove(old);
    if (auto copied = cloneEmptyOverlay(files.pristineOverlay(), paths().disk()); !copied) {
        failed(copied.error());
        return;
    }
    startMachine();
}

void CloneWork::startMachine()
{
    const auto checkpoint = facts().checkpoints.find(record().checkpoint);
    if (!checkpoint) {
        failed(checkpoint.error());
        return;
    }
    const CheckpointPaths files = facts().checkpoints.paths(record().checkpoint);
    MachineSpec spec = specFor(facts(), record(), *checkpoint);
    spec.ram = RamFile{files.ram(), RamFile::Mapping::Private};
    spec.incoming = true;
    machine().start(facts().qemuBinary, spec, this, then([this, files] {
                        machine().load(files.state(), StateStream::DevicesOnly, this,
                                       then([this] { wake(); }));
                    }));
}

void CloneWork::wake()
{
    // The channel opens while the guest wakes up; both are needed before it can be told who it is.
    machine().openAgent(AgentOpens, this,
                        then([this] { introduce([this] { emit finished(input::Booted{number()}); }); }));
    machine().run(this, then([] {}));
}

void ColdStartWork::begin()
{
    machine().quit(this, then([this] { boot(); }));
}

void ColdStartWork::boot()
{
    const auto checkpoint = facts().checkpoints.find(record().checkpoint);
    if (!checkpoint) {
        failed(checkpoint.error());
        return;
    }
    const MachineSpec spec = specFor(facts(), record(), *checkpoint);
    machine().start(facts().qemuBinary, spec, this, then([this] { awaitReady(); }));
}

void ColdStartWork::awaitReady()
{
    std::chrono::milliseconds deadline = 300s;
    if (const auto root = facts().images.root(record().sandbox.templateId))
        deadline = root->readyTimeout;
    const auto ready = [this](const Result<QString> &bootId) {
        if (!bootId)
            failed(bootId.error());
        else
            introduce([this] { emit finished(input::Booted{number()}); });
    };
    machine().openAgent(deadline, this, then([this, deadline, ready] {
                            waitUntilReady(*machine().agent(), deadline, this, ready);
                        }));
}

void RestoreWork::begin()
{
    machine().quit(this, then([this] { startMachine(); }));
}

void RestoreWork::startMachine()
{
    const auto checkpoint = facts().checkpoints.find(record().checkpoint);
    if (!checkpoint) {
        failed(checkpoint.error());
        return;
    }
    MachineSpec spec = specFor(facts(), record(), *checkpoint);
    spec.incoming = true;
    machine().start(facts().qemuBinary, spec, this, then([this] {
                        machine().load(paths().state(), StateStream::Whole, this, then([this] { wake(); }));
                    }));
}

void RestoreWork::wake()
{
    if (!QFile::rename(paths().state(), paths().spentState())) {
        failed(Error(ErrorCode::StoreFailed, paths().state()));
        return;
    }
    m_woken = true;
    machine().openAgent(AgentOpens, this, then([this] { introduce([this] { settle(); }); }));
    machine().run(this, then([] {}));
}

void RestoreWork::settle()
{
    const QString spent = paths().spentState();
    inBackground<Done>(
        *QThreadPool::globalInstance(), this,
        [spent]() -> Result<Done> {
            QFile::remove(spent);
            return Done();
        },
        then([this] { emit finished(input::Restored{number()}); }));
}

void RestoreWork::failed(const Error &error)
{
    if (m_woken && machine().isRunning()) {
        // It runs on from its memory: an agent that is slow to answer is no reason to lose that.
        emit finished(input::Restored{number()});
        return;
    }
    WorkItem::failed(error);
}

} // namespace sandglass::microvm
