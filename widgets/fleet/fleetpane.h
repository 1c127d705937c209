// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>

namespace sandglass {

class EmptyState;
class FleetView;
class Workbench;

// The list, or what its empty place says.
class FleetPane : public QStackedWidget
{
    Q_OBJECT

public:
    explicit FleetPane(Workbench &bench, QWidget *parent = nullptr);

    [[nodiscard]] FleetView &view() { return *m_view; }
    [[nodiscard]] EmptyState &empty() { return *m_empty; }

private:
    void refresh();

    Workbench &m_bench;
    FleetView *m_view;
    EmptyState *m_empty;
};

} // namespace sandglass
