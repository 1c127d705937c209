// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/fleet.h"

namespace sandglass::test {

// A feed that says what a test tells it to say, when it tells it.
class ManualFeed final : public FleetFeed
{
    Q_OBJECT

public:
    explicit ManualFeed(const ContextId &context);

    void start() override { ++starts; }
    [[nodiscard]] ContextInfo context() const override { return info; }
    [[nodiscard]] Capabilities capabilities() const override { return can; }
    [[nodiscard]] PriceBook prices() const override { return book; }
    [[nodiscard]] QList<Sandbox> sandboxes() const override { return list; }
    [[nodiscard]] QList<TemplateInfo> templates() const override { return templateList; }
    [[nodiscard]] QList<Job> jobs() const override { return jobList; }
    [[nodiscard]] QList<Event> recentEvents() const override { return events; }

    // Changes the list and says so.
    void put(const QList<Sandbox> &changed);
    void remove(const QList<SandboxId> &ids);
    void replaceAll(const QList<Sandbox> &sandboxes);

    ContextInfo info;
    Capabilities can;
    PriceBook book = seedPriceBook();
    QList<Sandbox> list;
    QList<TemplateInfo> templateList;
    QList<Job> jobList;
    QList<Event> events;
    int starts = 0;
};

// A fleet of which only the feed is there: nothing can be asked of it.
class ManualFleet final : public Fleet
{
public:
    explicit ManualFleet(const QString &context) : said(ContextId(context)) {}

    [[nodiscard]] FleetFeed &feed() override { return said; }
    [[nodiscard]] FleetControl *control() override { return nullptr; }
    [[nodiscard]] Display *display() override { return nullptr; }
    [[nodiscard]] Exec *exec() override { return nullptr; }

    ManualFeed said;
};

// A running ephemeral code sandbox of one core and a GiB, named like its id.
[[nodiscard]] Sandbox someSandbox(const QString &context, const QString &id, WallTime now);

} // namespace sandglass::test
