// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/statuswatch.h"

namespace sandglass::cli {

StatusWatch::StatusWatch(FleetFeed &feed) : m_feed(feed)
{
    connect(&feed, &FleetFeed::reset, this, &StatusWatch::look);
    connect(&feed, &FleetFeed::changed, this, [this](const FleetDelta &delta) {
        for (const Sandbox &sandbox : delta.changed)
            judge(sandbox);
        if (!delta.removed.isEmpty())
            look();
    });
}

void StatusWatch::add(const Sandbox &since, Status target)
{
    m_waiting.insert(since.key.id, {since, target});
    // It may have settled before its acceptance was heard; looked at from the loop, so that no signal comes
    // from within add().
    QMetaObject::invokeMethod(this, &StatusWatch::look, Qt::QueuedConnection);
}

void StatusWatch::look()
{
    QHash<SandboxId, Wait> absent = m_waiting;
    const QList<Sandbox> sandboxes = m_feed.sandboxes();
    for (const Sandbox &sandbox : sandboxes) {
        absent.remove(sandbox.key.id);
        judge(sandbox);
    }
    for (const Wait &wait : std::as_const(absent)) {
        // A new one may not be listed yet; a deleted one is not listed any more.
        if (wait.target != Status::Deleted || !m_waiting.remove(wait.since.key.id))
            continue;
        Sandbox gone = wait.since;
        gone.status = Status::Deleted;
        emit settled(gone, true);
    }
}

void StatusWatch::judge(const Sandbox &sandbox)
{
    const auto wait = m_waiting.constFind(sandbox.key.id);
    if (wait == m_waiting.cend() || sandbox.revision < wait->since.revision)
        return;
    const bool reached = sandbox.status == wait->target;
    const bool resting = !isTransitional(sandbox.status);
    // The value before the command is not an answer to it.
    const bool stale = sandbox.revision == wait->since.revision && sandbox.status == wait->since.status;
    if (!reached && (!resting || stale))
        return;
    m_waiting.remove(sandbox.key.id);
    emit settled(sandbox, reached);
}

} // namespace sandglass::cli
