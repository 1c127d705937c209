// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace sandglass {

// What is left of a lifetime, as a bar: full at the start, empty at the end; the colour turns to a warning in
// the last tenth. Standing time (paused) is hatched. Also paints itself for delegates.
class TimeBar : public QWidget
{
    Q_OBJECT

public:
    explicit TimeBar(QWidget *parent = nullptr);

    // 0 to 1; a negative value is 'unknown' and paints an empty groove.
    void setFraction(double fraction);
    void setStanding(bool standing);
    [[nodiscard]] double fraction() const { return m_fraction; }
    [[nodiscard]] QSize sizeHint() const override;

    static void paint(QPainter *painter, const QRectF &rect, double fraction, bool standing,
                      const QPalette &palette);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    double m_fraction = -1;
    bool m_standing = false;
};

} // namespace sandglass
