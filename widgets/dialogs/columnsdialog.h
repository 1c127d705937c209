// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/views/savedview.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace sandglass {

// Chooses the columns of the list: which are shown, in which order, and what the list is ordered by. Every
// change is seen in the list at once (`columnsChosen`, `orderChosen`); closing needs no answer. `labelKeys`
// can be columns, too. Use show().
class ColumnsDialog : public QDialog
{
    Q_OBJECT

public:
    ColumnsDialog(const QStringList &shown, const ViewColumns &columns, const QList<ViewOrder> &order,
                  const QStringList &labelKeys, QWidget *parent);

signals:
    void columnsChosen(const sandglass::ViewColumns &columns);
    void orderChosen(const QList<sandglass::ViewOrder> &order);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QTreeWidgetItem *addColumn(const QString &name, bool shown);
    void connectParts(QPushButton &up, QPushButton &down);
    void addLabelChoice(const QStringList &labelKeys);
    void tell();
    void move(int by);
    void turnOrder(QTreeWidgetItem *item);
    void refreshOrder();

    QTreeWidget *m_list;
    QCheckBox *m_fit;
    QComboBox *m_labels;
    QList<ViewOrder> m_order;
    QHash<QString, int> m_widths;
    bool m_telling = true;
};

} // namespace sandglass
