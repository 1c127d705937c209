// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/metrics/loadchart.h"

#include "models/wording.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/themecolors.h"

#include <QApplication>
#include <QChart>
#include <QChartView>
#include <QDateTime>
#include <QDateTimeAxis>
#include <QGraphicsLayout>
#include <QGraphicsLineItem>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineSeries>
#include <QPainter>
#include <QValueAxis>

#include <algorithm>

namespace sandglass {

namespace {

constexpr int ChartHeight = 14 * Grid;

qreal chartTime(WallTime time)
{
    return qreal(time.time_since_epoch().count());
}

} // namespace

LoadChart::LoadChart(const QString &name, std::size_t color, Value value, Words words, QWidget *parent)
    : QWidget(parent), m_value(std::move(value)), m_words(std::move(words)), m_color(color),
      m_name(new QLabel(name, this)), m_number(new QLabel(this)), m_view(new QChartView(this)),
      m_time(new QDateTimeAxis(this)), m_axis(new QValueAxis(this)), m_marker(nullptr)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(name);
    QFont bold = m_name->font();
    bold.setWeight(QFont::DemiBold);
    m_name->setFont(bold);
    m_number->setObjectName(QStringLiteral("loadNumber"));
    m_number->setFont(tabularFont(font()));
    auto *chart = new QChart;
    chart->legend()->hide();
    chart->setBackgroundVisible(false);
    chart->setMargins({0, 0, Grid, 0});
    chart->layout()->setContentsMargins(0, 0, 0, 0);
    m_time->setFormat(QStringLiteral("hh:mm:ss"));
    m_time->setTickCount(3);
    m_axis->setRange(0, 100);
    m_axis->setTickCount(3);
    m_axis->setLabelFormat(QStringLiteral("%.0f %%"));
    chart->addAxis(m_time, Qt::AlignBottom);
    chart->addAxis(m_axis, Qt::AlignLeft);
    // The view was born with a chart, which is ours from here on.
    const std::unique_ptr<QChart> unused(m_view->chart());
    m_view->setChart(chart);
    m_view->setFixedHeight(ChartHeight);
    m_view->setRenderHint(QPainter::Antialiasing);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setBackgroundBrush(Qt::NoBrush);
    m_view->viewport()->setAutoFillBackground(false);
    m_view->setFocusPolicy(Qt::NoFocus);
    m_view->setInteractive(false);
    m_marker = new QGraphicsLineItem(chart);
    m_marker->hide();
    connect(chart, &QChart::plotAreaChanged, this, &LoadChart::placeMarker);
    auto *head = new QHBoxLayout;
    head->addWidget(m_name);
    head->addStretch();
    head->addWidget(m_number);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(HalfGrid, HalfGrid, HalfGrid, HalfGrid);
    layout->setSpacing(2);
    layout->addLayout(head);
    layout->addWidget(m_view);
    tint();
}

void LoadChart::showSamples(const QList<LoadSample> &samples, WallTime now, std::chrono::milliseconds span)
{
    m_now = now;
    m_span = span;
    m_samples.clear();
    for (const LoadSample &sample : samples) {
        if (sample.at >= now - span)
            m_samples.append(sample);
    }
    m_time->setRange(QDateTime::fromMSecsSinceEpoch((now - span).time_since_epoch().count()),
                     QDateTime::fromMSecsSinceEpoch(now.time_since_epoch().count()));
    drawCurves();
    showNumber();
    placeMarker();
}

// One series a stretch without gaps; the last sample's series ends at a time, not at the edge.
void LoadChart::drawCurves()
{
    QChart *chart = m_view->chart();
    chart->removeAllSeries();
    QLineSeries *series = nullptr;
    const auto finish = [&] {
        if (!series)
            return;
        chart->addSeries(series);
        series->attachAxis(m_time);
        series->attachAxis(m_axis);
        series = nullptr;
    };
    for (const LoadSample &sample : std::as_const(m_samples)) {
        if (!series || sample.afterGap) {
            finish();
            series = new QLineSeries(chart);
            series->setPen(QPen(themeColors(palette()).series[m_color], 2));
        }
        series->append(chartTime(sample.at), m_value(sample.load));
    }
    finish();
}

QString LoadChart::numberText() const
{
    return m_number->text();
}

void LoadChart::showNumber()
{
    if (m_samples.isEmpty()) {
        m_number->setText(tr("no reading yet"));
    } else if (!m_read) {
        m_number->setText(m_words(m_samples.constLast().load));
    } else {
        const auto at = std::ranges::min_element(m_samples, {}, [this](const LoadSample &sample) {
            return sample.at > *m_read ? sample.at - *m_read : *m_read - sample.at;
        });
        m_number->setText(QStringLiteral("%1   %2").arg(wording::timeOfDayText(at->at), m_words(at->load)));
    }
    setAccessibleDescription(m_number->text());
}

void LoadChart::placeMarker()
{
    const QRectF plot = m_view->chart()->plotArea();
    m_marker->setVisible(m_read.has_value() && m_span.count() > 0);
    if (!m_marker->isVisible())
        return;
    const double share = 1 - double((m_now - *m_read).count()) / double(m_span.count());
    const qreal x = plot.left() + plot.width() * std::clamp(share, 0.0, 1.0);
    m_marker->setLine(x, plot.top(), x, plot.bottom());
}

void LoadChart::keyPressEvent(QKeyEvent *event)
{
    if (m_samples.isEmpty())
        return QWidget::keyPressEvent(event);
    const auto at = std::ranges::lower_bound(m_samples, m_read.value_or(m_now), {}, &LoadSample::at);
    qsizetype index = std::min<qsizetype>(at - m_samples.begin(), m_samples.size() - 1);
    switch (event->key()) {
    case Qt::Key_Left:
        index = m_read ? std::max<qsizetype>(0, index - 1) : m_samples.size() - 1;
        break;
    case Qt::Key_Right:
        ++index;
        break;
    case Qt::Key_Home:
        index = 0;
        break;
    case Qt::Key_End:
    case Qt::Key_Escape:
        if (event->key() == Qt::Key_Escape && !m_read)
            return QWidget::keyPressEvent(event);
        index = m_samples.size();
        break;
    default:
        return QWidget::keyPressEvent(event);
    }
    m_read = index < m_samples.size() ? std::optional(m_samples.at(index).at) : std::nullopt;
    showNumber();
    placeMarker();
}

void LoadChart::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    update();
}

void LoadChart::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    m_read.reset();
    showNumber();
    placeMarker();
    update();
}

void LoadChart::paintEvent(QPaintEvent *)
{
    if (!hasFocus())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(themeColors(palette()).accent, 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), CornerRadius, CornerRadius);
}

void LoadChart::tint()
{
    const ThemeColors &colors = themeColors(palette());
    for (QAbstractAxis *axis : {static_cast<QAbstractAxis *>(m_time), static_cast<QAbstractAxis *>(m_axis)}) {
        axis->setLabelsColor(colors.muted);
        axis->setLabelsFont(smallFont(font()));
        axis->setLinePen(QPen(colors.border));
        axis->setGridLinePen(QPen(colors.border, 1));
    }
    m_time->setGridLineVisible(false);
    m_axis->setLineVisible(false);
    m_marker->setPen(QPen(colors.muted, 1, Qt::DashLine));
    drawCurves();
}

bool LoadChart::event(QEvent *event)
{
    const bool handled = QWidget::event(event);
    if (event->type() == QEvent::PaletteChange && m_marker)
        tint();
    return handled;
}

} // namespace sandglass
