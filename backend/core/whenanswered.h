// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/pending.h"

#include <QFutureWatcher>

#include <memory>
#include <type_traits>
#include <utility>

namespace sandglass {

// Calls `then(Result<T>)` in a later turn of the caller's thread, in which `context` lives, or never when
// `context` is gone by then. A cancelled answer, and one whose promise was dropped, is Error(Cancelled).
//
// Not QFuture::then(context, ...): Qt 6.4 asserts when the context went before the answer came, and runs the
// function at once or later depending on who was faster.
template<typename T, typename Then> void whenAnswered(const Pending<T> &pending, QObject *context, Then then)
{
    auto *watcher = new QFutureWatcher<Result<T>>(context);
    QObject::connect(watcher, &QFutureWatcherBase::finished, context,
                     [watcher, then = std::move(then)]() mutable {
                         watcher->deleteLater();
                         const Pending<T> answer = watcher->future();
                         if (answer.isCanceled() || answer.resultCount() == 0)
                             then(Result<T>(tl::unexpect, Error(ErrorCode::Cancelled)));
                         else
                             then(answer.result());
                     });
    watcher->setFuture(pending);
}

// The answer as another one: `map(Result<T>)` gives a Result<U>. Cancelled when `context` is gone first.
template<typename T, typename Map>
[[nodiscard]] auto mapAnswer(const Pending<T> &pending, QObject *context, Map map)
    -> QFuture<std::invoke_result_t<Map &, Result<T>>>
{
    auto promise = std::make_shared<QPromise<std::invoke_result_t<Map &, Result<T>>>>();
    promise->start();
    whenAnswered<T>(pending, context, [promise, map = std::move(map)](Result<T> result) mutable {
        promise->addResult(map(std::move(result)));
        promise->finish();
    });
    return promise->future();
}

} // namespace sandglass
