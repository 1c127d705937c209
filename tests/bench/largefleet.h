// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/fleet.h"
#include "backend/synthetic/generator.h"
#include "models/fleettablemodel.h"

#include <QElapsedTimer>
#include <QTimer>

namespace sandglass::bench {

// Says a large list in slices, and keeps none of it: what is weighed is the store. Then changes what the
// console shows, at a rate: the sandbox that a row shows, one revision further. GUI thread.
class LargeFeed final : public FleetFeed
{
    Q_OBJECT

public:
    LargeFeed(int count, const Clock &clock);

    void start() override { m_slices.start(0); }
    [[nodiscard]] ContextInfo context() const override;
    [[nodiscard]] Capabilities capabilities() const override { return {}; }
    [[nodiscard]] PriceBook prices() const override { return seedPriceBook(); }
    [[nodiscard]] QList<Sandbox> sandboxes() const override { return {}; }
    [[nodiscard]] QList<TemplateInfo> templates() const override { return {}; }
    [[nodiscard]] QList<Job> jobs() const override { return {}; }
    [[nodiscard]] QList<Event> recentEvents() const override { return {}; }

    // Of each hundred events so many end a sandbox and begin another one, with labels that nobody had.
    void startEvents(const FleetTableModel &shown, int perSecond, int percentBorn);
    void stopEvents() { m_events.stop(); }
    [[nodiscard]] qint64 said() const { return m_said; }
    // What it took this thread to make the events up: a backend's share, not the console's.
    [[nodiscard]] double makingSeconds() const { return m_makingSeconds; }
    // How many events of those that were said are not in the rows that are shown; -1: a row is not of here.
    [[nodiscard]] qint64 lost(const FleetTableModel &shown) const;

private:
    [[nodiscard]] Sandbox next();
    [[nodiscard]] static qsizetype numberOf(const Sandbox &sandbox);
    void saySlice();
    void sayEvents();
    void change(FleetDelta &delta);
    void replaceOne(FleetDelta &delta);

    const Clock &m_clock;
    int m_count;
    int m_made = 0;
    synthetic::Generator m_generator;
    QTimer m_slices;
    QTimer m_events;
    const FleetTableModel *m_shown = nullptr;
    std::vector<quint32> m_revisions; // by number, of those of the list
    int m_perSecond = 0;
    int m_percentBorn = 0;
    qint64 m_said = 0;
    double m_makingSeconds = 0;
    quint64 m_at = 0;
    QElapsedTimer m_sinceEvents;
};

class LargeFleet final : public Fleet
{
public:
    LargeFleet(int count, const Clock &clock) : said(count, clock) {}
    [[nodiscard]] FleetFeed &feed() override { return said; }
    [[nodiscard]] FleetControl *control() override { return nullptr; }
    [[nodiscard]] sandglass::Display *display() override { return nullptr; }
    [[nodiscard]] Exec *exec() override { return nullptr; }
    LargeFeed said;
};

// Of the processor, so that a busy computer changes little.
[[nodiscard]] double threadSeconds();
[[nodiscard]] double otherThreadsSeconds();

} // namespace sandglass::bench
