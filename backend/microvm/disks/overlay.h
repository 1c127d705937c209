// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/bytes.h"
#include "backend/core/pending.h"
#include "backend/microvm/answer.h"

#include <QString>

#include <chrono>

namespace sandglass::microvm {

// Makes an empty qcow2 overlay over `backing` with qemu-img; the answer comes through the event loop.
// ToolMissing: no qemu-img; DiskFull; StoreFailed with the tool's own words.
void createOverlay(const QString &backing, const QString &backingFormat, const QString &path,
                   std::chrono::milliseconds deadline, QObject *context, Reply<Done> reply);

// A clone's overlay: a copy of an empty one that was made once per checkpoint (a few hundred kilobytes;
// shared blocks where the file system can). Well under a millisecond. AlreadyExists, DiskFull, StoreFailed.
[[nodiscard]] Result<Done> cloneEmptyOverlay(const QString &pristine, const QString &path);

// The same, but resting on another backing file of the same size and format. StoreFailed also when `pristine`
// is no overlay or the name is too long.
[[nodiscard]] Result<Done> emptyOverlayOver(const QString &pristine, const QString &backing,
                                            const QString &path);

[[nodiscard]] Result<Bytes> freeSpace(const QString &folder);
// DiskFull unless `needed` can be written there and `reserve` still stays free.
[[nodiscard]] Result<Done> checkFreeSpace(const QString &folder, Bytes needed, Bytes reserve);

} // namespace sandglass::microvm
