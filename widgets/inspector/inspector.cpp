// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/inspector.h"

#include "widgets/inspector/lifecyclepanel.h"
#include "widgets/inspector/overviewpage.h"
#include "widgets/inspector/screenpage.h"
#include "widgets/shell/workbench.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/themecolors.h"

#include <QEvent>
#include <QPainter>
#include <QShortcut>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <chrono>

namespace sandglass {

namespace {

constexpr qsizetype FewSelected = 100;

} // namespace

Inspector::Inspector(Workbench &bench, QWidget *parent)
    : QWidget(parent), m_bench(bench), m_lifecycle(new LifecyclePanel(bench, this)),
      m_tabs(new QTabWidget(this)), m_overview(new OverviewPage(bench, m_tabs)),
      m_screen(new ScreenPage(bench, m_tabs))
{
    setObjectName(QStringLiteral("inspector"));
    setAccessibleName(tr("Inspector"));
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    setMinimumWidth(34 * Grid);
    m_tabs->setObjectName(QStringLiteral("inspectorTabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_overview, tr("Overview"));
    m_tabs->addTab(m_screen, tr("Screen"));
    auto *close = new QToolButton(m_tabs);
    close->setObjectName(QStringLiteral("closeInspector"));
    close->setAutoRaise(true);
    close->setIcon(themeIcon(Icon::Close));
    close->setToolTip(tr("Close the inspector (Escape)"));
    close->setAccessibleName(tr("Close the inspector"));
    connect(close, &QToolButton::clicked, this, &Inspector::closeRequested);
    m_tabs->setCornerWidget(close);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_lifecycle);
    layout->addWidget(m_tabs, 1);
    m_tick.setInterval(std::chrono::seconds(1));
    connect(&m_tick, &QTimer::timeout, this, &Inspector::refresh);
    connect(&bench.selection, &Selection::changed, this, &Inspector::refresh);
    // Of many once a second is enough.
    connect(&bench.store, &FleetStore::changed, this, [this](const StoreDelta &) {
        if (m_bench.selection.keys().size() <= FewSelected)
            refresh();
    });
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] {
        refresh();
        emit pageChanged();
    });
    connect(m_screen, &ScreenPage::windowToggled, this, &Inspector::toggleScreenWindow);
}

Inspector::~Inspector()
{
    delete m_screenWindow;
}

void Inspector::refresh()
{
    if (m_screenWindow) {
        m_screen->refresh();
        titleScreenWindow();
    }
    if (!isVisible() || m_bench.selection.keys().isEmpty())
        return;
    m_lifecycle->refresh();
    if (m_tabs->currentWidget() == m_overview)
        m_overview->refresh();
    else if (m_tabs->currentWidget() == m_screen)
        m_screen->refresh();
}

void Inspector::showOverview()
{
    m_tabs->setCurrentWidget(m_overview);
}

void Inspector::showScreen()
{
    if (m_screenWindow) {
        m_screenWindow->raise();
        m_screenWindow->activateWindow();
        return;
    }
    m_tabs->setCurrentWidget(m_screen);
}

bool Inspector::screenIsShown() const
{
    return m_tabs->currentWidget() == m_screen;
}

void Inspector::titleScreenWindow()
{
    const QList<Sandbox> sandboxes = m_bench.selected();
    m_screenWindow->setWindowTitle(sandboxes.size() == 1 ? tr("%1 – Screen").arg(sandboxes.constFirst().name)
                                                         : tr("Screen"));
}

void Inspector::toggleScreenWindow()
{
    if (m_screenWindow)
        return takeScreenBack();
    m_screenWindow = new QWidget(this, Qt::Window);
    m_screenWindow->setObjectName(QStringLiteral("screenWindow"));
    m_screenWindow->installEventFilter(this);
    auto *layout = new QVBoxLayout(m_screenWindow);
    layout->setContentsMargins(0, 0, 0, 0);
    m_tabs->removeTab(m_tabs->indexOf(m_screen));
    m_screen->setParent(m_screenWindow);
    layout->addWidget(m_screen);
    m_screenWindow->resize(164 * Grid, 108 * Grid);
    titleScreenWindow();
    auto *full = new QShortcut(Qt::Key_F11, m_screenWindow);
    connect(full, &QShortcut::activated, m_screenWindow, [window = m_screenWindow] {
        window->setWindowState(window->windowState() ^ Qt::WindowFullScreen);
    });
    m_screen->show();
    m_screenWindow->show();
    emit pageChanged();
}

void Inspector::takeScreenBack()
{
    m_tabs->addTab(m_screen, tr("Screen"));
    m_tabs->setCurrentWidget(m_screen);
    m_screenWindow->removeEventFilter(this);
    m_screenWindow->hide();
    m_screenWindow->deleteLater();
    m_screenWindow = nullptr;
    refresh();
}

bool Inspector::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_screenWindow && event->type() == QEvent::Close)
        takeScreenBack();
    return QWidget::eventFilter(watched, event);
}

void Inspector::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_tick.start();
    refresh();
}

void Inspector::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    if (!m_screenWindow)
        m_tick.stop();
}

void Inspector::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(QRect(0, 0, 1, height()), themeColors(palette()).border);
}

} // namespace sandglass
