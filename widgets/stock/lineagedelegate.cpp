// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stock/lineagedelegate.h"

#include "models/stock/lineagemodel.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/statusmark.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/themecolors.h"

namespace sandglass {

void LineageDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const ThemeColors &colors = themeColors(option->palette);
    if (index.column() != LineageModel::Name) {
        if (!(option->state & QStyle::State_Selected))
            option->palette.setColor(QPalette::Text, colors.muted);
        option->font = tabularFont(option->font);
        return;
    }
    const qreal ratio = option->widget ? option->widget->devicePixelRatioF() : 1.0;
    option->features |= QStyleOptionViewItem::HasDecoration;
    option->decorationSize = QSize(IconSide, IconSide);
    const QVariant status = index.data(LineageModel::StatusRole);
    switch (static_cast<LineageNode::Type>(index.data(LineageModel::TypeRole).toInt())) {
    case LineageNode::Type::Template:
        option->font.setWeight(QFont::DemiBold);
        option->icon = QIcon(tintedPixmap(Icon::All, colors.muted, IconSide, ratio));
        break;
    case LineageNode::Type::Checkpoint:
        option->icon = QIcon(tintedPixmap(Icon::Save, colors.accent, IconSide, ratio));
        break;
    case LineageNode::Type::Sandbox:
        option->icon =
            QIcon(statusPixmap(static_cast<Status>(status.toInt()), option->palette, IconSide, ratio));
        break;
    case LineageNode::Type::More:
        break;
    }
}

QSize LineageDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    size.setHeight(option.fontMetrics.height() + Grid + 2);
    return size;
}

} // namespace sandglass
