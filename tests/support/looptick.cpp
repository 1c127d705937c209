// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/looptick.h"

#include <QCoreApplication>
#include <QEvent>

#include <ctime>

namespace sandglass::test {

using std::chrono::microseconds;

namespace {

microseconds usedByThisThread()
{
    timespec used{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return std::chrono::seconds(used.tv_sec) + microseconds(used.tv_nsec / 1000);
}

} // namespace

void LoopTick::start()
{
    m_running = true;
    m_turns = 0;
    m_longestWork = m_longestWait = {};
    m_usedBefore = usedByThisThread();
    m_turn.start();
    next();
}

void LoopTick::stop()
{
    m_running = false;
}

void LoopTick::next()
{
    // Behind everything that is posted already, and timers get their turn in between.
    QCoreApplication::postEvent(this, new QEvent(QEvent::User), Qt::LowEventPriority);
}

bool LoopTick::event(QEvent *event)
{
    if (event->type() != QEvent::User)
        return QObject::event(event);
    if (!m_running)
        return true;
    const microseconds used = usedByThisThread();
    const microseconds work = used - m_usedBefore;
    const microseconds wait = microseconds(m_turn.nsecsElapsed() / 1000) - work;
    m_longestWork = std::max(m_longestWork, work);
    m_longestWait = std::max(m_longestWait, wait);
    ++m_turns;
    m_usedBefore = used;
    m_turn.start();
    next();
    return true;
}

} // namespace sandglass::test
