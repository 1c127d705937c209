// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/whenanswered.h"
#include "backend/microvm/answer.h"

#include <QThreadPool>

#include <memory>

namespace sandglass::microvm {

// File work that may take its time (syncing, removing folders, hashing) on the pool; the answer comes back in
// the context's thread and is dropped when the context is gone. `work` must own everything it touches.
template<typename T>
void inBackground(QThreadPool &pool, QObject *context, std::function<Result<T>()> work, Reply<T> reply)
{
    auto promise = std::make_shared<QPromise<Result<T>>>();
    promise->start();
    whenAnswered<T>(promise->future(), context,
                    [reply = std::move(reply)](const Result<T> &result) { reply(result); });
    pool.start([promise, work = std::move(work)] {
        promise->addResult(work());
        promise->finish();
    });
}

} // namespace sandglass::microvm
