// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSocketNotifier>

#include <memory>

namespace sandglass::app {

// SIGINT, SIGTERM and SIGHUP as a Qt signal of the thread that it lives in. One a process.
class PosixSignals final : public QObject
{
    Q_OBJECT

public:
    explicit PosixSignals(QObject *parent = nullptr);
    ~PosixSignals() override;

signals:
    void endRequested();

private:
    void take();

    int m_pipe[2] = {-1, -1};
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace sandglass::app
