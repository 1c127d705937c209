// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/pricebook.h"
#include "backend/domain/query/query.h"
#include "models/journal/journalfiles.h"

#include <atomic>

namespace sandglass {

// What is looked for in the journal. The query asks the sandbox as it was after the event: `status:error`
// finds the moments at which something failed, `meta.team=red` what happened to those of a team; words look
// into the event's text, too. Stopped and deleted ones are no exception here.
struct JournalQuestion
{
    Query query;
    std::optional<QSet<SandboxKey>> only;
    std::optional<WallTime> from;
    std::optional<WallTime> until;
    int most = 2000;
};

struct JournalEntry
{
    Event event;
    std::optional<SandboxFacts> facts;

    friend bool operator==(const JournalEntry &, const JournalEntry &) = default;
};

struct JournalAnswer
{
    QList<JournalEntry> entries;   // the newest first
    bool more = false;             // there are older ones
    std::optional<WallTime> since; // the journal goes back to here
};

// Reads from the newest segment on until it has enough. Stops early when told. Any thread, but not the GUI's:
// it may read everything.
[[nodiscard]] JournalAnswer searchJournal(const QString &folder, const JournalQuestion &question,
                                          const std::atomic<bool> &stopped);

// A stretch in which nobody listened, or more came than could be written.
struct JournalGap
{
    WallTime from{};
    WallTime until{};

    friend bool operator==(const JournalGap &, const JournalGap &) = default;
};

// Everything since a moment, in order, and where something is missing.
struct JournalPast
{
    std::vector<JournalEntry> entries;
    QList<JournalGap> gaps;
    std::optional<WallTime> since; // the journal goes back to here
};
// How far back the newest segments go that are together no larger than `bytes`: what is read at once.
[[nodiscard]] std::optional<WallTime> reachablePast(const QString &folder, qint64 bytes);
[[nodiscard]] JournalPast readPast(const QString &folder, WallTime since, const std::atomic<bool> &stopped);

} // namespace sandglass
