// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/loadhistory.h"

#include <QWidget>

#include <functional>
#include <optional>

class QChartView;
class QDateTimeAxis;
class QGraphicsLineItem;
class QLabel;
class QLineSeries;
class QValueAxis;

namespace sandglass {

// One curve of a guest's load over time, from 0 to all there is, with its name and the number of now; gaps
// stay gaps. With the focus, Left and Right (Home, End) show the number of a moment instead. GUI thread.
class LoadChart : public QWidget
{
    Q_OBJECT

public:
    using Value = std::function<double(const GuestLoad &)>; // 0 to 100: percent of what there is
    using Words = std::function<QString(const GuestLoad &)>;

    LoadChart(const QString &name, std::size_t color, Value value, Words words, QWidget *parent);

    // The samples within the last `span`, up to now.
    void showSamples(const QList<LoadSample> &samples, WallTime now, std::chrono::milliseconds span);
    [[nodiscard]] QString numberText() const;

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void tint();
    void drawCurves();
    void showNumber();
    void placeMarker();

    Value m_value;
    Words m_words;
    std::size_t m_color;
    QLabel *m_name;
    QLabel *m_number;
    QChartView *m_view;
    QDateTimeAxis *m_time;
    QValueAxis *m_axis;
    QGraphicsLineItem *m_marker;
    QList<LoadSample> m_samples;
    WallTime m_now{};
    std::chrono::milliseconds m_span{};
    std::optional<WallTime> m_read; // the moment that is read; none: now
};

} // namespace sandglass
