// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/pending.h"
#include "backend/core/result.h"

#include <QString>

namespace sandglass::microvm {

// What was written to this file, or the names in this folder, survive a power cut. DiskFull (a file system
// that finds out late), StoreFailed. Blocking: for the pool.
[[nodiscard]] Result<Done> syncPath(const QString &path);
// The same for a file that is open; `path` is for the error's detail.
[[nodiscard]] Result<Done> syncFile(int file, const QString &path);

} // namespace sandglass::microvm
