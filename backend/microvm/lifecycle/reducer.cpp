// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/lifecycle/reducer.h"

namespace sandglass::microvm {

namespace {

// Collects one step; every helper keeps record and announcements in agreement.
class Stepper
{
public:
    Stepper(const VmRecord &record, const Clock &clock)
        : m_step{.next = record, .work = {}, .announcements = {}}, m_clock(clock)
    {}

    [[nodiscard]] WallTime now() const { return m_clock.wallNow(); }
    [[nodiscard]] VmRecord &record() { return m_step.next; }
    [[nodiscard]] Sandbox &sandbox() { return m_step.next.sandbox; }

    void become(Status to, Cause cause, std::optional<ErrorCode> error = {}, const QString &text = {})
    {
        const Status from = sandbox().status;
        sandbox().status = to;
        sandbox().statusSince = now();
        if (to != Status::Error) {
            sandbox().error.reset();
            sandbox().consoleTail.clear();
        }
        announce(EventType::Status, from, cause, error, text);
    }

    void announce(EventType type, Status from, Cause cause, std::optional<ErrorCode> error = {},
                  const QString &text = {})
    {
        ++sandbox().revision;
        m_step.announcements.push_back({.cursor = 0,
                                        .at = now(),
                                        .type = type,
                                        .sandbox = sandbox().key,
                                        .sandboxName = sandbox().name,
                                        .from = from,
                                        .to = sandbox().status,
                                        .cause = cause,
                                        .error = error,
                                        .text = text});
    }

    void begin(Work work)
    {
        ++record().work;
        m_step.work = work;
    }

    void live(const Lifetime &lifetime)
    {
        sandbox().lifetime = lifetime;
        sandbox().pausedExpireAt.reset();
        record().expiry.reset();
        if (lifetime.expiresAt)
            record().expiry = deadlineAt(*lifetime.expiresAt, m_clock);
    }

    void keepPaused()
    {
        sandbox().lifetime = pausedLifetime(sandbox().lifetime, now());
        sandbox().pausedExpireAt = now() + PausedRetention;
        sandbox().usage = sandbox().usage.freezing(now());
        record().expiry = deadlineAt(*sandbox().pausedExpireAt, m_clock);
    }

    void nothingRuns()
    {
        record().expiry.reset();
        sandbox().lifetime.expiresAt.reset();
        sandbox().pausedExpireAt.reset();
    }

    void fallIntoError(const Error &error, const QString &consoleTail, Cause cause)
    {
        sandbox().usage = sandbox().usage.ended(now());
        nothingRuns();
        become(Status::Error, cause, error.code(), error.detail());
        sandbox().error = error;
        sandbox().consoleTail = consoleTail;
    }

    void destroy(Cause cause)
    {
        sandbox().usage = sandbox().usage.ended(now());
        record().deleteWanted = true;
        nothingRuns();
        become(Status::Stopping, cause);
        begin(Work::Destroy);
    }

    void stopKeepingDisk(Cause cause)
    {
        become(Status::Stopping, cause);
        begin(Work::ShutDown);
    }

    void rest(Cause cause) // stopped: only the disk is left
    {
        sandbox().usage = sandbox().usage.freezing(now());
        nothingRuns();
        become(Status::Stopped, cause);
    }

    [[nodiscard]] Step take() { return std::move(m_step); }

private:
    Step m_step;
    const Clock &m_clock;
};

Result<void> ask(Stepper &s, const input::Ask &asked)
{
    if (auto checked = checkTimeout(asked.timeout); !checked)
        return fail(checked.error());
    const auto transition = permits(engineCapabilities(), s.sandbox(), asked.command);
    if (!transition)
        return fail(transition.error());

    switch (asked.command) {
    case Command::Pause:
        s.become(Status::Pausing, asked.cause);
        s.begin(Work::Freeze);
        break;
    case Command::Resume:
        // The lifetime starts with the machine, so what was asked waits in it.
        if (asked.timeout) {
            s.sandbox().lifetime.leftWhenPaused = *asked.timeout;
            s.sandbox().lifetime.granted = *asked.timeout;
            s.sandbox().lifetime.pinned = true;
        }
        s.become(Status::Resuming, asked.cause);
        s.begin(Work::Restore);
        break;
    case Command::Stop:
        s.stopKeepingDisk(asked.cause);
        break;
    case Command::Start:
        s.become(Status::Creating, asked.cause);
        s.begin(Work::ColdStart);
        break;
    case Command::SetTimeout: {
        const bool paused = s.sandbox().status == Status::Paused;
        const Lifetime lifetime = changedLifetime(asked.timeout, paused, s.now());
        if (paused)
            s.sandbox().lifetime = lifetime;
        else
            s.live(lifetime);
        s.announce(EventType::Message, s.sandbox().status, asked.cause, {}, QStringLiteral("timeout"));
        break;
    }
    case Command::Delete:
        s.destroy(asked.cause);
        break;
    }
    return {};
}

void expired(Stepper &s)
{
    if (s.sandbox().status == Status::Paused) {
        s.destroy(Cause::Policy);
        return;
    }
    if (s.sandbox().status != Status::Running)
        return;
    if (const auto renewed = renewedLifetime(s.sandbox().lifetime, s.now())) {
        s.live(*renewed);
        s.announce(EventType::Message, s.sandbox().status, Cause::Timeout, {}, QStringLiteral("renewed"));
        return;
    }
    switch (s.sandbox().mode) {
    case Mode::Ephemeral:
        s.destroy(Cause::Timeout);
        break;
    case Mode::Persistent:
        s.stopKeepingDisk(Cause::Timeout);
        break;
    case Mode::Hibernating:
        s.become(Status::Pausing, Cause::Timeout);
        s.begin(Work::Freeze);
        break;
    }
}

void startedRunning(Stepper &s)
{
    const Lifetime &before = s.sandbox().lifetime;
    if (before.leftWhenPaused) {
        s.live(resumedLifetime(before, std::nullopt, s.now()));
    } else {
        const auto asked = before.pinned ? std::optional(before.granted) : std::nullopt;
        s.live(startedLifetime(asked, s.now()));
    }
    s.sandbox().usage = s.sandbox().usage.running(s.now());
    s.record().diskOwned = true;
    s.become(Status::Running, Cause::Engine);
}

void failed(Stepper &s, const input::Failed &failure)
{
    const Error &error = failure.error;
    switch (s.sandbox().status) {
    case Status::Pausing:
        if (!failure.alive)
            break;
        // It still runs: a pause that cannot be kept is not a reason to lose it. A hibernating one whose time
        // has run out gets a minute before the next try.
        if (s.sandbox().lifetime.left(s.now()).value_or(MinTimeout) < MinTimeout) {
            Lifetime longer = s.sandbox().lifetime;
            longer.expiresAt = s.now() + MinTimeout;
            s.live(longer);
        }
        s.become(Status::Running, Cause::Engine, error.code(), error.detail());
        return;
    case Status::Paused:
        if (!failure.alive)
            break;
        // It stands still in its process, which is still a pause; its memory is tried to be saved again.
        s.announce(EventType::Message, Status::Paused, Cause::Engine, error.code(), error.detail());
        s.begin(Work::Save);
        return;
    case Status::Resuming:
        if (!failure.alive && !failure.saved)
            break;
        s.record().expiry = {};
        s.keepPaused();
        s.become(Status::Paused, Cause::Engine, error.code(), error.detail());
        if (!failure.saved)
            s.begin(Work::Save);
        return;
    default:
        break;
    }
    s.fallIntoError(error, failure.consoleTail, Cause::Engine);
}

void frozen(Stepper &s)
{
    s.keepPaused();
    s.become(Status::Paused, Cause::Engine);
    s.begin(Work::Save);
}

void saved(Stepper &s, const input::Saved &result)
{
    std::optional<ErrorCode> why;
    QString text = QStringLiteral("saved");
    if (result.whole) {
        why = result.whole->code();
        text = QStringLiteral("saved whole: ") + result.whole->detail();
    }
    s.announce(EventType::Message, Status::Paused, Cause::Engine, why, text);
}

void machineEnded(Stepper &s, const input::MachineEnded &ended)
{
    if (s.sandbox().status != Status::Running)
        return;
    if (ended.inOrder && s.sandbox().mode != Mode::Ephemeral)
        s.rest(Cause::Guest);
    else
        s.fallIntoError(Error(ErrorCode::GuestDied), ended.consoleTail, Cause::Guest);
}

std::optional<quint64> workOf(const Input &input)
{
    return std::visit(
        [](const auto &i) -> std::optional<quint64> {
            if constexpr (requires { i.work; })
                return i.work;
            return std::nullopt;
        },
        input);
}

// Results that fit the state; anything else is late or out of order and changes nothing.
bool fits(Status status, const Input &input)
{
    if (std::holds_alternative<input::TemplateReady>(input))
        return status == Status::Pending;
    if (std::holds_alternative<input::Booted>(input))
        return status == Status::Creating;
    if (std::holds_alternative<input::Frozen>(input))
        return status == Status::Pausing;
    if (std::holds_alternative<input::Saved>(input))
        return status == Status::Paused;
    if (std::holds_alternative<input::Restored>(input))
        return status == Status::Resuming;
    if (std::holds_alternative<input::ShutDown>(input) || std::holds_alternative<input::Removed>(input))
        return status == Status::Stopping;
    return isTransitional(status) || status == Status::Running || status == Status::Paused;
}

} // namespace

Capabilities engineCapabilities()
{
    Capabilities all;
    all.launch = all.pause = all.stop = all.setTimeout = all.remove = true;
    all.screen = all.exec = all.renewing = true;
    for (const Mode mode : AllModes)
        all.modes.insert(static_cast<int>(mode));
    return all;
}

Step launched(const SandboxKey &key, const LaunchSpec &spec, const TemplateInfo &info, Cause cause,
              const Clock &clock)
{
    VmRecord record;
    Sandbox &sandbox = record.sandbox;
    sandbox.key = key;
    sandbox.name = spec.name;
    sandbox.kind = info.kind;
    sandbox.templateId = info.id;
    sandbox.mode = spec.mode;
    sandbox.createdAt = clock.wallNow();
    sandbox.resources = {.vcpus = spec.vcpus.value_or(info.defaults.vcpus),
                         .memory = spec.memory.value_or(info.defaults.memory),
                         .disk = info.defaults.disk};
    sandbox.screen = info.screen;
    sandbox.metadata = spec.metadata;
    record.environment = spec.environment;
    sandbox.lifetime = {.granted = spec.timeout.value_or(DefaultTimeout),
                        .pinned = spec.timeout.has_value(),
                        .expiresAt = {},
                        .leftWhenPaused = {}};
    Stepper s(record, clock);
    s.become(Status::Pending, cause);
    s.begin(Work::PrepareTemplate);
    return s.take();
}

Result<Step> reduce(const VmRecord &record, const Input &input, const Clock &clock)
{
    Stepper s(record, clock);
    if (const auto work = workOf(input);
        work && (*work != record.work || !fits(record.sandbox.status, input)))
        return fail(ErrorCode::Conflict, QStringLiteral("late result"));

    if (const auto *asked = std::get_if<input::Ask>(&input)) {
        if (auto done = ask(s, *asked); !done)
            return fail(done.error());
    } else if (std::holds_alternative<input::Expired>(input)) {
        expired(s);
    } else if (const auto *ready = std::get_if<input::TemplateReady>(&input)) {
        s.record().checkpoint = ready->checkpoint;
        s.become(Status::Creating, Cause::Engine);
        s.begin(Work::Clone);
    } else if (std::holds_alternative<input::Booted>(input) ||
               std::holds_alternative<input::Restored>(input)) {
        startedRunning(s);
    } else if (std::holds_alternative<input::Frozen>(input)) {
        frozen(s);
    } else if (const auto *onDisk = std::get_if<input::Saved>(&input)) {
        saved(s, *onDisk);
    } else if (std::holds_alternative<input::ShutDown>(input)) {
        s.rest(Cause::Engine);
    } else if (std::holds_alternative<input::Removed>(input)) {
        s.become(Status::Deleted, Cause::Engine);
    } else if (const auto *failure = std::get_if<input::Failed>(&input)) {
        failed(s, *failure);
    } else if (const auto *ended = std::get_if<input::MachineEnded>(&input)) {
        machineEnded(s, *ended);
    }
    return s.take();
}

Step recovered(const VmRecord &record, const Remains &remains, const Clock &clock)
{
    Stepper s(record, clock);
    switch (record.sandbox.status) {
    case Status::Pending:
        s.begin(Work::PrepareTemplate);
        break;
    case Status::Creating:
        s.begin(record.diskOwned ? Work::ColdStart : Work::Clone);
        break;
    case Status::Running:
        if (!remains.machineAlive)
            machineEnded(s, {.inOrder = false, .consoleTail = {}});
        break;
    case Status::Pausing:
        // What was asked for is finished; frozen twice is frozen.
        if (remains.savedMemory) {
            s.keepPaused();
            s.become(Status::Paused, Cause::Engine);
        } else if (remains.machineAlive) {
            s.begin(Work::Freeze);
        } else {
            s.fallIntoError(Error(ErrorCode::GuestDied), {}, Cause::Engine);
        }
        break;
    case Status::Resuming:
        // Saved memory is let go of just before the guest runs: while it is there, nothing has run from it.
        if (remains.savedMemory)
            failed(s, {.work = record.work,
                       .error = Error(ErrorCode::EngineStopping),
                       .consoleTail = {},
                       .saved = true});
        else if (remains.machineAlive)
            startedRunning(s);
        else
            s.fallIntoError(Error(ErrorCode::GuestDied), {}, Cause::Engine);
        break;
    case Status::Stopping:
        if (record.deleteWanted)
            s.begin(Work::Destroy);
        else if (remains.machineAlive)
            s.begin(Work::ShutDown);
        else
            s.rest(Cause::Engine);
        break;
    case Status::Paused:
        if (remains.savedMemory)
            break;
        if (remains.machineAlive)
            s.begin(Work::Save);
        else
            s.fallIntoError(Error(ErrorCode::CheckpointBroken), {}, Cause::Engine);
        break;
    case Status::Stopped:
    case Status::Error:
    case Status::Deleted:
        break;
    }
    return s.take();
}

} // namespace sandglass::microvm
