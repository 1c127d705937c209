// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/costview.h"

#include "models/costseries.h"
#include "models/wording.h"
#include "widgets/parts/tonelabel.h"
#include "widgets/shell/workbench.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/themecolors.h"

#include <QApplication>
#include <QChart>
#include <QChartView>
#include <QDateTime>
#include <QDateTimeAxis>
#include <QEvent>
#include <QGraphicsLayout>
#include <QGraphicsSimpleTextItem>
#include <QHBoxLayout>
#include <QLineSeries>
#include <QValueAxis>

#include <chrono>

namespace sandglass {

namespace {

constexpr std::chrono::seconds RedrawEvery{3};
constexpr qsizetype MostPoints = 200;
constexpr qsizetype MostCurves = 6;
constexpr int ChartHeight = 17 * Grid;
constexpr int NameWidth = 13 * Grid;

qreal chartTime(WallTime time)
{
    return qreal(time.time_since_epoch().count());
}

} // namespace

CostView::CostView(Workbench &bench, QWidget *parent)
    : QWidget(parent), m_bench(bench), m_soFar(new QLabel(this)), m_perHour(new QLabel(this)),
      m_parts(makeNoteLabel({}, this)), m_view(new QChartView(this)), m_time(new QDateTimeAxis(this)),
      m_money(new QValueAxis(this))
{
    setObjectName(QStringLiteral("costView"));
    auto *heading = new QLabel(tr("Cost"), this);
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    heading->setFont(strong);
    m_soFar->setObjectName(QStringLiteral("costSoFar"));
    m_soFar->setFont(tabularFont(titleFont(font())));
    m_soFar->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_perHour->setObjectName(QStringLiteral("costPerHour"));
    m_perHour->setFont(tabularFont(font()));
    m_parts->setObjectName(QStringLiteral("costParts"));
    m_parts->setFont(tabularFont(font()));

    auto *chart = new QChart;
    chart->legend()->hide();
    chart->setMargins({0, 0, 0, 0});
    chart->setBackgroundRoundness(0);
    chart->setBackgroundVisible(false);
    chart->layout()->setContentsMargins(0, 0, 0, 0);
    m_time->setFormat(QStringLiteral("hh:mm"));
    m_time->setTickCount(3);
    m_money->setTickCount(3);
    chart->addAxis(m_time, Qt::AlignBottom);
    chart->addAxis(m_money, Qt::AlignLeft);
    m_view->setObjectName(QStringLiteral("costChart"));
    m_view->setAccessibleName(tr("Running cost over time"));
    // The view was born with a chart, which is ours from here on.
    const std::unique_ptr<QChart> unused(m_view->chart());
    m_view->setChart(chart);
    m_view->setFixedHeight(ChartHeight);
    m_view->setRenderHint(QPainter::Antialiasing);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setBackgroundBrush(Qt::NoBrush);
    m_view->viewport()->setAutoFillBackground(false);

    connect(chart, &QChart::plotAreaChanged, this, &CostView::placeNames);
    auto *numbers = new QHBoxLayout;
    numbers->addWidget(m_soFar);
    numbers->addStretch();
    numbers->addWidget(m_perHour);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(HalfGrid);
    layout->addWidget(heading);
    layout->addLayout(numbers);
    layout->addWidget(m_parts);
    layout->addWidget(m_view);
}

void CostView::refresh(const QList<Sandbox> &sandboxes)
{
    setVisible(!sandboxes.isEmpty());
    if (sandboxes.isEmpty())
        return;
    refreshNumbers(sandboxes);
    const WallTime now = m_bench.now();
    if (sandboxes == m_drawn && now - m_drawnAt < RedrawEvery)
        return;
    redraw(sandboxes);
}

void CostView::refreshNumbers(const QList<Sandbox> &sandboxes)
{
    const auto prices = [this](const ContextId &context) {
        return m_bench.store.prices(context);
    };
    const FleetCost cost = fleetCost(sandboxes, prices, m_bench.now());
    m_soFar->setText(cost.text());
    m_perHour->setText(cost.rateText());
    QStringList parts;
    for (auto it = cost.byCurrency.cbegin(); it != cost.byCurrency.cend(); ++it) {
        parts.append(tr("compute %1, storage %2, exactly %3")
                         .arg(wording::moneyText(it->soFar.compute, it.key()),
                              wording::moneyText(it->soFar.storage, it.key()),
                              wording::moneyExactText(it->soFar.total(), it.key())));
    }
    m_parts->setText(parts.join(u'\n'));
}

void CostView::redraw(const QList<Sandbox> &sandboxes)
{
    m_drawn = sandboxes;
    m_drawnAt = m_bench.now();
    QChart *chart = m_view->chart();
    chart->removeAllSeries();
    const bool several = sandboxes.size() > 1;
    chart->setMargins({0, 0, several ? NameWidth : Grid, 0});
    const ThemeColors &colors = themeColors(palette());
    double top = 0;
    WallTime oldest = m_drawnAt - std::chrono::minutes(1);
    qsizetype curve = 0;
    for (const Sandbox &sandbox : dearest(sandboxes)) {
        const PriceBook prices = m_bench.store.prices(sandbox.key.context);
        const auto points = decimated(
            costPoints(sandbox, m_bench.events.eventsOf(sandbox.key), prices, m_drawnAt), MostPoints);
        auto *series = new QLineSeries(chart);
        for (const CostPoint &point : points) {
            series->append(chartTime(point.at), point.soFar.toDouble());
            top = qMax(top, point.soFar.toDouble());
            oldest = std::min(oldest, point.at);
        }
        series->setName(sandbox.name);
        series->setPen(QPen(colors.series[std::size_t(curve)], 2));
        chart->addSeries(series);
        series->attachAxis(m_time);
        series->attachAxis(m_money);
        ++curve;
    }
    m_time->setRange(QDateTime::fromMSecsSinceEpoch(oldest.time_since_epoch().count()),
                     QDateTime::fromMSecsSinceEpoch(m_drawnAt.time_since_epoch().count()));
    m_time->setFormat(m_drawnAt - oldest > std::chrono::hours(24) ? QStringLiteral("MM-dd hh:mm")
                                                                  : QStringLiteral("hh:mm"));
    m_money->setRange(0, top > 0 ? top * 1.1 : 1);
    m_money->setLabelFormat(top >= 10    ? QStringLiteral("%.0f")
                            : top >= 0.1 ? QStringLiteral("%.2f")
                                         : QStringLiteral("%.4f"));
    paintAxes();
    placeNames();
}

// Those with the highest cost so far; more curves than a few say nothing.
QList<Sandbox> CostView::dearest(QList<Sandbox> sandboxes) const
{
    // The id decides between equals, so that a curve keeps its place and colour.
    const auto rank = [this](const Sandbox &sandbox) {
        const PriceBook prices = m_bench.store.prices(sandbox.key.context);
        return std::pair(costAt(sandbox, prices, m_drawnAt).total(), sandbox.key.id);
    };
    std::ranges::sort(sandboxes, std::greater(), rank);
    return sandboxes.first(qMin(sandboxes.size(), MostCurves));
}

// Each name at the end of its curve instead of a legend, moved apart where curves end close together.
void CostView::placeNames()
{
    qDeleteAll(std::exchange(m_names, {}));
    if (m_drawn.size() < 2)
        return;
    QChart *chart = m_view->chart();
    const QRectF plot = chart->plotArea();
    const QFont font = smallFont(this->font());
    const QFontMetricsF metrics(font);
    qreal above = plot.top() - metrics.height();
    for (QAbstractSeries *each : chart->series()) { // highest end first
        auto *series = static_cast<QLineSeries *>(each);
        if (series->count() == 0)
            continue;
        const QPointF end = chart->mapToPosition(series->at(series->count() - 1), series);
        auto *name = new QGraphicsSimpleTextItem(chart);
        name->setFont(font);
        name->setBrush(series->pen().color());
        name->setText(metrics.elidedText(series->name(), Qt::ElideRight, NameWidth - Grid));
        const qreal y = qMax(end.y() - metrics.height() / 2, above + metrics.height() * 0.9);
        name->setPos(plot.right() + HalfGrid, y);
        above = y;
        m_names.append(name);
    }
}

void CostView::paintAxes()
{
    const ThemeColors &colors = themeColors(palette());
    for (QAbstractAxis *axis :
         {static_cast<QAbstractAxis *>(m_time), static_cast<QAbstractAxis *>(m_money)}) {
        axis->setLabelsColor(colors.muted);
        axis->setLabelsFont(smallFont(font()));
        axis->setLinePen(QPen(colors.border));
        axis->setGridLinePen(QPen(colors.border, 1));
    }
    m_time->setGridLineVisible(false);
    m_money->setLineVisible(false);
}

bool CostView::event(QEvent *event)
{
    const bool handled = QWidget::event(event);
    if (event->type() == QEvent::PaletteChange && !m_drawn.isEmpty())
        redraw(m_drawn);
    return handled;
}

} // namespace sandglass
