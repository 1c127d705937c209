// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/alerts/alertbadge.h"

#include "models/alerts/alertwords.h"
#include "widgets/alerts/alertsign.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/themecolors.h"

#include <QEvent>

namespace sandglass {

AlertBadge::AlertBadge(QWidget *parent) : QToolButton(parent)
{
    setObjectName(QStringLiteral("alertBadge"));
    setAutoRaise(true);
    setFocusPolicy(Qt::StrongFocus);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setIconSize({IconSide, IconSide});
    refresh();
}

void AlertBadge::show(const AlertSum &sum, bool allSnoozed)
{
    if (sum == m_sum && allSnoozed == m_allSnoozed)
        return;
    m_sum = sum;
    m_allSnoozed = allSnoozed;
    refresh();
}

void AlertBadge::changeEvent(QEvent *event)
{
    QToolButton::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::ApplicationPaletteChange)
        refresh();
}

void AlertBadge::refresh()
{
    const ThemeColors &colors = themeColors(palette());
    const qreal ratio = devicePixelRatioF();
    const bool hushed = m_sum.quiet || m_allSnoozed;
    QStringList said;
    if (m_sum.up > 0) {
        setIcon(tintedPixmap(alertIcon(m_sum.worst), alertColor(m_sum.worst, palette()), IconSide, ratio));
        setText(tr("%n alert(s)", nullptr, m_sum.up));
        said.append(
            tr("%n alert(s) fire; the worst: %1", nullptr, m_sum.up).arg(AlertWords::severity(m_sum.worst)));
    } else if (m_sum.unknown > 0) {
        setIcon(tintedPixmap(Icon::Help, colors.warning, IconSide, ratio));
        setText(tr("%n not known", "alerts", m_sum.unknown));
    } else {
        setIcon(bellPixmap(colors.muted, hushed, IconSide, ratio));
        setText(tr("Alerts"));
        said.append(tr("No alert fires"));
    }
    if (m_sum.unknown > 0)
        said.append(tr("of %n alert(s) it is not known whether they fire", nullptr, m_sum.unknown));
    if (m_sum.snoozed > 0)
        said.append(tr("%n alert(s) snoozed", nullptr, m_sum.snoozed));
    if (m_sum.quiet)
        said.append(tr("quiet hours"));
    setToolTip(said.join(u'\n'));
    setAccessibleName(tr("Alerts: %1").arg(said.join(tr(", ", "between parts of a sentence"))));
}

} // namespace sandglass
