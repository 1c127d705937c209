// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/enginebox.h"

#include <optional>

namespace sandglass::test {

// An engine that pauses, resumes, checkpoints and forks one real sandbox without end, killed (SIGKILL) at a
// moment that chance chooses, again and again: whoever opens the folder next finds the sandbox whole, its
// checkpoints good, and nothing left over. The engine that is killed is the program itself, started with
// `--victim FOLDER SANDBOX SEED`; main() must give such words to victimOf() first.
class FaultCampaign
{
public:
    struct Outcome
    {
        int faults = 0;
        int losses = 0;
        QString firstLoss; // what was wrong
    };

    FaultCampaign();
    ~FaultCampaign();
    Q_DISABLE_COPY_MOVE(FaultCampaign)

    // Launches the sandbox and puts evidence into its memory, its disk and its processes.
    [[nodiscard]] bool begin();
    [[nodiscard]] Outcome run(int faults, quint32 seed);

    // The exit code of a victim, or nothing when these are no words for one. Returns only in trouble.
    [[nodiscard]] static std::optional<int> victimOf(const QStringList &words);

private:
    [[nodiscard]] bool killOneEngine(int fault, quint32 delay) const;
    // Empty, or what is lost.
    [[nodiscard]] QString lookAfter(EngineBox &box) const;
    [[nodiscard]] QString lookAtCheckpoints(EngineBox &box) const;
    [[nodiscard]] bool wake(EngineBox &box, const SandboxId &id) const;
    [[nodiscard]] QString evidence(EngineBox &box, const SandboxId &id) const;
    [[nodiscard]] QString text(EngineBox &box, const SandboxId &id, const QString &command) const;

    QTemporaryDir m_folder{QStringLiteral("/tmp/sandglass-XXXXXX")};
    SandboxId m_id;
    QString m_evidence;
};

} // namespace sandglass::test
