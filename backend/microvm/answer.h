// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/result.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <utility>

namespace sandglass::microvm {

template<typename T> using Reply = std::function<void(Result<T>)>;

// A reply together with the object it is for: given at most once, and dropped when the object is gone.
// Engine thread.
template<typename T> class Answer
{
public:
    Answer() = default;
    Answer(QObject *context, Reply<T> reply) : m_context(context), m_reply(std::move(reply)) {}

    [[nodiscard]] bool isOpen() const { return static_cast<bool>(m_reply) && !m_context.isNull(); }

    void give(Result<T> result)
    {
        // Taken out first: the callee may delete the owner of this object.
        const Reply<T> reply = std::exchange(m_reply, {});
        if (reply && m_context)
            reply(std::move(result));
    }

private:
    QPointer<QObject> m_context;
    Reply<T> m_reply;
};

} // namespace sandglass::microvm
