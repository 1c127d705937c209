// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/inpool.h"
#include "backend/core/whenanswered.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <algorithm>
#include <functional>

namespace sandglass {

// Works something out again and again on a thread of its own, whenever it is asked to: not while it works on
// it already, and after long work with pauses, so that a busy fleet costs a part of one core at most. Of
// several wishes meanwhile one is left. For models; lives in their thread.
template<typename Answer> class PacedWork
{
public:
    using Work = std::function<Answer()>;

    // `prepare` is called in this thread and gives what is done in the other one; `take` has the answer.
    PacedWork(std::chrono::milliseconds pause, std::function<Work()> prepare,
              std::function<void(Answer &)> take)
        : m_shortestPause(pause), m_prepare(std::move(prepare)), m_take(std::move(take))
    {
        m_pool.setMaxThreadCount(1);
        m_timer.setSingleShot(true);
        QObject::connect(&m_timer, &QTimer::timeout, &m_context, [this] { start(); });
    }

    // What was asked before is old: its answer is not wanted any more.
    void askAnew()
    {
        m_timer.stop();
        m_isOld = m_works;
        if (!m_works)
            start();
    }
    void ask()
    {
        m_isWanted = m_works;
        if (!m_works && !m_timer.isActive())
            m_timer.start(std::max(m_pause - sinceLast(), std::chrono::milliseconds(0)));
    }
    [[nodiscard]] bool isBusy() const { return m_works || m_timer.isActive(); }

private:
    static constexpr int PauseByWork = 4;

    [[nodiscard]] std::chrono::milliseconds sinceLast() const
    {
        return m_since.isValid() ? std::chrono::milliseconds(m_since.elapsed()) : m_pause;
    }

    void start()
    {
        m_works = true;
        m_isOld = m_isWanted = false;
        m_since.start();
        using Shared = std::shared_ptr<Answer>;
        const Pending<Shared> answer = inPool(
            m_pool, [work = m_prepare()]() -> Result<Shared> { return std::make_shared<Answer>(work()); });
        whenAnswered(answer, &m_context, [this](const Result<Shared> &done) {
            m_works = false;
            m_pause = std::max(m_shortestPause, PauseByWork * sinceLast());
            m_since.start();
            if (m_isOld)
                return start();
            if (m_isWanted)
                ask();
            if (done)
                m_take(**done);
        });
    }

    std::chrono::milliseconds m_shortestPause;
    std::chrono::milliseconds m_pause = m_shortestPause;
    std::function<Work()> m_prepare;
    std::function<void(Answer &)> m_take;
    bool m_works = false;
    bool m_isWanted = false;
    bool m_isOld = false;
    QElapsedTimer m_since; // the last work began, or ended
    QTimer m_timer;
    QObject m_context; // before the pool: no answer comes any more
    QThreadPool m_pool;
};

} // namespace sandglass
