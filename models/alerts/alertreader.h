// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/alertreading.h"
#include "models/fleetstore.h"
#include "models/pacedwork.h"

namespace sandglass {

// Puts rules to a fleet again and again while it changes and while time goes by, on a thread of its own,
// twice a second at most. Looks only. A backend counts as fresh once it is heard of and its list was taken in
// as a whole; until then, and when it falls silent, what is known of it is doubtful. GUI thread; the store
// must outlive it.
class AlertReader : public QObject
{
    Q_OBJECT

public:
    explicit AlertReader(FleetStore &store, QObject *parent = nullptr);

    void setRules(const QList<AlertRule> &rules); // read at once
    [[nodiscard]] const QList<AlertRule> &rules() const { return m_rules; }
    // Time has gone by.
    void look();
    // Rows that are looked at per turn to find what an earlier run left; for tests.
    void setStep(Slot slots_) { m_step = slots_; }

signals:
    // Of rules(), in their order.
    void read(const QList<sandglass::AlertReading> &readings);

private:
    struct Trust
    {
        bool settled = false; // its list was taken in since it is fresh
        bool clean = false;   // none of its rows is of an earlier run
        Slot cursor = 0;      // the first row that may be
        QElapsedTimer since{};
    };
    [[nodiscard]] PacedWork<QList<AlertReading>>::Work prepare();
    [[nodiscard]] QList<AlertSource> sources();
    [[nodiscard]] bool isFresh(const ContextId &context);
    [[nodiscard]] bool isClean(const ContextId &context, Trust &trust) const;

    FleetStore &m_store;
    QList<AlertRule> m_rules;
    QHash<ContextId, Trust> m_trust;
    Slot m_step = 100'000;
    bool m_undecided = false; // some backend's rows were not all looked through yet
    QTimer m_tick;
    PacedWork<QList<AlertReading>> m_work; // last: its thread ends first
};

} // namespace sandglass
