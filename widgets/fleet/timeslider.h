// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

class QLabel;
class QPushButton;
class QSlider;
class QToolButton;

namespace sandglass {

class TimeTravel;
class ToneLabel;

// The strip above a list of the past: which moment is shown, a slider from as far back as the journal goes to
// now, a minute or an event further by key, and the way back to now. Says so where nobody listened.
class TimeSlider : public QWidget
{
    Q_OBJECT

public:
    explicit TimeSlider(TimeTravel &travel, QWidget *parent = nullptr);

signals:
    void backRequested();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void refresh();
    void stepEvent(int by);
    void slide(int value);
    [[nodiscard]] int positionOf(qint64 millis) const;

    TimeTravel &m_travel;
    QLabel *m_text;
    ToneLabel *m_note;
    QSlider *m_slider;
    QToolButton *m_before;
    QToolButton *m_after;
    QPushButton *m_back;
    QTimer m_settle;
    bool m_refreshing = false;
};

} // namespace sandglass
