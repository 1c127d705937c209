// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/clock.h"
#include "backend/core/ids.h"
#include "backend/domain/query/query.h"
#include "models/views/viewrules.h"
#include "widgets/consolesettings.h"

#include <QWidget>

class QSplitter;
class QStackedWidget;
class QVBoxLayout;

namespace sandglass {

class EmptyState;
class FleetView;
class GroupPane;
class Selection;
class TimeSlider;
class TimeTravel;
class Workbench;

// The list, or what its empty place says; its groups beside it; and the list as it was at a moment of the
// past, with the slider above it. What is chosen in the past is not the window's selection: nothing can be
// done to it.
class FleetPane : public QWidget
{
    Q_OBJECT

public:
    explicit FleetPane(Workbench &bench, QWidget *parent = nullptr);
    ~FleetPane() override;

    [[nodiscard]] FleetView &view() { return *m_view; }
    [[nodiscard]] EmptyState &empty() { return *m_empty; }
    [[nodiscard]] GroupPane &groups() { return *m_groups; }

    void showPast(std::optional<WallTime> moment = {});
    void showNow();
    [[nodiscard]] bool showsPast() const { return m_showsPast; }
    // What the list is asked: its groups and its past are asked the same.
    void setQuery(const Query &query, const ContextId &context);
    // Of the list, and of its past.
    void setRules(const QList<ViewRule> &rules);
    void setDensity(Density density);
    void setReducedMotion(bool reduced);

signals:
    void pastShown(bool shown);

private:
    void refresh();
    void buildPast();
    void dressPast();

    Workbench &m_bench;
    QVBoxLayout *m_layout;
    QSplitter *m_split;
    GroupPane *m_groups;
    QStackedWidget *m_stack;
    FleetView *m_view;
    EmptyState *m_empty;
    TimeTravel *m_travel = nullptr; // these three once somebody wanted to look back
    TimeSlider *m_slider = nullptr;
    FleetView *m_pastView = nullptr;
    bool m_showsPast = false;
    Density m_density = Density::Comfortable;
    bool m_reducedMotion = false;
};

} // namespace sandglass
