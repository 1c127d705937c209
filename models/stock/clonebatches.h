// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/fleetstore.h"

namespace sandglass {

// Clones that were asked for together, and how far they are.
struct CloneBatch
{
    int id = 0;
    QString title; // "3 clones of web-1"
    int wanted = 0;
    int unanswered = 0; // not accepted or refused yet
    int running = 0;
    int failed = 0;         // refused, failed or gone before they ran
    QList<SandboxKey> made; // accepted
    WallTime startedAt{};
    std::optional<WallTime> endedAt;
    std::optional<Error> error; // the first refusal

    [[nodiscard]] bool isOver() const { return endedAt.has_value(); }
    friend bool operator==(const CloneBatch &, const CloneBatch &) = default;
};

// Follows clones until each runs or has failed, as the store says; the last few batches stay readable. GUI
// thread; the store must outlive it.
class CloneBatches : public QObject
{
    Q_OBJECT

public:
    static constexpr int MostKept = 10; // that are over

    explicit CloneBatches(FleetStore &store, QObject *parent = nullptr);

    [[nodiscard]] int begin(const QString &title, int wanted);
    void accept(int id, const QList<Sandbox> &clones, int asked); // of one request
    void refuse(int id, int asked, const Error &error);
    [[nodiscard]] const QList<CloneBatch> &batches() const { return m_batches; } // the newest first
    [[nodiscard]] int activeCount() const;

signals:
    void changed();
    void ended(const sandglass::CloneBatch &batch);

private:
    [[nodiscard]] CloneBatch *find(int id);
    void recount();
    [[nodiscard]] bool recount(CloneBatch &batch);
    void forgetOld();

    FleetStore &m_store;
    QList<CloneBatch> m_batches;
    QSet<SandboxKey> m_seen; // of open batches: the store knew them once
    int m_last = 0;
};

} // namespace sandglass
