// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/engine/deadlinetimer.h"

#include <QSocketNotifier>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <sys/timerfd.h>

namespace sandglass::microvm {

namespace {

constexpr BootTime Second = std::chrono::seconds(1);

timespec toTimespec(BootTime time)
{
    return {.tv_sec = static_cast<time_t>(time / Second),
            .tv_nsec = static_cast<long>((time % Second).count())};
}

} // namespace

DeadlineTimer::DeadlineTimer(QObject *parent)
    : QObject(parent), m_boot(::timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC)),
      m_wall(::timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC))
{
    auto *bootNotifier = new QSocketNotifier(m_boot.get(), QSocketNotifier::Read, this);
    connect(bootNotifier, &QSocketNotifier::activated, this, [this] {
        quint64 expirations = 0;
        if (::read(m_boot.get(), &expirations, sizeof expirations) > 0)
            emit due();
    });
    auto *wallNotifier = new QSocketNotifier(m_wall.get(), QSocketNotifier::Read, this);
    connect(wallNotifier, &QSocketNotifier::activated, this, [this] {
        quint64 expirations = 0;
        const bool set = ::read(m_wall.get(), &expirations, sizeof expirations) < 0 && errno == ECANCELED;
        watchWallClock();
        if (set)
            emit wallClockSet();
    });
    watchWallClock();
}

void DeadlineTimer::watchWallClock()
{
    // A timer in the far future that the kernel cancels when the clock is set (timerfd_create(2)).
    itimerspec far{};
    far.it_value.tv_sec = std::numeric_limits<qint32>::max();
    ::timerfd_settime(m_wall.get(), TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &far, nullptr);
}

void DeadlineTimer::setDue(BootTime at)
{
    itimerspec when{};
    when.it_value = toTimespec(std::max(at, BootTime(1)));
    ::timerfd_settime(m_boot.get(), TFD_TIMER_ABSTIME, &when, nullptr);
}

void DeadlineTimer::clear()
{
    const itimerspec never{};
    ::timerfd_settime(m_boot.get(), 0, &never, nullptr);
}

} // namespace sandglass::microvm
