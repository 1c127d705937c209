// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/inpool.h"
#include "backend/core/whenanswered.h"
#include "backend/microvm/answer.h"

namespace sandglass::microvm {

// File work that may take its time (syncing, removing folders, hashing) on the pool; the answer comes back in
// the context's thread and is dropped when the context is gone. `work` must own everything it touches.
template<typename T>
void inBackground(QThreadPool &pool, QObject *context, std::function<Result<T>()> work, Reply<T> reply)
{
    whenAnswered<T>(inPool(pool, std::move(work)), context, std::move(reply));
}

} // namespace sandglass::microvm
