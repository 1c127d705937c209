// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace sandglass {

// Rows of the events: a change of status as two marks with words and an arrow, times in tabular figures.
class EventDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;

private:
    void paintChange(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
};

} // namespace sandglass
