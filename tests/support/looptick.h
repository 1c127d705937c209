// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>

#include <chrono>

namespace sandglass::test {

// Watches the turns of its thread's event loop between start() and stop(). A turn is judged by the processor
// time that the thread used in it, so that a busy computer does not fail a test; a turn that waits instead of
// working shows in `longestWait` (time that passed without being used), which other load can lengthen too.
class LoopTick : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    void start();
    void stop();

    [[nodiscard]] int turns() const { return m_turns; }
    [[nodiscard]] std::chrono::microseconds longestWork() const { return m_longestWork; }
    [[nodiscard]] std::chrono::microseconds longestWait() const { return m_longestWait; }

protected:
    bool event(QEvent *event) override;

private:
    void next();

    bool m_running = false;
    int m_turns = 0;
    std::chrono::microseconds m_usedBefore{};
    QElapsedTimer m_turn;
    std::chrono::microseconds m_longestWork{};
    std::chrono::microseconds m_longestWait{};
};

} // namespace sandglass::test
