// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/dialogs/templatecard.h"

#include "models/wording.h"
#include "widgets/parts/kindicon.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/themecolors.h"

#include <QPainter>

namespace sandglass {

namespace {

constexpr int CardIcon = 28;
constexpr int CardWidth = 27 * Grid;

} // namespace

TemplateCard::TemplateCard(const TemplateInfo &info, QWidget *parent) : QAbstractButton(parent)
{
    setObjectName(QStringLiteral("templateCard"));
    setCheckable(true);
    setAutoExclusive(true);
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setInfo(info);
}

void TemplateCard::setInfo(const TemplateInfo &info)
{
    m_info = info;
    setText(info.id.toString());
    setAccessibleName(tr("Template %1, %2").arg(info.id.toString(), wording::templateStateText(info.state)));
    setAccessibleDescription(info.summary);
    setToolTip(info.summary);
    update();
}

QSize TemplateCard::sizeHint() const
{
    return {CardWidth, 4 * fontMetrics().height() + 3 * Grid};
}

void TemplateCard::paintEvent(QPaintEvent *)
{
    const ThemeColors &colors = themeColors(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool marked = isChecked() || hasFocus();
    painter.setPen(QPen(marked ? colors.accent : colors.border, marked ? 2 : 1));
    painter.setBrush(isChecked() ? colors.selection : underMouse() ? colors.hover : colors.base);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), CornerRadius, CornerRadius);
    const QRect area = rect().adjusted(Grid + HalfGrid, Grid, -Grid - HalfGrid, -Grid);
    const QRect icon(area.left(), area.top() + 2, CardIcon, CardIcon);
    painter.drawPixmap(icon, tintedPixmap(kindIcon(m_info.kind), isChecked() ? colors.accent : colors.muted,
                                          CardIcon, devicePixelRatioF()));
    QRect text = area;
    text.setLeft(icon.right() + Grid + HalfGrid);
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    painter.setFont(strong);
    painter.setPen(colors.text);
    const int line = fontMetrics().height();
    painter.drawText(QRect(text.left(), text.top(), text.width(), line),
                     int(Qt::AlignLeft | Qt::AlignVCenter),
                     painter.fontMetrics().elidedText(m_info.id.toString(), Qt::ElideRight, text.width()));
    painter.setFont(smallFont(font()));
    painter.setPen(colors.muted);
    const QRect summary(text.left(), text.top() + line, text.width(), 2 * line);
    painter.drawText(summary, int(Qt::AlignLeft | Qt::AlignTop) | Qt::TextWordWrap, m_info.summary);
    painter.setPen(m_info.state == TemplateState::Broken ? colors.error
                   : m_info.state == TemplateState::Warm ? colors.running
                                                         : colors.muted);
    painter.drawText(QRect(text.left(), area.bottom() - line + 1, text.width(), line),
                     int(Qt::AlignLeft | Qt::AlignVCenter), wording::templateStateText(m_info.state));
}

} // namespace sandglass
