// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaObject>
#include <QObject>

#include <functional>
#include <mutex>

namespace sandglass {

// The way from any thread into an object's own, safe against its end: once closed (by the object, in its
// thread, before it dies) what is posted goes nowhere. Shared by all who post.
class Postbox
{
public:
    explicit Postbox(QObject *target) : m_target(target) {}
    Q_DISABLE_COPY_MOVE(Postbox)

    void post(std::function<void()> act)
    {
        const std::lock_guard lock(m_mutex);
        if (m_target)
            QMetaObject::invokeMethod(m_target, std::move(act), Qt::QueuedConnection);
    }

    void close()
    {
        const std::lock_guard lock(m_mutex);
        m_target = nullptr;
    }

private:
    std::mutex m_mutex;
    QObject *m_target;
};

} // namespace sandglass
