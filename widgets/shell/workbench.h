// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/contextlistmodel.h"
#include "models/eventtablemodel.h"
#include "models/fleetcache.h"
#include "models/fleettablemodel.h"
#include "models/joblistmodel.h"
#include "models/templatelistmodel.h"
#include "widgets/consoleparts.h"
#include "widgets/shell/commander.h"
#include "widgets/shell/selection.h"

namespace sandglass {

// What the parts of one window share: the store and the models over it, the selection, and the way to act.
// Made and owned by the window; everything in it lives in the GUI thread.
class Workbench
{
public:
    explicit Workbench(const ConsoleParts &parts);

    [[nodiscard]] WallTime now() const { return m_clock.wallNow(); }
    [[nodiscard]] QList<Sandbox> selected() const; // values of the keys that are still known
    [[nodiscard]] QMap<QString, QStringList> labels() const;

private:
    const Clock &m_clock;

public:
    FleetStore store;
    FleetCache cache; // before any fleet is added
    FleetTableModel fleet;
    EventTableModel events;
    JobListModel jobs;
    TemplateListModel templates;
    ContextListModel contexts;
    Selection selection;
    Commander commander;
};

} // namespace sandglass
