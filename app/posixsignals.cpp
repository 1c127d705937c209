// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/posixsignals.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>

namespace sandglass::app {

namespace {

// The only way for a signal handler to find anything.
std::atomic<int> wakeDescriptor{-1};

constexpr int Watched[] = {SIGINT, SIGTERM, SIGHUP};

void handle(int)
{
    const int saved = errno;
    const char byte = 1;
    const ssize_t written = write(wakeDescriptor.load(), &byte, 1);
    Q_UNUSED(written)
    errno = saved;
}

} // namespace

PosixSignals::PosixSignals(QObject *parent) : QObject(parent)
{
    if (pipe2(m_pipe, O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    wakeDescriptor = m_pipe[1];
    m_notifier = std::make_unique<QSocketNotifier>(m_pipe[0], QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &PosixSignals::take);
    struct sigaction action = {};
    action.sa_handler = handle;
    action.sa_flags = SA_RESTART;
    for (const int number : Watched)
        sigaction(number, &action, nullptr);
}

PosixSignals::~PosixSignals()
{
    for (const int number : Watched)
        std::signal(number, SIG_DFL);
    wakeDescriptor = -1;
    for (const int descriptor : m_pipe) {
        if (descriptor >= 0)
            close(descriptor);
    }
}

void PosixSignals::take()
{
    char bytes[16];
    if (read(m_pipe[0], bytes, sizeof bytes) > 0)
        emit endRequested();
}

} // namespace sandglass::app
