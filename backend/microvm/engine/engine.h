// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/display.h"
#include "backend/api/exec.h"
#include "backend/microvm/checkpoints/templatekeeper.h"
#include "backend/microvm/engine/admission.h"
#include "backend/microvm/engine/deadlinetimer.h"
#include "backend/microvm/engine/engineoptions.h"
#include "backend/microvm/engine/newsdesk.h"
#include "backend/microvm/engine/savequeue.h"
#include "backend/microvm/engine/sparemachines.h"
#include "backend/microvm/engine/workitem.h"
#include "backend/microvm/qemu/acceleratorprobe.h"
#include "backend/microvm/store/journal.h"

#include <QObject>

#include <memory>
#include <unordered_map>

namespace sandglass::microvm {

// The in-process engine: keeps every sandbox's record, journals each change before its effect, drives the
// machines, and tells what happened. Lives in its own thread and blocks it for nothing but the journal.
// Destroying it leaves all machines running; the next engine on the same folder finds them again.
class Engine : public QObject
{
    Q_OBJECT

public:
    Engine(EngineOptions options, std::unique_ptr<Clock> clock);
    ~Engine() override;

    // Folders, journal, records, machines found again; then the accelerator is found out while the list is
    // already there. Errors: QemuMissing, StoreFailed, InvalidArgument (a path too long for sockets).
    [[nodiscard]] Result<Done> open();

    void launch(const LaunchSpec &spec, Cause cause, const Reply<Sandbox> &reply);
    void ask(const SandboxId &id, const input::Ask &asked, const Reply<Sandbox> &reply);
    void displayAddress(const SandboxId &id, const Reply<DisplayAddress> &reply) const;
    void screenshot(const SandboxId &id, const Reply<QByteArray> &reply);
    // Of a running sandbox: NotFound, IllegalTransition, GuestUnreachable. Not to be kept.
    [[nodiscard]] Result<AgentClient *> agentOf(const SandboxId &id) const;
    [[nodiscard]] Result<std::unique_ptr<ExecSession>> exec(const SandboxId &id, const ExecRequest &request);
    [[nodiscard]] TemplateKeeper &templates() { return *m_templates; }

signals:
    void published(const sandglass::microvm::EngineNews &news);

private:
    struct Entry
    {
        VmRecord record;
        std::unique_ptr<Machine> machine;
        std::unique_ptr<WorkItem> work;
    };

    // engine.cpp: commands and the lifecycle's turn
    [[nodiscard]] Result<Done> checkLaunch(const LaunchSpec &spec, const TemplateInfo &info) const;
    [[nodiscard]] Result<Done> checkRoom(const Resources &resources, bool clone) const;
    [[nodiscard]] std::optional<SpareMachines::Spare> spareFor(const LaunchSpec &spec,
                                                               const TemplateInfo &info);
    [[nodiscard]] Result<Sandbox> turn(Entry &entry, const Input &input);
    [[nodiscard]] Result<Sandbox> commit(Entry &entry, Step step);
    void perform(Entry &entry, Work work);
    void prepareTemplate(Entry &entry);
    void workEnded(const SandboxId &id, const Input &result);
    void machineEnded(const SandboxId &id);
    void meetAgain(const SandboxId &id);
    void agentBack(const SandboxId &id);
    void agentLost(const SandboxId &id, std::chrono::milliseconds wait);
    Entry &add(const VmRecord &record, std::unique_ptr<Machine> machine = {});
    [[nodiscard]] Entry *find(const SandboxId &id);
    [[nodiscard]] const Entry *find(const SandboxId &id) const;
    [[nodiscard]] QString freeName(const TemplateId &templateId) const;
    void armDeadlines();
    void onDue();
    void onWallClockSet();
    // enginestart.cpp: opening and finding again
    [[nodiscard]] Result<Done> prepareFolders();
    [[nodiscard]] Result<Done> loadRecords();
    void recover(Entry &entry, const ProcessRef &process);
    void adopt(Entry &entry, const ProcessRef &process);
    void endStrays(const QHash<QString, ProcessRef> &machines) const;
    void removeCheckpoints(const std::function<bool(const Checkpoint &)> &worthKeeping) const;
    void findAccelerator();
    void acceleratorFound(Accelerator accelerator, AcceleratorReason reason);
    void beat();
    [[nodiscard]] ContextInfo contextInfo() const;
    [[nodiscard]] HostLoad hostLoad() const;

    EngineOptions m_options;
    std::unique_ptr<Clock> m_clock;
    SaveQueue m_saves;
    EngineFacts m_facts;
    QString m_checkpointsFolder;
    std::unique_ptr<Journal> m_journal;
    std::unique_ptr<TemplateKeeper> m_templates;
    std::unique_ptr<SpareMachines> m_spares;
    AcceleratorProbe m_probe;
    NewsDesk m_news;
    DeadlineTimer m_deadlines;
    QTimer m_heartbeat;
    std::map<SandboxId, std::unique_ptr<Entry>> m_entries;
};

} // namespace sandglass::microvm
