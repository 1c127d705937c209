// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/journal/pastfleet.h"

#include <algorithm>

#include <QSet>

namespace sandglass {

QList<Sandbox> fleetAt(const QList<Sandbox> &now, const JournalPast &past, WallTime moment)
{
    QHash<SandboxKey, Sandbox> fleet;
    fleet.reserve(now.size());
    for (const Sandbox &sandbox : now)
        fleet.insert(sandbox.key, sandbox);
    // Backwards, as if it were taken back: the newest first.
    std::vector<const JournalEntry *> entries;
    for (const JournalEntry &entry : past.entries) {
        if (entry.event.at > moment && entry.event.type == EventType::Status)
            entries.push_back(&entry);
    }
    std::ranges::reverse(entries);
    std::ranges::sort(entries, [](const JournalEntry *a, const JournalEntry *b) {
        return a->event.at != b->event.at ? a->event.at > b->event.at : a->event.cursor > b->event.cursor;
    });
    QSet<SandboxKey> unborn;
    for (const JournalEntry *entry : entries) {
        const Event &event = entry->event;
        if (event.from == event.to) { // it began then
            unborn.insert(event.sandbox);
            continue;
        }
        unborn.remove(event.sandbox);
        auto known = fleet.find(event.sandbox);
        if (known == fleet.end()) {
            SandboxFacts facts = entry->facts.value_or(SandboxFacts());
            facts.key = event.sandbox;
            if (facts.name.isEmpty())
                facts.name = event.sandboxName;
            known = fleet.insert(event.sandbox, facts.in(event.from, {}));
        }
        known->status = event.from;
        known->statusSince = {};
        known->error.reset();
        known->consoleTail.clear();
    }
    QList<Sandbox> then;
    for (Sandbox &sandbox : fleet) {
        if (sandbox.createdAt > moment || unborn.contains(sandbox.key))
            continue;
        if (sandbox.statusSince > moment)
            sandbox.statusSince = {};
        sandbox.usage = {};
        sandbox.lifetime = {};
        sandbox.pausedExpireAt.reset();
        then.append(sandbox);
    }
    return then;
}

class PastFleet::Feed final : public FleetFeed
{
public:
    Feed(const ContextInfo &context, QList<Sandbox> sandboxes, WallTime moment)
        : m_context(context), m_sandboxes(std::move(sandboxes))
    {
        m_context.state = ContextState::Live;
        m_context.lastHeard = moment;
        m_context.error.reset();
    }
    void show(QList<Sandbox> sandboxes, WallTime moment)
    {
        QSet<SandboxId> now;
        for (const Sandbox &sandbox : std::as_const(sandboxes))
            now.insert(sandbox.key.id);
        // Those that were not there then did not vanish: they are taken out in order.
        FleetDelta delta{.changed = sandboxes, .removed = {}};
        for (const Sandbox &sandbox : std::as_const(m_sandboxes)) {
            if (!now.contains(sandbox.key.id))
                delta.removed.append(sandbox.key.id);
        }
        m_sandboxes = std::move(sandboxes);
        m_context.lastHeard = moment;
        emit contextChanged();
        emit changed(delta);
    }
    void start() override {}
    [[nodiscard]] ContextInfo context() const override { return m_context; }
    [[nodiscard]] Capabilities capabilities() const override { return {}; }
    [[nodiscard]] PriceBook prices() const override { return {}; }
    [[nodiscard]] QList<Sandbox> sandboxes() const override { return m_sandboxes; }
    [[nodiscard]] QList<TemplateInfo> templates() const override { return {}; }
    [[nodiscard]] QList<Job> jobs() const override { return {}; }
    [[nodiscard]] QList<Event> recentEvents() const override { return {}; }

private:
    ContextInfo m_context;
    QList<Sandbox> m_sandboxes;
};

PastFleet::PastFleet(const ContextInfo &context, QList<Sandbox> sandboxes, WallTime moment)
    : m_feed(std::make_unique<Feed>(context, std::move(sandboxes), moment))
{}

PastFleet::~PastFleet() = default;

void PastFleet::show(QList<Sandbox> sandboxes, WallTime moment)
{
    m_feed->show(std::move(sandboxes), moment);
}

FleetFeed &PastFleet::feed()
{
    return *m_feed;
}

} // namespace sandglass
