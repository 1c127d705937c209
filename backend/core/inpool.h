// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/pending.h"

#include <QThreadPool>

#include <memory>
#include <type_traits>
#include <utility>

namespace sandglass {

// Runs `work()`, which gives a Result, on a thread of `pool`: files, hashes, pictures, anything that would
// hold up a thread that turns. `work` owns all that it touches, because who asked may be gone before it ends.
template<typename Work>
[[nodiscard]] auto inPool(QThreadPool &pool, Work work) -> QFuture<std::invoke_result_t<Work &>>
{
    auto promise = std::make_shared<QPromise<std::invoke_result_t<Work &>>>();
    promise->start();
    pool.start([promise, work = std::move(work)]() mutable {
        promise->addResult(work());
        promise->finish();
    });
    return promise->future();
}

} // namespace sandglass
