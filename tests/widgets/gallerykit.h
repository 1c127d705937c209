// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/clock.h"
#include "models/alerts/keptalerts.h"
#include "tests/support/fakefleet.h"
#include "tests/support/fakestock.h"

namespace sandglass {

struct Kit
{
    SystemClock clock;
    test::FakeGuest guest;
    test::FakeStock stock;
    test::FakeFleet fleet{clock};
    // Two that cannot be believed as they are.
    test::FakeFleet silent{clock, QStringLiteral("east")};
    test::FakeFleet old{clock, QStringLiteral("west")};
};

// Contexts in every state of trust.
inline void makeDoubtful(Kit &kit)
{
    const WallTime now = kit.clock.wallNow();
    kit.silent.feed().info.name = QStringLiteral("East (E2B)");
    kit.silent.feed().info.state = ContextState::Silent;
    kit.silent.feed().info.lastHeard = now - std::chrono::minutes(3);
    kit.silent.feed().all = {kit.silent.sample(QStringLiteral("east-worker-1")),
                             kit.silent.sample(QStringLiteral("east-worker-2"), Status::Paused)};
    kit.old.feed().info.name = QStringLiteral("West");
    kit.old.feed().info.lastHeard = now - std::chrono::seconds(48);
    Sandbox bare = kit.old.sample(QStringLiteral("west-build"));
    bare.createdAt = {};
    bare.templateId = {};
    kit.old.feed().all = {bare, kit.old.sample(QStringLiteral("west-test"), Status::Creating)};
}

inline QList<Sandbox> madeUp(const Kit &kit)
{
    QList<Sandbox> list;
    const QStringList names{QStringLiteral("web-scraper-3"),
                            QStringLiteral("invoice-agent"),
                            QStringLiteral("checkout-tests"),
                            QStringLiteral("data-analyst-12"),
                            QStringLiteral("browser-use"),
                            QStringLiteral("swe-bench-0417"),
                            QStringLiteral("swe-bench-0418"),
                            QStringLiteral("nightly-report"),
                            QStringLiteral("translator"),
                            QStringLiteral("onboarding-demo"),
                            QStringLiteral("very-long-name-of-an-evaluation-run-with-many-parts-2026-03")};
    const WallTime now = kit.clock.wallNow();
    for (int i = 0; i < names.size(); ++i) {
        const auto status = i < 10 ? AllStatuses[std::size_t((i * 3 + 2) % 10)] : Status::Running;
        Sandbox s = kit.fleet.sample(names.at(i), status);
        s.kind = AllKinds[std::size_t((i * 7 + 2) % 4)];
        s.templateId =
            TemplateId(s.kind == Kind::Desktop ? QStringLiteral("desktop") : QStringLiteral("code"));
        s.mode = AllModes[std::size_t(i % 3)];
        s.createdAt = now - std::chrono::minutes(7 + i * i * 9);
        s.statusSince = now - std::chrono::minutes(5 + i);
        s.lifetime = startedLifetime(std::chrono::minutes(60), now - std::chrono::minutes(5 * i + 1));
        if (i % 4 == 0)
            s.lifetime = startedLifetime(std::nullopt, now - std::chrono::hours(i + 1));
        if (status == Status::Paused) {
            s.lifetime = pausedLifetime(s.lifetime, now);
            s.pausedExpireAt = now + PausedRetention;
        }
        s.usage = status == Status::Running ? Usage().running(s.createdAt)
                                            : Usage().running(s.createdAt).freezing(now);
        s.metadata = {{QStringLiteral("env"), i % 2 ? QStringLiteral("prod") : QStringLiteral("staging")},
                      {QStringLiteral("team"), QStringLiteral("search")}};
        if (status == Status::Error) {
            s.error = Error(ErrorCode::GuestDied, QStringLiteral("exit 1"));
            s.consoleTail = QStringLiteral(
                "[    0.512] EXT4-fs error (device vda)\n[    0.513] Kernel panic - not syncing");
        }
        list.append(s);
    }
    list.append(kit.fleet.sample(QStringLiteral("translator-2")));
    return list;
}

// Alerts in several states.
inline QByteArray madeUpAlerts(const Kit &kit)
{
    using When = AlertCondition::Kind;
    KeptAlerts kept;
    const auto add = [&](const char *id, const char *name, const char *query, AlertCondition condition,
                         AlertSeverity severity) {
        kept.rules.append({.id = QLatin1StringView(id),
                           .name = QString::fromUtf8(name),
                           .query = QLatin1StringView(query),
                           .condition = condition,
                           .severity = severity});
    };
    add("a", "Anything failed", "", {.kind = When::InError}, AlertSeverity::Critical);
    add("b", "Too many run in production", "meta.env=prod status:running",
        {.kind = When::AtLeast, .count = 2}, AlertSeverity::Warning);
    add("c", "Evaluations cost too much", "swe-bench",
        {.kind = When::CostRate, .rate = *Money::fromDecimal(u"5")}, AlertSeverity::Notice);
    add("d", "Stuck while it starts", "status:creating,resuming",
        {.kind = When::InState, .age = std::chrono::minutes(2)}, AlertSeverity::Warning);
    add("e", "Written by hand", "statsu:running", {}, AlertSeverity::Warning);
    add("f", "Snoozed one", "status:paused", {}, AlertSeverity::Notice);
    add("g", "Not in use", "status:stopped", {}, AlertSeverity::Notice);
    kept.rules[3].hold = std::chrono::minutes(5);
    kept.rules[6].enabled = false;
    kept.quiet.enabled = true;
    kept.progress.insert(QStringLiteral("f"), {.snoozedUntil = kit.clock.wallNow() + std::chrono::hours(1)});
    const WallTime then = kit.clock.wallNow() - std::chrono::hours(26);
    kept.history.append({.rule = QStringLiteral("b"),
                         .name = QStringLiteral("Too many run in production"),
                         .at = then,
                         .resolvedAt = then + std::chrono::minutes(12),
                         .count = 4,
                         .names = {QStringLiteral("invoice-agent"), QStringLiteral("browser-use")}});
    return keptAlertsToJson(kept);
}

} // namespace sandglass
