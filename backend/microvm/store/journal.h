// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/result.h"
#include "backend/domain/event.h"
#include "backend/microvm/checkpoints/sandboxcheckpoint.h"
#include "backend/microvm/lifecycle/vmrecord.h"

#include <QSqlDatabase>

#include <memory>

namespace sandglass::microvm {

// The engine's truth: an append-only log in SQLite (WAL, synchronous=FULL). A change is written here, in one
// transaction, before its effect begins; after a crash the engine carries on from what this says.
//
// Tables: `journal` (cursor, what happened, and the whole record after it) and `sandboxes` (the last record
// of each, the same transaction's materialised view, so that opening does not replay years); `checkpoints` of
// sandboxes and `settings`, the last of each.
//
// One thread, the one that opened it. Errors: StoreFailed with SQLite's words; DiskFull.
class Journal
{
public:
    // Creates the file when there is none; refuses a file of a newer version of this program.
    [[nodiscard]] static Result<std::unique_ptr<Journal>> open(const QString &path);
    ~Journal();
    Q_DISABLE_COPY_MOVE(Journal)

    // Writes the record and its events at once, or nothing. Answers the events with their cursors.
    [[nodiscard]] Result<QList<Event>> write(const VmRecord &record, const std::vector<Event> &events);

    // Every record that is not deleted, and those deleted after `deletedSince`; oldest first.
    [[nodiscard]] Result<QList<VmRecord>> records(WallTime deletedSince) const;
    // The newest events, oldest first.
    [[nodiscard]] Result<QList<Event>> recentEvents(int most) const;
    // Events after a cursor, oldest first.
    [[nodiscard]] Result<QList<Event>> eventsAfter(quint64 cursor, int most) const;

    // Checkpoints of sandboxes.
    [[nodiscard]] Result<void> writeCheckpoint(const SandboxCheckpoint &checkpoint);
    [[nodiscard]] Result<void> dropCheckpoint(const CheckpointId &id);
    [[nodiscard]] Result<QList<SandboxCheckpoint>> checkpoints() const;

    // What the engine was told to do (policies, pools, agents), as text under a name; nothing when it never
    // was.
    [[nodiscard]] Result<void> writeSetting(const QString &name, const QString &value);
    [[nodiscard]] Result<std::optional<QByteArray>> setting(const QString &name) const;

private:
    explicit Journal(QString connection) : m_connection(std::move(connection)) {}
    [[nodiscard]] Result<void> prepare();
    [[nodiscard]] Result<QList<Event>> readEvents(QSqlQuery &query) const;

    QString m_connection;
};

} // namespace sandglass::microvm
