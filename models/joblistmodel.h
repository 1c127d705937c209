// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/fleetstore.h"
#include "models/valuelistmodel.h"

namespace sandglass {

struct ContextJob
{
    ContextId context;
    Job job;

    friend bool operator==(const ContextJob &, const ContextJob &) = default;
};

// How much of all its steps is done, 0..100; nothing when the job does not know. Steps count alike, however
// long they take: the figure grows, but not evenly.
[[nodiscard]] std::optional<int> wholePercent(const Job &job);

// The long work of every context: what is under way first, then the newest that ended. GUI thread; the store
// must outlive it.
class JobListModel : public ValueListModel<ContextJob, std::pair<ContextId, JobId>>
{
    Q_OBJECT

public:
    enum Role {
        ContextRole = Qt::UserRole + 1, // QString of ContextId
        JobIdRole,                      // QString of JobId
        JobRole,                        // Job, the whole value
        StateRole,                      // int of JobState
        PercentRole,                    // int 0..100 of the whole job; invalid: not known
        CancellableRole,                // bool
        DetailRole,                     // the tool's own last line
        ErrorRole,                      // sentence; empty: none
    };
    Q_ENUM(Role)

    explicit JobListModel(FleetStore &store, QObject *parent = nullptr);
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    // Queued or running.
    [[nodiscard]] int activeCount() const;

signals:
    void activeCountChanged(int count);

protected:
    [[nodiscard]] std::pair<ContextId, JobId> keyOf(const ContextJob &value) const override;

private:
    void refresh();

    FleetStore &m_store;
    int m_active = 0;
};

} // namespace sandglass
