// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/stock/clonebatches.h"

namespace sandglass {

CloneBatches::CloneBatches(FleetStore &store, QObject *parent) : QObject(parent), m_store(store)
{
    connect(&store, &FleetStore::changed, this, [this] {
        if (activeCount() > 0)
            recount();
    });
}

int CloneBatches::begin(const QString &title, int wanted)
{
    CloneBatch batch;
    batch.id = ++m_last;
    batch.title = title;
    batch.wanted = wanted;
    batch.unanswered = wanted;
    batch.startedAt = m_store.clock().wallNow();
    m_batches.prepend(batch);
    emit changed();
    return batch.id;
}

CloneBatch *CloneBatches::find(int id)
{
    const auto found = std::ranges::find(m_batches, id, &CloneBatch::id);
    return found == m_batches.end() || found->isOver() ? nullptr : &*found;
}

void CloneBatches::accept(int id, const QList<Sandbox> &clones, int asked)
{
    CloneBatch *batch = find(id);
    if (!batch)
        return;
    batch->unanswered = std::max(0, batch->unanswered - asked);
    for (const Sandbox &clone : clones)
        batch->made.append(clone.key);
    recount();
}

void CloneBatches::refuse(int id, int asked, const Error &error)
{
    CloneBatch *batch = find(id);
    if (!batch)
        return;
    batch->unanswered = std::max(0, batch->unanswered - asked);
    if (!batch->error)
        batch->error = error;
    recount();
}

int CloneBatches::activeCount() const
{
    return int(std::ranges::count_if(m_batches, [](const CloneBatch &batch) { return !batch.isOver(); }));
}

void CloneBatches::recount()
{
    bool any = false;
    QList<CloneBatch> over;
    for (CloneBatch &batch : m_batches) {
        if (batch.isOver() || !recount(batch))
            continue;
        any = true;
        if (batch.isOver())
            over.append(batch);
    }
    if (!any)
        return;
    forgetOld();
    emit changed();
    for (const CloneBatch &batch : std::as_const(over))
        emit ended(batch);
}

// Whether anything is another.
bool CloneBatches::recount(CloneBatch &batch)
{
    const CloneBatch before = batch;
    int gone = 0;
    batch.running = 0;
    for (const SandboxKey &key : std::as_const(batch.made)) {
        const auto sandbox = m_store.sandbox(key);
        if (sandbox)
            m_seen.insert(key);
        if (!sandbox) {
            gone += m_seen.contains(key) ? 1 : 0; // others are yet to be told of
        } else if (sandbox->status == Status::Pending || sandbox->status == Status::Creating) {
            continue;
        } else if (sandbox->status == Status::Error || sandbox->status == Status::Deleted) {
            ++gone;
        } else {
            ++batch.running;
        }
    }
    const int answered = batch.wanted - batch.unanswered;
    batch.failed = gone + std::max(0, answered - int(batch.made.size()));
    if (batch.unanswered == 0 && batch.running + batch.failed >= batch.wanted) {
        batch.endedAt = m_store.clock().wallNow();
        for (const SandboxKey &key : std::as_const(batch.made))
            m_seen.remove(key);
    }
    return batch != before || batch.unanswered > 0;
}

void CloneBatches::forgetOld()
{
    int over = 0;
    m_batches.removeIf([&](const CloneBatch &batch) { return batch.isOver() && ++over > MostKept; });
}

} // namespace sandglass
