// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/clock.h"
#include "backend/microvm/uniquefd.h"

#include <QObject>

namespace sandglass::microvm {

// One timer in boot time (CLOCK_BOOTTIME: it counts while the machine sleeps), and the news that somebody set
// the wall clock. Engine thread.
class DeadlineTimer : public QObject
{
    Q_OBJECT

public:
    explicit DeadlineTimer(QObject *parent = nullptr);

    // Replaces any earlier deadline; one that has passed is due at once.
    void setDue(BootTime at);
    void clear();

signals:
    void due();
    void wallClockSet();

private:
    void watchWallClock();

    UniqueFd m_boot;
    UniqueFd m_wall;
};

} // namespace sandglass::microvm
