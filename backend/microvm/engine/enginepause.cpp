// SPDX-License-Identifier: GPL-3.0-or-later
// A pause proves itself.
#include "backend/microvm/engine/engine.h"

#include "backend/core/logging.h"
#include "backend/microvm/engine/pauseproof.h"

namespace sandglass::microvm {

namespace {

constexpr std::chrono::seconds ProofTakes{30};

} // namespace

// First what must survive it is asked for; a guest that does not say so in time is paused all the same.
void Engine::pause(const SandboxId &id, const input::Ask &asked, const Reply<Sandbox> &reply)
{
    askFingerprint(*find(id)->machine, {}, m_options.proofPatience, this,
                   [this, id, asked, reply](const std::optional<Fingerprint> &before) {
                       Entry *entry = find(id);
                       input::Ask proven = asked;
                       proven.fingerprint = before;
                       reply(entry ? turn(*entry, proven) : fail(ErrorCode::NotFound, id.toString()));
                   });
}

// After a resume: is everything there?
void Engine::prove(const SandboxId &id)
{
    const Entry *entry = find(id);
    if (!entry || !entry->record.fingerprint)
        return;
    const Fingerprint before = *entry->record.fingerprint;
    askFingerprint(*entry->machine, before.files.keys(), ProofTakes, this,
                   [this, id, before](const std::optional<Fingerprint> &after) {
                       Entry *still = find(id);
                       if (!still || still->record.fingerprint != before ||
                           still->record.sandbox.status != Status::Running)
                           return;
                       const PauseKeeps keeps = still->record.sandbox.pauseKeeps;
                       input::Proved proof{.text = QStringLiteral("nothing could be compared"), .lost = {}};
                       if (after) {
                           proof.lost = lostBetween(before, *after, keeps);
                           proof.text = proofText(before, keeps, proof.lost);
                       }
                       if (auto done = turn(*still, proof); !done)
                           qCWarning(lcEngine) << id.toString() << done.error().toLogLine();
                   });
}

} // namespace sandglass::microvm
