// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/capabilities.h"
#include "backend/domain/event.h"
#include "backend/microvm/lifecycle/vmrecord.h"

#include <variant>
#include <vector>

namespace sandglass::microvm {

// What can happen to a sandbox: somebody asks, time runs out, or work ends. Work results carry the number of
// the work that they belong to.
namespace input {
struct Ask
{
    Command command;
    std::optional<std::chrono::seconds> timeout; // Resume and SetTimeout
    Cause cause = Cause::Person;
};
struct Expired
{
};
struct TemplateReady
{
    quint64 work;
    CheckpointId checkpoint;
}; // the checkpoint to clone is there
struct Booted
{
    quint64 work;
};
struct Frozen
{
    quint64 work;
}; // the guest stands still in its process
struct Saved
{
    quint64 work;
    std::optional<Error> whole = {}; // why all its memory was written and not what it changed
};                                   // memory and device state are on disk, the process is gone
struct Restored
{
    quint64 work;
};
struct ShutDown
{
    quint64 work;
}; // the machine ended in order, the disk is complete
struct Removed
{
    quint64 work;
}; // nothing is left of it
struct Failed
{
    quint64 work;
    Error error;
    QString consoleTail;
    bool alive = false;
    bool saved = false;
}; // `alive`: the process is still there; `saved`: its memory is on disk
struct MachineEnded
{
    bool inOrder = false;
    QString consoleTail;
}; // by itself
} // namespace input

using Input =
    std::variant<input::Ask, input::Expired, input::TemplateReady, input::Booted, input::Frozen, input::Saved,
                 input::Restored, input::ShutDown, input::Removed, input::Failed, input::MachineEnded>;

// What the engine has to do next; never more than one piece of work a machine.
enum class Work {
    PrepareTemplate, // boot the template once, if there is no checkpoint of this size yet
    Clone,           // a machine from the checkpoint
    ColdStart,       // a machine from its own disk
    Freeze,          // the guest stands still; its memory stays where it is
    Save,            // memory to disk, then end the process: the work of one that is paused already
    Restore,         // a frozen machine goes on, or one is made from its saved memory
    ShutDown,        // end in order, keep the disk
    Destroy,         // end at once and remove every file
};

// Announcements are the events to publish, in order. `work` starts after the record was written; it replaces
// (abandons) whatever was under way.
struct Step
{
    VmRecord next;
    std::optional<Work> work;
    std::vector<Event> announcements;
};

// What this engine can do; the same for all its sandboxes.
[[nodiscard]] Capabilities engineCapabilities();

// A record for a checked spec, in Pending, and its first work.
[[nodiscard]] Step launched(const SandboxKey &key, const LaunchSpec &spec, const TemplateInfo &info,
                            Cause cause, const Clock &clock);

// The lifecycle: no I/O, no clock of its own making, any thread. Errors only for Ask (see `permits`) and for
// late results (Conflict), which change nothing.
[[nodiscard]] Result<Step> reduce(const VmRecord &record, const Input &input, const Clock &clock);

// What to do with a record found at start, given what is left of it in the world.
struct Remains
{
    bool machineAlive = false;
    bool savedMemory = false; // complete, not yet spent
};
[[nodiscard]] Step recovered(const VmRecord &record, const Remains &remains, const Clock &clock);

} // namespace sandglass::microvm
