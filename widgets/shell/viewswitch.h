// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/views/viewbook.h"

#include <QObject>
#include <QTimer>

namespace sandglass {

class FleetPane;
class QueryBar;
class Workbench;

// Which view is shown, and whether people have changed something of it since: goes from a view to the query
// bar, the list and its groups, and back from what these show to a view. GUI thread.
class ViewSwitch : public QObject
{
    Q_OBJECT

public:
    ViewSwitch(Workbench &bench, QueryBar &query, FleetPane &pane, QObject *parent = nullptr);

    void restore(const KeptViews &kept);
    [[nodiscard]] KeptViews kept() const;

    void choose(const QString &id);
    // Its query besides the one that is there.
    void narrowBy(const QString &id);
    // The view chosen last, empty: none or not any more.
    [[nodiscard]] const QString &current() const { return m_current; }
    // It shows something else than it was kept with.
    [[nodiscard]] bool isModified() const { return m_modified; }
    // Colours of what is shown: changed, or as the view itself has been given them.
    void showRules(const QList<ViewRule> &rules);
    void takeRules(const QList<ViewRule> &rules);
    // Nameless: what is shown now.
    [[nodiscard]] SavedView shown() const;
    // The view is the one that is shown, without anything being changed.
    void adopt(const QString &id);

signals:
    void changed(); // current() or isModified()
    void touched(); // anything that kept() has

private:
    void show(const SavedView &view);
    void compare();

    Workbench &m_bench;
    QueryBar &m_query;
    FleetPane &m_pane;
    QString m_current;
    SavedView m_chosen; // as it was shown when it was chosen
    bool m_modified = false;
    bool m_showing = false;
};

} // namespace sandglass
