// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/engine/engine.h"

#include "backend/core/logging.h"
#include "backend/microvm/channel/agentcalls.h"
#include "backend/microvm/engine/freshid.h"

#include <QThread>

#include <algorithm>

namespace sandglass::microvm {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds FirstAgentRetry = 100ms;
constexpr std::chrono::milliseconds LastAgentRetry = 10s;
constexpr std::chrono::milliseconds AgentOpens = 20s;
constexpr std::chrono::milliseconds HangUpSeen = 20ms;
constexpr std::chrono::milliseconds IdentityTakes = 60s;

// Writing one machine's memory fills a slow disk and a processor.
int savesAtOnce()
{
    return QThread::idealThreadCount() >= 4 ? 2 : 1;
}

Resources resourcesFor(const LaunchSpec &spec, const TemplateInfo &info)
{
    return {.vcpus = spec.vcpus.value_or(info.defaults.vcpus),
            .memory = spec.memory.value_or(info.defaults.memory),
            .disk = info.defaults.disk};
}

} // namespace

Engine::Engine(EngineOptions options, std::unique_ptr<Clock> clock)
    : m_options(std::move(options)), m_clock(std::move(clock)), m_saves(savesAtOnce()), m_use(*m_clock)
{
    m_facts.saves = &m_saves;
    m_facts.deltaSaves = m_options.deltaSaves;
    connect(&m_news, &NewsDesk::published, this, &Engine::published);
    connect(&m_deadlines, &DeadlineTimer::due, this, &Engine::onDue);
    connect(&m_deadlines, &DeadlineTimer::wallClockSet, this, &Engine::onWallClockSet);
    connect(&m_heartbeat, &QTimer::timeout, this, &Engine::beat);
    connect(&m_probe, &AcceleratorProbe::finished, this, &Engine::acceleratorFound);
}

Engine::~Engine() = default;

Entry *Engine::find(const SandboxId &id)
{
    const auto found = m_entries.find(id);
    return found == m_entries.end() ? nullptr : found->second.get();
}

const Entry *Engine::find(const SandboxId &id) const
{
    const auto found = m_entries.find(id);
    return found == m_entries.end() ? nullptr : found->second.get();
}

Entry &Engine::add(const VmRecord &record, std::unique_ptr<Machine> machine)
{
    const SandboxId id = record.sandbox.key.id;
    auto entry = std::make_unique<Entry>();
    entry->record = record;
    entry->machine =
        machine ? std::move(machine) : std::make_unique<Machine>(m_facts.machine(id), &m_facts.groups);
    m_use.know(record.sandbox);
    connect(entry->machine.get(), &Machine::ended, this, [this, id] { machineEnded(id); });
    connect(entry->machine.get(), &Machine::agentLost, this, [this, id] { agentLost(id, FirstAgentRetry); });
    return *m_entries.insert_or_assign(id, std::move(entry)).first->second;
}

bool Engine::isNameTaken(const QString &name) const
{
    return std::ranges::any_of(m_entries, [&](const auto &pair) {
        const Sandbox &sandbox = pair.second->record.sandbox;
        return sandbox.name == name && sandbox.status != Status::Deleted;
    });
}

// What it is made from, and a number that fits into a name.
QString Engine::freeName(const QString &base) const
{
    constexpr qsizetype RoomForBase = 56;
    for (int number = 1;; ++number) {
        const QString name = QStringLiteral("%1-%2").arg(base.left(RoomForBase)).arg(number);
        if (!isNameTaken(name))
            return name;
    }
}

Result<Done> Engine::checkLaunch(const LaunchSpec &spec, const TemplateInfo &info) const
{
    if (auto checked = checkLaunchSpec(spec, info); !checked)
        return fail(checked.error());
    if (!spec.name.isEmpty() && isNameTaken(spec.name))
        return fail(ErrorCode::AlreadyExists, spec.name);
    // What cannot be paused must not be one that lives by it.
    if (spec.mode == Mode::Hibernating) {
        if (auto allowed = mayPause(m_rules.policy().pause, info.id, spec.owner); !allowed)
            return fail(allowed.error());
    }
    return Done();
}

std::optional<WarmPools::Member> Engine::memberFor(const TemplateInfo &info, const Resources &resources)
{
    const auto checkpoint = m_templates->warmCheckpoint(info.id, resources);
    return checkpoint ? m_pools->take(info.id, *checkpoint) : std::nullopt;
}

void Engine::launch(const LaunchSpec &asked, Cause cause, const Reply<Sandbox> &reply)
{
    Result<LaunchSpec> spec = asked;
    if (!asked.agent.isEmpty()) {
        const Agent *agent = m_rules.agent(asked.agent);
        spec = agent ? launchFrom(*agent, asked) : fail(ErrorCode::NotFound, asked.agent.toString());
    }
    const auto info = spec ? m_templates->find(spec->templateId) : std::nullopt;
    if (!spec || !info) {
        reply(spec ? fail(ErrorCode::NotFound, spec->templateId.toString()) : fail(spec.error()));
        return;
    }
    if (auto checked = checkLaunch(*spec, *info); !checked) {
        reply(fail(checked.error()));
        return;
    }
    const Resources resources = resourcesFor(*spec, *info);
    const auto place = placeFor(resources, m_templates->isWarm(info->id, resources), spec->waitForRoom);
    if (!place) {
        reply(fail(place.error()));
        return;
    }
    if (spec->name.isEmpty())
        spec->name = freeName(info->id.toString());
    auto member = *place ? std::nullopt : memberFor(*info, resources);
    const SandboxKey key{m_options.context, member ? member->id : freshSandboxId()};
    Step step = launched(key, *spec, *info, cause, *m_clock, *place);
    if (member)
        step = assigned(step, *m_templates->warmCheckpoint(info->id, resources));
    Entry &entry = add(step.next, member ? std::move(member->machine) : nullptr);
    auto committed = commit(entry, std::move(step));
    if (!committed) {
        entry.machine->kill();
        m_entries.erase(key.id); // it was never written, so it never was
    }
    reply(std::move(committed));
}

// One that finds a clone waiting has nothing to wait for: both steps are one, and written once.
Step Engine::assigned(const Step &launched, const CheckpointId &checkpoint) const
{
    auto ready = reduce(launched.next, input::TemplateReady{launched.next.work, checkpoint}, *m_clock);
    if (!ready)
        return launched;
    ready->announcements.insert(ready->announcements.begin(), launched.announcements.begin(),
                                launched.announcements.end());
    return *std::move(ready);
}

void Engine::ask(const SandboxId &id, const input::Ask &asked, const Reply<Sandbox> &reply)
{
    Entry *entry = find(id);
    if (!entry) {
        reply(fail(ErrorCode::NotFound, id.toString()));
        return;
    }
    const Sandbox &sandbox = entry->record.sandbox;
    const bool permitted = permits(engineCapabilities(), sandbox, asked.command).has_value();
    if (permitted && (asked.command == Command::Pause || asked.command == Command::Resume)) {
        if (auto allowed = mayPause(m_rules.policy().pause, sandbox.templateId, sandbox.owner); !allowed) {
            reply(fail(allowed.error()));
            return;
        }
    }
    // One that is frozen but not yet on disk has its room still.
    const bool needsRoom =
        !entry->machine->isRunning() && (asked.command == Command::Resume || asked.command == Command::Start);
    if (needsRoom && permitted) {
        if (auto room = checkRoom(sandbox.resources, false); !room) {
            reply(fail(room.error()));
            return;
        }
    }
    if (permitted && asked.command == Command::Pause)
        pause(id, asked, reply);
    else
        reply(turn(*entry, asked));
}

Result<Sandbox> Engine::turn(Entry &entry, const Input &input)
{
    const LifecycleRules rules{pausedRetention(m_rules.policy().cleanup, Mode::Hibernating)};
    auto step = reduce(entry.record, input, *m_clock, rules);
    if (!step)
        return fail(step.error());
    if (step->next == entry.record)
        return entry.record.sandbox;
    return commit(entry, std::move(*step));
}

// The journal first, then what follows from it. When the journal cannot be written nothing has happened.
Result<Sandbox> Engine::commit(Entry &entry, Step step)
{
    const auto written = m_journal->write(step.next, step.announcements);
    if (!written) {
        qCCritical(lcEngine) << "the journal refuses:" << written.error().toLogLine();
        return fail(written.error());
    }
    const Status before = entry.record.sandbox.status;
    entry.record = std::move(step.next);
    m_news.tell(entry.record.sandbox);
    m_news.tell(*written);
    armDeadlines();
    const Sandbox sandbox = entry.record.sandbox;
    if (step.work)
        perform(entry, *step.work);
    if (before != sandbox.status)
        moved(entry.record);
    return sandbox;
}

// Its state is another one: what it was cloned from may not be needed any more, and others may have room now.
void Engine::moved(const VmRecord &record)
{
    m_use.statusChanged(record.sandbox.key.id);
    if (!record.diskBelow.isEmpty() && record.sandbox.status == Status::Deleted) {
        collectCheckpoints();
        tellCheckpoints();
    }
    if (!record.cloneOf.isEmpty())
        settleFork(record.cloneOf);
    if (!isTransitional(record.sandbox.status) && record.sandbox.status != Status::Running)
        QMetaObject::invokeMethod(this, &Engine::advanceQueue, Qt::QueuedConnection);
}

void Engine::perform(Entry &entry, Work work)
{
    const SandboxId id = entry.record.sandbox.key.id;
    abandonCheckpoint(entry);
    if (entry.work) {
        // It may be the one that is just telling us that it ended.
        entry.work->disconnect(this);
        entry.work.release()->deleteLater();
    }
    if (work == Work::PrepareTemplate) {
        prepareTemplate(entry);
        return;
    }
    entry.work = makeWork(work, m_facts, entry.record, *entry.machine);
    connect(entry.work.get(), &WorkItem::finished, this,
            [this, id](const Input &result) { workEnded(id, result); });
    // From the event loop, so that whoever asked has the answer before the first effect.
    QMetaObject::invokeMethod(entry.work.get(), &WorkItem::begin, Qt::QueuedConnection);
}

void Engine::prepareTemplate(Entry &entry)
{
    if (!entry.record.cloneOf.isEmpty()) {
        prepareClone(entry);
        return;
    }
    const SandboxId id = entry.record.sandbox.key.id;
    const quint64 work = entry.record.work;
    m_templates->ensure(
        entry.record.sandbox.templateId, entry.record.sandbox.resources, entry.machine.get(),
        [this, id, work](const Result<CheckpointId> &checkpoint) {
            if (checkpoint)
                workEnded(id, input::TemplateReady{work, *checkpoint});
            else
                workEnded(id, input::Failed{.work = work, .error = checkpoint.error(), .consoleTail = {}});
        });
}

void Engine::workEnded(const SandboxId &id, const Input &result)
{
    Entry *entry = find(id);
    if (!entry)
        return;
    if (entry->work) {
        entry->work->disconnect(this);
        entry->work.release()->deleteLater();
    }
    if (auto done = turn(*entry, result); !done)
        qCWarning(lcEngine) << id.toString() << done.error().toLogLine();
    else if (std::holds_alternative<input::Restored>(result))
        meetAgain(id);
    else if (std::holds_alternative<input::Booted>(result))
        prove(id);
}

// After a resume: a frozen machine's session goes on, any other is opened anew. The time is the first thing
// that it is told; whatever else is asked waits behind that.
void Engine::meetAgain(const SandboxId &id)
{
    Machine *machine = find(id)->machine.get();
    if (!machine->agent()) {
        const auto opened = [this, id](const Result<Done> &result) {
            if (!result)
                agentLost(id, FirstAgentRetry);
        };
        machine->openAgent(AgentOpens, machine, opened, AgentClient::Guest::IsAwake, HangUpSeen);
    }
    agentBack(id);
}

void Engine::machineEnded(const SandboxId &id)
{
    Entry *entry = find(id);
    if (!entry || entry->record.sandbox.status != Status::Running)
        return; // the work under way expects it, or reports it
    const auto done = turn(*entry, input::MachineEnded{.inOrder = entry->machine->endedInOrder(),
                                                       .consoleTail = entry->machine->consoleTail()});
    if (!done)
        qCWarning(lcEngine) << id.toString() << done.error().toLogLine();
}

void Engine::agentLost(const SandboxId &id, std::chrono::milliseconds wait)
{
    Entry *entry = find(id);
    if (!entry || entry->record.sandbox.status != Status::Running || !entry->machine->isRunning())
        return;
    QTimer::singleShot(wait, entry->machine.get(), [this, id, wait] {
        Entry *still = find(id);
        if (!still || still->record.sandbox.status != Status::Running || still->machine->agent())
            return;
        still->machine->openAgent(AgentOpens, still->machine.get(),
                                  [this, id, wait](const Result<Done> &opened) {
                                      if (opened)
                                          agentBack(id);
                                      else
                                          agentLost(id, std::min(wait * 2, LastAgentRetry));
                                  });
    });
}

// Whatever happened while nobody talked to it (an engine that died in the middle of a resume): it is told the
// time, and who it is, once more.
void Engine::agentBack(const SandboxId &id)
{
    const Entry *entry = find(id);
    if (!entry || !entry->machine->agent())
        return;
    setIdentity(*entry->machine->agent(), identityFor(entry->record), IdentityTakes, this,
                [this, id](const Result<QString> &told) {
                    if (told)
                        prove(id);
                    else
                        qCInfo(lcEngine) << id.toString() << told.error().toLogLine();
                });
}

void Engine::displayAddress(const SandboxId &id, const Reply<DisplayAddress> &reply) const
{
    const Entry *entry = find(id);
    if (!entry)
        reply(fail(ErrorCode::NotFound, id.toString()));
    else if (!entry->record.sandbox.screen)
        reply(fail(ErrorCode::NoScreen, id.toString()));
    else if (entry->record.sandbox.status != Status::Running)
        reply(fail(ErrorCode::IllegalTransition, statusName(entry->record.sandbox.status)));
    else
        reply(DisplayAddress{
            .socketPath = m_facts.machine(id).vncSocket(), .host = {}, .port = 0, .password = {}});
}

void Engine::screenshot(const SandboxId &id, const Reply<QByteArray> &reply)
{
    displayAddress(id, [this, id, &reply](const Result<DisplayAddress> &address) {
        if (!address)
            reply(fail(address.error()));
        else
            find(id)->machine->screenshot(this, reply);
    });
}

Result<AgentClient *> Engine::agentOf(const SandboxId &id) const
{
    const Entry *entry = find(id);
    if (!entry)
        return fail(ErrorCode::NotFound, id.toString());
    if (entry->record.sandbox.status != Status::Running)
        return fail(ErrorCode::IllegalTransition, statusName(entry->record.sandbox.status));
    if (!entry->machine->agent())
        return fail(ErrorCode::GuestUnreachable, id.toString());
    return entry->machine->agent();
}

Result<std::unique_ptr<ExecSession>> Engine::exec(const SandboxId &id, const ExecRequest &request)
{
    const Result<AgentClient *> agent = agentOf(id);
    if (!agent)
        return fail(agent.error());
    auto session = execInGuest(**agent, request);
    if (!request.looking) {
        used(id);
        m_use.programBegan(id);
        // Until it ended, or nobody waits for it any more.
        auto *waiting = new QObject(session.get());
        connect(waiting, &QObject::destroyed, this, [this, id] { m_use.programEnded(id); });
        connect(session.get(), &ExecSession::finished, waiting, &QObject::deleteLater);
    }
    return session;
}

void Engine::armDeadlines()
{
    std::optional<BootTime> first;
    for (const auto &[id, entry] : m_entries) {
        const Status status = entry->record.sandbox.status;
        if (!entry->record.expiry || (status != Status::Running && status != Status::Paused))
            continue;
        const BootTime at = m_clock->bootNow() + entry->record.expiry->left(*m_clock);
        first = std::min(first.value_or(at), at);
    }
    if (first)
        m_deadlines.setDue(*first);
    else
        m_deadlines.clear();
}

void Engine::onDue()
{
    std::vector<SandboxId> due;
    for (const auto &[id, entry] : m_entries) {
        const Status status = entry->record.sandbox.status;
        if (entry->record.expiry && (status == Status::Running || status == Status::Paused) &&
            entry->record.expiry->left(*m_clock) <= BootTime(0))
            due.push_back(id);
    }
    for (const SandboxId &id : due) {
        if (auto done = turn(*find(id), input::Expired{}); !done)
            qCWarning(lcEngine) << id.toString() << done.error().toLogLine();
    }
    armDeadlines();
}

void Engine::onWallClockSet()
{
    // Lifetimes are kept in boot time; only what people read moves with the clock.
    for (const auto &[id, entry] : m_entries) {
        VmRecord moved = entry->record;
        if (!moved.expiry || moved.expiry->bootId != m_clock->bootId())
            continue;
        const WallTime wall = m_clock->wallNow() + std::chrono::duration_cast<std::chrono::milliseconds>(
                                                       moved.expiry->left(*m_clock));
        moved.expiry->wall = wall;
        if (moved.sandbox.lifetime.expiresAt)
            moved.sandbox.lifetime.expiresAt = wall;
        if (moved.sandbox.pausedExpireAt)
            moved.sandbox.pausedExpireAt = wall;
        ++moved.sandbox.revision;
        if (const auto written = m_journal->write(moved, {}); !written)
            continue;
        entry->record = moved;
        m_news.tell(moved.sandbox);
    }
}

} // namespace sandglass::microvm
