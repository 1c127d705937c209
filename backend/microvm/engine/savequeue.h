// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/backoff.h"
#include "backend/core/ids.h"

#include <QObject>
#include <QThreadPool>

#include <deque>
#include <functional>
#include <map>
#include <vector>

namespace sandglass::microvm {

// Frozen machines wait here for their turn to be written to disk: few at a time, so that pausing many leaves
// disk and processors to those that run; in the order in which they were frozen. One whose save failed waits
// longer each time. Engine thread. A place is left by leave() or by the end of its holder.
class SaveQueue : public QObject
{
    Q_OBJECT

public:
    explicit SaveQueue(int atOnce, QObject *parent = nullptr);

    // `begin` comes from the event loop, once, unless the holder leaves or ends before.
    void enter(QObject *holder, const SandboxId &id, std::function<void()> begin);
    void leave(QObject *holder);

    void succeeded(const SandboxId &id);
    // The next turn of this one comes after a pause.
    void failed(const SandboxId &id);

    [[nodiscard]] int running() const { return static_cast<int>(m_running.size()); }
    [[nodiscard]] int waiting() const { return static_cast<int>(m_waiting.size()); }
    // The threads that do the writing: as many as save at once, so that nobody else waits behind them.
    [[nodiscard]] QThreadPool &threads() { return m_threads; }

private:
    struct Place
    {
        QObject *holder;
        std::function<void()> begin;
    };
    struct Trouble
    {
        Backoff pause;
        std::chrono::milliseconds next{};
    };

    void line(const Place &place);
    void advance();

    std::size_t m_atOnce;
    std::deque<Place> m_waiting;
    std::vector<QObject *> m_running;
    std::map<SandboxId, Trouble> m_troubles;
    QThreadPool m_threads;
};

} // namespace sandglass::microvm
