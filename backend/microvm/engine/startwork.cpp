// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/engine/startwork.h"

#include "backend/core/logging.h"
#include "backend/microvm/background.h"
#include "backend/microvm/channel/agentcalls.h"
#include "backend/microvm/disks/durable.h"
#include "backend/microvm/disks/overlay.h"

#include <QDir>
#include <QFile>

namespace sandglass::microvm {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds AgentOpens = 60s;
constexpr qint64 BeginOfState = 16;

bool makePrivateFolder(const QString &path)
{
    constexpr auto OwnerOnly = QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner;
    return QDir().mkpath(path) && QFile::setPermissions(path, OwnerOnly);
}

} // namespace

void CloneWork::begin()
{
    const CheckpointPaths files = facts().checkpoints.paths(record().checkpoint);
    if (machine().isRunning() && machine().waitingOver() == files.ram()) {
        load(files); // a spare one, with its files
        return;
    }
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
    machine().start(facts().qemuBinary, spec, this, then([this, files] { load(files); }));
}

void CloneWork::load(const CheckpointPaths &files)
{
    machine().load(files.state(), StateStream::DevicesOnly, this, then([this] { wake(); }));
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
    // While complete saved memory is there its process, if any is left, is only about to end.
    if (machine().isRunning() && !QFile::exists(paths().state()))
        thaw();
    else
        machine().quit(this, then([this] { startMachine(); }));
}

void RestoreWork::thaw()
{
    m_thawing = true;
    for (const QString &old : {paths().newState(), paths().newDevices()})
        QFile::remove(old);
    machine().cancelSave(this, then([this] { run(); }));
}

void RestoreWork::startMachine()
{
    const auto checkpoint = facts().checkpoints.find(record().checkpoint);
    QFile saved(paths().state());
    if (!checkpoint || !saved.open(QIODevice::ReadOnly)) {
        failed(checkpoint ? Error(ErrorCode::CheckpointBroken, paths().state()) : checkpoint.error());
        return;
    }
    MachineSpec spec = specFor(facts(), record(), *checkpoint);
    spec.incoming = true;
    const QByteArray begin = saved.read(BeginOfState);
    if (isDelta(begin)) {
        spec.ram = RamFile{facts().checkpoints.paths(record().checkpoint).ram(), RamFile::Mapping::Private};
        spec.streamHasConfiguration = false;
        m_partsMissing = 2;
        prepareDelta(*checkpoint);
        machine().start(facts().qemuBinary, spec, this, then([this] { partReady(); }));
        return;
    }
    spec.streamHasConfiguration = streamHasConfiguration(begin);
    machine().start(facts().qemuBinary, spec, this, then([this] {
                        machine().load(paths().state(), StateStream::Whole, this, then([this] { wake(); }));
                    }));
}

void RestoreWork::prepareDelta(const Checkpoint &checkpoint)
{
    m_base = {checkpoint.fingerprint(), checkpoint.key.memory};
    using Opened = std::shared_ptr<DeltaFile>;
    inBackground<Opened>(
        *QThreadPool::globalInstance(), this,
        [path = paths().state(), base = m_base]() -> Result<Opened> {
            auto file = DeltaFile::open(path, base);
            if (!file)
                return fail(file.error());
            if (auto checked = file->checkDevices(); !checked)
                return fail(checked.error());
            return std::make_shared<DeltaFile>(*std::move(file));
        },
        [this](const Result<Opened> &opened) {
            if (!opened) {
                failed(opened.error());
                return;
            }
            m_delta = *opened;
            partReady();
        });
}

void RestoreWork::partReady()
{
    if (--m_partsMissing == 0)
        fill();
}

void RestoreWork::fill()
{
    inBackground<Done>(
        *QThreadPool::globalInstance(), this,
        [delta = m_delta, process = machine().process(), base = m_base,
         ram = facts().checkpoints.paths(record().checkpoint).ram()]() -> Result<Done> {
            const auto memory = ProcessMemory::open(process, ram, base.memory);
            return memory ? delta->restore(*memory) : fail(memory.error());
        },
        then([this] {
            machine().load(m_delta->takeDevices(), StateStream::BareDevices, this, then([this] { wake(); }));
        }));
}

void RestoreWork::wake()
{
    if (!QFile::rename(paths().state(), paths().spentState())) {
        failed(Error(ErrorCode::StoreFailed, paths().state()));
        return;
    }
    // Before the disk moves on, a power cut included.
    inBackground<Done>(
        *QThreadPool::globalInstance(), this, [folder = paths().folder] { return syncPath(folder); },
        [this](const Result<Done> &synced) {
            if (synced) {
                run();
                return;
            }
            takeBack();
            failed(synced.error());
        });
}

// Nothing has run from it: the saved memory is good again.
void RestoreWork::takeBack()
{
    if (!m_thawing && !QFile::rename(paths().spentState(), paths().state()))
        qCCritical(lcEngine) << "saved memory stays behind as" << paths().spentState();
}

void RestoreWork::run()
{
    machine().run(this, [this](const Result<Done> &running) {
        if (running) {
            settle();
        } else if (running.error().code() == ErrorCode::QemuFailed) {
            takeBack(); // it was refused
            failed(running.error());
        } else if (machine().isRunning()) {
            settle(); // nobody knows whether it runs, but nothing else may run from its memory any more
        } else {
            failed(running.error());
        }
    });
}

void RestoreWork::settle()
{
    QThreadPool::globalInstance()->start([spent = paths().spentState()] { QFile::remove(spent); });
    emit finished(input::Restored{number()});
}

void RestoreWork::failed(const Error &error)
{
    if (m_thawing && machine().isRunning())
        giveUp(error, true);
    else
        WorkItem::failed(error);
}

} // namespace sandglass::microvm
