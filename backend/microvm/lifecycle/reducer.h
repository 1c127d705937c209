// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/capabilities.h"
#include "backend/domain/clonespec.h"
#include "backend/domain/event.h"
#include "backend/microvm/checkpoints/sandboxcheckpoint.h"
#include "backend/microvm/lifecycle/inputs.h"
#include "backend/microvm/lifecycle/vmrecord.h"

#include <vector>

namespace sandglass::microvm {

// What the engine has to do next; never more than one piece of work a machine.
enum class Work {
    PrepareTemplate, // wait for what it is cloned from; boot a template once, if there is no checkpoint yet
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

// A record for a checked spec, in Pending, and its first work: none for one that waits in the queue.
[[nodiscard]] Step launched(const SandboxKey &key, const LaunchSpec &spec, const TemplateInfo &info,
                            Cause cause, const Clock &clock, std::optional<int> queuePosition = {});

// One of the clones that were asked for, in Pending; its first work waits for the checkpoint.
[[nodiscard]] Step cloned(const SandboxKey &key, const QString &name, const SandboxCheckpoint &from,
                          const CloneSpec &spec, Cause cause, const Clock &clock,
                          std::optional<int> queuePosition = {});

// What the fleet's policy says to the lifecycle.
struct LifecycleRules
{
    std::chrono::seconds hibernatedKept = PausedRetention; // a paused one of that mode
};

// The lifecycle: no I/O, no clock of its own making, any thread. Errors only for Ask (see `permits`) and for
// late results (Conflict), which change nothing.
[[nodiscard]] Result<Step> reduce(const VmRecord &record, const Input &input, const Clock &clock,
                                  const LifecycleRules &rules = {});

// What to do with a record found at start, given what is left of it in the world.
struct Remains
{
    bool machineAlive = false;
    bool savedMemory = false; // complete, not yet spent
};
[[nodiscard]] Step recovered(const VmRecord &record, const Remains &remains, const Clock &clock,
                             const LifecycleRules &rules = {});

} // namespace sandglass::microvm
