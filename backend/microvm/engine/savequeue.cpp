// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/engine/savequeue.h"

#include <QTimer>

#include <algorithm>

namespace sandglass::microvm {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds FirstPause = 5s;
constexpr std::chrono::milliseconds LongestPause = 5min;

} // namespace

SaveQueue::SaveQueue(int atOnce, QObject *parent)
    : QObject(parent), m_atOnce(static_cast<std::size_t>(std::max(1, atOnce)))
{
    m_threads.setMaxThreadCount(std::max(1, atOnce));
}

void SaveQueue::enter(QObject *holder, const SandboxId &id, std::function<void()> begin)
{
    connect(holder, &QObject::destroyed, this, &SaveQueue::leave, Qt::UniqueConnection);
    const Place place{holder, std::move(begin)};
    const auto trouble = m_troubles.find(id);
    if (trouble == m_troubles.end())
        line(place);
    else
        QTimer::singleShot(trouble->second.next, holder, [this, place] { line(place); });
}

void SaveQueue::line(const Place &place)
{
    m_waiting.push_back(place);
    advance();
}

void SaveQueue::leave(QObject *holder)
{
    std::erase_if(m_waiting, [holder](const Place &place) { return place.holder == holder; });
    std::erase(m_running, holder);
    advance();
}

void SaveQueue::succeeded(const SandboxId &id)
{
    m_troubles.erase(id);
}

void SaveQueue::failed(const SandboxId &id)
{
    Trouble &trouble = m_troubles.try_emplace(id, Trouble{{FirstPause, LongestPause}, {}}).first->second;
    trouble.next = trouble.pause.next();
}

void SaveQueue::advance()
{
    while (m_running.size() < m_atOnce && !m_waiting.empty()) {
        Place next = std::move(m_waiting.front());
        m_waiting.pop_front();
        m_running.push_back(next.holder);
        QMetaObject::invokeMethod(next.holder, next.begin, Qt::QueuedConnection);
    }
}

} // namespace sandglass::microvm
