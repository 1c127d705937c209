// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/result.h"

#include <QFuture>
#include <QPromise>

namespace sandglass {

// An answer that comes later. Three ends: a value, an Error, or cancelled (the future is cancelled).
// Consumers attach with whenAnswered() (whenanswered.h), so that the answer runs in the context's thread and
// dies with it.
template<typename T> using Pending = QFuture<Result<T>>;

// 'It was done', where there is nothing else to say.
struct Done
{
    friend bool operator==(Done, Done) = default;
};

template<typename T> [[nodiscard]] Pending<T> answered(Result<T> result)
{
    QPromise<Result<T>> promise;
    promise.start();
    promise.addResult(std::move(result));
    promise.finish();
    return promise.future();
}

template<typename T> [[nodiscard]] Pending<T> refused(Error error)
{
    return answered<T>(Result<T>(tl::unexpect, std::move(error)));
}

} // namespace sandglass
