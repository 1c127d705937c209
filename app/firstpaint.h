// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>

class QWidget;

namespace sandglass::app {

// Says once, at debug level of `sandglass.app`, when the list of sandboxes was painted with rows in it: what
// a person calls started. GUI thread; destroyed before the window.
class FirstPaint : public QObject
{
    Q_OBJECT

public:
    explicit FirstPaint(QWidget &window);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void tell();

    QElapsedTimer m_since;
    int m_rows = 0;
};

} // namespace sandglass::app
