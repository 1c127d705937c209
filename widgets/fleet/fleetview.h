// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/consolesettings.h"

#include "backend/core/ids.h"

#include <QHash>
#include <QSet>
#include <QTableView>
#include <QTimer>

namespace sandglass {

class FleetDelegate;
class FleetTableModel;
class Selection;

// The list of sandboxes. Columns that do not fit step back in a fixed order (mode first) and return when
// there is room; what people hid themselves stays hidden. Keeps the window's selection by key in both
// directions. Transitional marks turn unless motion is reduced.
class FleetView : public QTableView
{
    Q_OBJECT

public:
    FleetView(FleetTableModel &model, Selection &selection, QWidget *parent = nullptr);

    void setDensity(Density density);
    void setReducedMotion(bool reduced);
    // Order of columns, widths, hidden ones and sorting; restoring ignores what it does not understand.
    [[nodiscard]] QByteArray saveColumns() const;
    void restoreColumns(const QByteArray &state);
    // The row's place is shown and becomes the only selected one.
    void selectOnly(const SandboxKey &key);

signals:
    void inspectRequested();
    void menuRequested(const QPoint &globalPosition);
    void columnsChanged();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void selectionChanged(const QItemSelection &selected, const QItemSelection &deselected) override;

private:
    void layOutColumns();
    void tellVisibleRows();
    void showSelection();
    void followLayout();
    void turnMarks();
    void showHeaderMenu(const QPoint &position);

    FleetTableModel &m_model;
    Selection &m_selection;
    FleetDelegate *m_delegate;
    QTimer m_turn;
    QSet<int> m_hiddenByUser;
    QSet<SandboxKey> m_shownSelected;
    QHash<int, int> m_widths; // those that people dragged
    bool m_layingOut = false;
    bool m_takingSelection = false;
    bool m_reducedMotion = false;
};

} // namespace sandglass
