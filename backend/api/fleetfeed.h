// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/capabilities.h"
#include "backend/domain/contextinfo.h"
#include "backend/domain/event.h"
#include "backend/domain/job.h"
#include "backend/domain/pricebook.h"
#include "backend/domain/sandbox.h"
#include "backend/domain/templateinfo.h"

#include <QObject>

namespace sandglass {

// What changed in a fleet since the last delta, gathered at most 30 times a second.
struct FleetDelta
{
    QList<Sandbox> changed; // new or newer; whole values
    QList<SandboxId> removed;

    friend bool operator==(const FleetDelta &, const FleetDelta &) = default;
};

// The looking half of a fleet: nothing here can change, wake or bill a sandbox, by type. All getters answer
// from memory at once. Signals come in the thread that the feed lives in (the GUI's), and only after start().
//
// A consumer connects first, calls start() (once; later calls do nothing) and then reads sandboxes() and
// recentEvents(); `reset` means that the list was replaced as a whole (first answer, reconnect).
class FleetFeed : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    virtual void start() = 0;
    [[nodiscard]] virtual ContextInfo context() const = 0;
    [[nodiscard]] virtual Capabilities capabilities() const = 0;
    [[nodiscard]] virtual PriceBook prices() const = 0;
    [[nodiscard]] virtual QList<Sandbox> sandboxes() const = 0;
    [[nodiscard]] virtual QList<TemplateInfo> templates() const = 0;
    [[nodiscard]] virtual QList<Job> jobs() const = 0;
    // The newest events, oldest first, at most a thousand.
    [[nodiscard]] virtual QList<Event> recentEvents() const = 0;

signals:
    void reset();
    void changed(const sandglass::FleetDelta &delta);
    void eventsArrived(const QList<sandglass::Event> &events);
    void contextChanged();
    void templatesChanged();
    void jobsChanged();
};

} // namespace sandglass

Q_DECLARE_METATYPE(sandglass::FleetDelta)
