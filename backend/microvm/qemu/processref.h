// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/pending.h"
#include "backend/core/result.h"
#include "backend/microvm/uniquefd.h"

#include <QObject>
#include <QSocketNotifier>

#include <memory>
#include <optional>

namespace sandglass::microvm {

// A process that cannot be mistaken for a later one with the same number: the pid with its start time
// (field 22 of /proc/PID/stat). Good across restarts of the engine within one boot of the host.
struct ProcessRef
{
    qint64 pid = 0;
    quint64 startTicks = 0;

    [[nodiscard]] bool isNull() const { return pid <= 0; }
    friend bool operator==(const ProcessRef &, const ProcessRef &) = default;
};

// NotFound when there is no such process (a zombie is none).
[[nodiscard]] Result<ProcessRef> processRef(qint64 pid);
// Of a child of ours that was not reaped yet, whether it still runs or not.
[[nodiscard]] Result<ProcessRef> childProcessRef(qint64 pid);
// The start time out of the text of /proc/PID/stat; nothing for a zombie or garbage. Pure.
[[nodiscard]] std::optional<quint64> startTicksOf(QByteArrayView stat);

[[nodiscard]] bool isAlive(const ProcessRef &process);
// NotFound when it has ended already; PermissionDenied when it is not ours.
[[nodiscard]] Result<Done> signalProcess(const ProcessRef &process, int signal);

// Tells once when a process ends; it need not be our child (a child is reaped). Engine thread.
class ProcessWatcher : public QObject
{
    Q_OBJECT

public:
    explicit ProcessWatcher(QObject *parent = nullptr);

    // Watches this one instead of any earlier one. A process that is gone already makes `ended` come from the
    // event loop.
    void watch(const ProcessRef &process);
    void stop();

signals:
    void ended();

private:
    void onEnded();

    ProcessRef m_process;
    UniqueFd m_pidfd;
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace sandglass::microvm
