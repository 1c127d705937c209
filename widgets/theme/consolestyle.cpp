// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/consolestyle.h"

#include "widgets/theme/icons.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/themecolors.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QLabel>
#include <QPainter>
#include <QScrollBar>
#include <QStyleFactory>
#include <QStyleOption>
#include <QTabBar>

namespace sandglass {

namespace {

constexpr int ChevronSide = 12;

void panel(QPainter *painter, const QRect &rect, const QColor &fill, const QColor &border, qreal width = 1,
           qreal radius = CornerRadius)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(border.isValid() ? QPen(border, width) : QPen(Qt::NoPen));
    painter->setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
    const qreal inset = border.isValid() ? width / 2 : 0;
    painter->drawRoundedRect(QRectF(rect).adjusted(inset, inset, -inset, -inset), radius, radius);
    painter->restore();
}

// The frame of what has the focus.
qreal focusWidth(const ThemeColors &colors, qreal usual = 2)
{
    return colors.highContrast ? 3 : usual;
}

QColor mixed(const QColor &a, const QColor &b, qreal share)
{
    return QColor::fromRgbF(float(a.redF() * (1 - share) + b.redF() * share),
                            float(a.greenF() * (1 - share) + b.greenF() * share),
                            float(a.blueF() * (1 - share) + b.blueF() * share));
}

bool isDefaultButton(const QStyleOption *option)
{
    const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option);
    return button && (button->features & QStyleOptionButton::DefaultButton) &&
           (option->state & QStyle::State_Enabled);
}

void drawButtonPanel(const QStyleOption *option, QPainter *painter)
{
    const ThemeColors &c = themeColors(option->palette);
    const bool enabled = option->state & QStyle::State_Enabled;
    const bool down = option->state & (QStyle::State_Sunken | QStyle::State_On);
    const bool hover = enabled && (option->state & QStyle::State_MouseOver);
    QColor fill = isDefaultButton(option) ? c.accent : c.button;
    if (down)
        fill = mixed(fill, isDefaultButton(option) ? c.text : c.accent, 0.18);
    else if (hover)
        fill = mixed(fill, isDefaultButton(option) ? c.text : c.accent, 0.08);
    if (!enabled)
        fill = c.window;
    const bool focus = option->state & QStyle::State_HasFocus;
    panel(painter, option->rect, fill,
          !enabled ? c.border
          : focus  ? c.accent
                   : c.strongBorder,
          focus ? focusWidth(c) : 1);
}

void drawToolPanel(const QStyleOption *option, QPainter *painter)
{
    const ThemeColors &c = themeColors(option->palette);
    const bool enabled = option->state & QStyle::State_Enabled;
    QColor fill;
    if (option->state & QStyle::State_On)
        fill = c.selection;
    if (enabled && (option->state & QStyle::State_Sunken))
        fill = mixed(c.selection, c.text, 0.06);
    else if (enabled && (option->state & QStyle::State_MouseOver) && !fill.isValid())
        fill = mixed(c.hover, c.accent, 0.06);
    const bool raised = !(option->state & QStyle::State_AutoRaise);
    const bool focus = option->state & QStyle::State_HasFocus;
    QColor border = focus ? c.accent : raised ? (enabled ? c.strongBorder : c.border) : QColor();
    if (raised && !fill.isValid())
        fill = enabled ? c.button : c.window;
    panel(painter, option->rect, fill, border, focus ? focusWidth(c) : 1);
}

void drawFieldFrame(const QStyleOption *option, QPainter *painter, bool fill)
{
    const ThemeColors &c = themeColors(option->palette);
    const bool enabled = option->state & QStyle::State_Enabled;
    const bool focus = option->state & QStyle::State_HasFocus;
    panel(painter, option->rect, fill ? (enabled ? c.field : c.window) : QColor(),
          !enabled ? c.border
          : focus  ? c.accent
                   : c.strongBorder,
          focus ? focusWidth(c) : 1);
}

// Where a faint surface is not enough, lines above and below say what is selected.
void drawSelection(const QRect &rect, const ThemeColors &c, QPainter *painter)
{
    painter->fillRect(rect, c.selection);
    if (!c.highContrast)
        return;
    painter->fillRect(QRect(rect.left(), rect.top(), rect.width(), 1), c.accent);
    painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), c.accent);
}

void drawCheckBox(const QStyleOption *option, QPainter *painter)
{
    const ThemeColors &c = themeColors(option->palette);
    const bool enabled = option->state & QStyle::State_Enabled;
    const bool on = option->state & (QStyle::State_On | QStyle::State_NoChange);
    const QColor mark = enabled ? c.onAccent : c.muted;
    panel(painter, option->rect, on ? (enabled ? c.accent : c.border) : (enabled ? c.field : c.window),
          on && enabled ? c.accent : c.strongBorder, 1, 3);
    if (option->state & QStyle::State_NoChange) {
        painter->fillRect(
            option->rect.adjusted(4, option->rect.height() / 2 - 1, -4, -(option->rect.height() / 2 - 1)),
            mark);
    } else if (on) {
        const QRect box = option->rect.adjusted(1, 1, -1, -1);
        painter->drawPixmap(
            box, tintedPixmap(Icon::Check, mark, box.width(), painter->device()->devicePixelRatioF()));
    }
}

void drawRadio(const QStyleOption *option, QPainter *painter)
{
    const ThemeColors &c = themeColors(option->palette);
    const bool enabled = option->state & QStyle::State_Enabled;
    const bool on = option->state & QStyle::State_On;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(on && enabled ? c.accent : c.strongBorder, on ? 4.0 : 1.0));
    painter->setBrush(enabled ? c.field : c.window);
    const qreal inset = on ? 2.5 : 1;
    painter->drawEllipse(QRectF(option->rect).adjusted(inset, inset, -inset, -inset));
    painter->restore();
}

} // namespace

ConsoleStyle::ConsoleStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

void ConsoleStyle::polish(QWidget *widget)
{
    QProxyStyle::polish(widget);
    if (qobject_cast<QAbstractButton *>(widget) || qobject_cast<QTabBar *>(widget) ||
        qobject_cast<QComboBox *>(widget) || qobject_cast<QScrollBar *>(widget))
        widget->setAttribute(Qt::WA_Hover);
    // Much of what tips say comes out of sandboxes (titles, names of files, lines of logs). As rich text it
    // could have files of this computer read; Qt guesses the format by the text.
    if (auto *tip = qobject_cast<QLabel *>(widget); tip && tip->inherits("QTipLabel"))
        tip->setTextFormat(Qt::PlainText);
}

bool ConsoleStyle::drawItemPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                                     const QWidget *widget) const
{
    const ThemeColors &c = themeColors(option->palette);
    if (element == PE_PanelItemViewRow) {
        if (option->state & State_Selected)
            drawSelection(option->rect, c, painter);
        else if (const auto *item = qstyleoption_cast<const QStyleOptionViewItem *>(option);
                 item && (item->features & QStyleOptionViewItem::Alternate))
            painter->fillRect(option->rect, c.alternate);
        return true;
    }
    if (element != PE_PanelItemViewItem)
        return false;
    if (option->state & State_Selected)
        drawSelection(option->rect, c, painter);
    else if (option->state & State_MouseOver)
        painter->fillRect(option->rect, c.hover);
    Q_UNUSED(widget);
    return true;
}

void ConsoleStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                                 const QWidget *widget) const
{
    const ThemeColors &c = themeColors(option->palette);
    switch (element) {
    case PE_PanelButtonCommand:
        return drawButtonPanel(option, painter);
    case PE_PanelButtonTool:
        return drawToolPanel(option, painter);
    case PE_PanelLineEdit:
        if (const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option);
            frame && frame->lineWidth > 0)
            drawFieldFrame(option, painter, true);
        return;
    case PE_FrameLineEdit:
        return drawFieldFrame(option, painter, false);
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        return drawCheckBox(option, painter);
    case PE_IndicatorRadioButton:
        return drawRadio(option, painter);
    case PE_FrameFocusRect:
        // Buttons and fields show focus by their own border.
        if (widget && (qobject_cast<const QAbstractItemView *>(widget) || widget->inherits("QCheckBox") ||
                       widget->inherits("QRadioButton") || qobject_cast<const QTabBar *>(widget)))
            panel(painter, option->rect.adjusted(1, 1, -1, -1), QColor(), c.accent, focusWidth(c, 1.5), 3);
        return;
    case PE_Frame:
    case PE_FrameDockWidget:
    case PE_FrameTabWidget:
    case PE_PanelToolBar:
        return;
    case PE_FrameStatusBarItem:
        return;
    default:
        break;
    }
    if (!drawItemPrimitive(element, option, painter, widget))
        QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void ConsoleStyle::drawTab(const QStyleOption *option, QPainter *painter) const
{
    const ThemeColors &c = themeColors(option->palette);
    const bool selected = option->state & State_Selected;
    if (!selected && (option->state & State_MouseOver))
        panel(painter, option->rect.adjusted(2, 3, -2, -4), c.hover, QColor());
    if (selected)
        painter->fillRect(
            QRect(option->rect.left() + 6, option->rect.bottom() - 1, option->rect.width() - 12, 2),
            c.accent);
    if (option->state & State_HasFocus)
        panel(painter, option->rect.adjusted(2, 3, -2, -4), QColor(), c.accent, focusWidth(c, 1.5));
}

void ConsoleStyle::drawHeaderSection(const QStyleOption *option, QPainter *painter) const
{
    const ThemeColors &c = themeColors(option->palette);
    painter->fillRect(option->rect, option->state & State_MouseOver ? c.hover : c.window);
    painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1), c.border);
    if (const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option);
        header && header->position != QStyleOptionHeader::End &&
        header->position != QStyleOptionHeader::OnlyOneSection)
        painter->fillRect(QRect(option->rect.right(), option->rect.top() + 6, 1, option->rect.height() - 12),
                          c.border);
}

void ConsoleStyle::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                               const QWidget *widget) const
{
    const ThemeColors &c = themeColors(option->palette);
    switch (element) {
    case CE_ItemViewItem:
        if (const auto *item = qstyleoption_cast<const QStyleOptionViewItem *>(option)) {
            QStyleOptionViewItem copy(*item);
            copy.palette.setColor(QPalette::HighlightedText, c.text);
            return QProxyStyle::drawControl(element, &copy, painter, widget);
        }
        break;
    case CE_PushButtonLabel:
        if (const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option);
            button && isDefaultButton(option)) {
            QStyleOptionButton copy(*button);
            copy.palette.setColor(QPalette::ButtonText, c.onAccent);
            return QProxyStyle::drawControl(element, &copy, painter, widget);
        }
        break;
    case CE_TabBarTabShape:
        return drawTab(option, painter);
    case CE_HeaderSection:
        return drawHeaderSection(option, painter);
    case CE_HeaderEmptyArea:
        painter->fillRect(option->rect, c.window);
        painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1),
                          c.border);
        return;
    case CE_Splitter:
        painter->fillRect(option->rect, c.highContrast ? c.border : c.window);
        return;
    case CE_ProgressBarGroove:
        return panel(painter, option->rect, c.border, QColor(), 1, 3);
    case CE_ToolBar:
        painter->fillRect(option->rect, c.window);
        painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1),
                          c.border);
        return;
    default:
        break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void ConsoleStyle::drawComboBox(const QStyleOptionComplex *option, QPainter *painter) const
{
    const ThemeColors &c = themeColors(option->palette);
    QStyleOption box(*option);
    const auto *combo = qstyleoption_cast<const QStyleOptionComboBox *>(option);
    if (combo && combo->editable)
        drawFieldFrame(&box, painter, true);
    else
        drawButtonPanel(&box, painter);
    const QRect arrow(option->direction == Qt::RightToLeft ? option->rect.left() + Grid
                                                           : option->rect.right() - Grid - 13,
                      option->rect.center().y() - 6, 14, 14);
    painter->drawPixmap(arrow,
                        tintedPixmap(Icon::ChevronDown, option->state & State_Enabled ? c.muted : c.disabled,
                                     arrow.width(), painter->device()->devicePixelRatioF()));
}

void ConsoleStyle::drawScrollBar(const QStyleOptionComplex *option, QPainter *painter,
                                 const QWidget *widget) const
{
    const ThemeColors &c = themeColors(option->palette);
    const auto *slider = qstyleoption_cast<const QStyleOptionSlider *>(option);
    painter->fillRect(option->rect, c.base);
    if (!slider || slider->maximum <= slider->minimum)
        return;
    QRect handle = subControlRect(CC_ScrollBar, option, SC_ScrollBarSlider, widget);
    const bool active = option->state & (State_MouseOver | State_Sunken);
    const int inset = active ? 2 : 3;
    handle = slider->orientation == Qt::Vertical ? handle.adjusted(inset, 2, -inset, -2)
                                                 : handle.adjusted(2, inset, -2, -inset);
    panel(painter, handle, active ? c.muted : mixed(c.strongBorder, c.base, 0.35), QColor(), 1, 4);
}

void ConsoleStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option,
                                      QPainter *painter, const QWidget *widget) const
{
    if (control == CC_ComboBox)
        return drawComboBox(option, painter);
    if (control == CC_ScrollBar)
        return drawScrollBar(option, painter, widget);
    if (control == CC_ToolButton && drawMenuButton(option, painter, widget))
        return;
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

// A button that opens a menu: with a text it has a chevron, with an icon alone it needs none.
bool ConsoleStyle::drawMenuButton(const QStyleOptionComplex *option, QPainter *painter,
                                  const QWidget *widget) const
{
    const auto *button = qstyleoption_cast<const QStyleOptionToolButton *>(option);
    if (!button || !(button->features & QStyleOptionToolButton::HasMenu))
        return false;
    QStyleOptionToolButton copy(*button);
    copy.features &= ~(QStyleOptionToolButton::HasMenu | QStyleOptionToolButton::MenuButtonPopup);
    proxy()->drawPrimitive(PE_PanelButtonTool, &copy, painter, widget);
    if (!copy.text.isEmpty() && copy.toolButtonStyle != Qt::ToolButtonIconOnly) {
        const QRect arrow(copy.rect.right() - ChevronSide - HalfGrid,
                          copy.rect.center().y() - ChevronSide / 2 + 1, ChevronSide, ChevronSide);
        const QColor color = themeColors(copy.palette).muted;
        painter->drawPixmap(arrow, tintedPixmap(Icon::ChevronDown, color, ChevronSide,
                                                painter->device()->devicePixelRatioF()));
        copy.rect.adjust(HalfGrid, 0, -ChevronSide - HalfGrid, 0);
    }
    proxy()->drawControl(CE_ToolButtonLabel, &copy, painter, widget);
    return true;
}

QRect ConsoleStyle::subElementRect(SubElement element, const QStyleOption *option,
                                   const QWidget *widget) const
{
    const QRect rect = QProxyStyle::subElementRect(element, option, widget);
    if (element == SE_LineEditContents) {
        const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option);
        if (frame && frame->lineWidth > 0)
            return rect.adjusted(HalfGrid, 0, -HalfGrid, 0);
    }
    return rect;
}

QRect ConsoleStyle::subControlRect(ComplexControl control, const QStyleOptionComplex *option,
                                   SubControl subControl, const QWidget *widget) const
{
    const QRect rect = QProxyStyle::subControlRect(control, option, subControl, widget);
    return control == CC_ComboBox && subControl == SC_ComboBoxEditField ? rect.adjusted(HalfGrid, 0, 0, 0)
                                                                        : rect;
}

int ConsoleStyle::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    switch (metric) {
    case PM_ScrollBarExtent:
        return 12;
    case PM_HeaderMargin:
        return Grid;
    case PM_SplitterWidth:
        return 5;
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
        return 0;
    case PM_LayoutLeftMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutBottomMargin:
        return widget && widget->isWindow() ? 2 * Grid : Grid;
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing:
        return Grid;
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ListViewIconSize:
        return IconSide;
    case PM_ToolBarIconSize:
        return IconSide;
    case PM_TabBarTabHSpace:
        return 3 * Grid;
    case PM_DockWidgetSeparatorExtent:
        return 5;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int ConsoleStyle::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                            QStyleHintReturn *returnData) const
{
    switch (hint) {
    case SH_ItemView_ShowDecorationSelected:
        return 1;
    case SH_ScrollBar_LeftClickAbsolutePosition:
        return 1;
    case SH_DialogButtonBox_ButtonsHaveIcons:
        return 0;
    case SH_ToolTip_WakeUpDelay:
        return 400;
    default:
        return QProxyStyle::styleHint(hint, option, widget, returnData);
    }
}

QSize ConsoleStyle::sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                                     const QWidget *widget) const
{
    QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
    switch (type) {
    case CT_PushButton:
        if (const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option)) {
            const int icon = button->icon.isNull() ? 0 : button->iconSize.width() + HalfGrid;
            const int text = option->fontMetrics.size(Qt::TextShowMnemonic, button->text).width();
            result = QSize(icon + text + 2 * Grid + HalfGrid, option->fontMetrics.height() + Grid + HalfGrid);
        }
        break;
    case CT_ComboBox:
        result.setWidth(result.width() + Grid);
        result.setHeight(qMax(result.height(), option->fontMetrics.height() + Grid + HalfGrid));
        break;
    case CT_LineEdit:
    case CT_SpinBox:
        result.setHeight(qMax(result.height(), option->fontMetrics.height() + Grid + HalfGrid));
        break;
    case CT_ToolButton:
        result.setHeight(qMax(result.height(), option->fontMetrics.height() + Grid + HalfGrid));
        result.rwidth() = qMax(result.width(), result.height());
        if (const auto *button = qstyleoption_cast<const QStyleOptionToolButton *>(option);
            button && (button->features & QStyleOptionToolButton::HasMenu) && !button->text.isEmpty() &&
            button->toolButtonStyle != Qt::ToolButtonIconOnly)
            result.rwidth() += ChevronSide + Grid;
        break;
    case CT_TabBarTab:
        result.setHeight(option->fontMetrics.height() + 2 * Grid);
        break;
    case CT_HeaderSection:
        result.setHeight(option->fontMetrics.height() + 2 * Grid);
        break;
    case CT_MenuItem:
        if (const auto *item = qstyleoption_cast<const QStyleOptionMenuItem *>(option);
            item && item->menuItemType != QStyleOptionMenuItem::Separator)
            result.setHeight(qMax(result.height(), option->fontMetrics.height() + Grid));
        break;
    default:
        break;
    }
    return result;
}

} // namespace sandglass
