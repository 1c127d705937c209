// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/joblistmodel.h"

#include "models/wording.h"

namespace sandglass {

namespace {

bool isActive(const ContextJob &job)
{
    return job.job.state == JobState::Queued || job.job.state == JobState::Running;
}

// What runs, what waits, then what ended last.
bool comesFirst(const ContextJob &a, const ContextJob &b)
{
    const auto rank = [](const ContextJob &job) {
        return job.job.state == JobState::Running ? 0 : job.job.state == JobState::Queued ? 1 : 2;
    };
    if (rank(a) != rank(b))
        return rank(a) < rank(b);
    // The id decides last, so that jobs of the same moment keep their places.
    return isActive(a) ? std::tie(a.job.startedAt, a.job.id) < std::tie(b.job.startedAt, b.job.id)
                       : std::tie(b.job.endedAt, a.job.id) < std::tie(a.job.endedAt, b.job.id);
}

} // namespace

JobListModel::JobListModel(FleetStore &store, QObject *parent) : ValueListModel(parent), m_store(store)
{
    connect(&store, &FleetStore::jobsChanged, this, &JobListModel::refresh);
    refresh();
}

void JobListModel::refresh()
{
    QList<ContextJob> jobs;
    for (const ContextId &context : m_store.contexts()) {
        for (const Job &job : m_store.jobs(context))
            jobs.append({context, job});
    }
    std::ranges::sort(jobs, comesFirst);
    replaceValues(jobs);
    const int active = static_cast<int>(std::ranges::count_if(values(), isActive));
    if (active == m_active)
        return;
    m_active = active;
    emit activeCountChanged(active);
}

int JobListModel::activeCount() const
{
    return m_active;
}

std::pair<ContextId, JobId> JobListModel::keyOf(const ContextJob &value) const
{
    return {value.context, value.job.id};
}

std::optional<int> wholePercent(const Job &job)
{
    if (job.stepCount <= 1 && !job.percent)
        return std::nullopt;
    const int ofStep = std::clamp(job.percent.value_or(0), 0, 100);
    if (job.stepCount <= 1)
        return ofStep;
    const int step = std::clamp(job.stepIndex, 1, job.stepCount); // steps are counted from 1
    return ((step - 1) * 100 + ofStep) / job.stepCount;
}

QVariant JobListModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const auto &[context, job] = values().at(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return wording::jobText(job);
    case Qt::ToolTipRole:
    case DetailRole:
        return job.text;
    case ContextRole:
        return context.toString();
    case JobIdRole:
        return job.id.toString();
    case JobRole:
        return QVariant::fromValue(job);
    case StateRole:
        return static_cast<int>(job.state);
    case PercentRole:
        if (const auto percent = wholePercent(job))
            return *percent;
        return {};
    case CancellableRole:
        return job.cancellable && isActive({context, job});
    case ErrorRole:
        return job.error ? wording::errorSentence(*job.error) : QString();
    default:
        return {};
    }
}

} // namespace sandglass
