// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/logs/loglinedelegate.h"

#include "models/loglinemodel.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/themecolors.h"

#include <QApplication>
#include <QPainter>

namespace sandglass {

void LogLineDelegate::paint(QPainter *painter, const QStyleOptionViewItem &given,
                            const QModelIndex &index) const
{
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    const QString text = std::exchange(option.text, {});
    QStyle *style = option.widget ? option.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);
    const ThemeColors &colors = themeColors(option.palette);
    const auto level = static_cast<LogLevel>(index.data(LogLineModel::LevelRole).toInt());
    const QColor strong = level == LogLevel::Error ? colors.error : colors.warning;
    const bool loud = level >= LogLevel::Warning;
    painter->save();
    painter->setFont(option.font);
    QRect place = option.rect.adjusted(HalfGrid, 0, -HalfGrid, 0);
    if (index.column() == LogLineModel::Time && loud)
        painter->fillRect(QRect(option.rect.left(), option.rect.top() + 1, 3, option.rect.height() - 2),
                          strong);
    if (index.column() == LogLineModel::Text) {
        const QString searched = index.data(LogLineModel::MatchRole).toString();
        const qsizetype at = searched.isEmpty() ? -1 : text.indexOf(searched, 0, Qt::CaseInsensitive);
        if (at >= 0) {
            const QFontMetrics metrics(option.font);
            const int from = place.left() + metrics.horizontalAdvance(text.first(at));
            const int width = metrics.horizontalAdvance(text.sliced(at, searched.size()));
            painter->fillRect(QRect(from, place.top() + 2, width, place.height() - 4) & place,
                              colors.warningSurface);
        }
    }
    painter->setPen(index.column() != LogLineModel::Text ? colors.muted : loud ? strong : colors.text);
    painter->drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                      option.fontMetrics.elidedText(text, Qt::ElideRight, place.width()));
    painter->restore();
}

} // namespace sandglass
