// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/pending.h"

#include <QByteArray>

namespace sandglass::gateway {

// Files that only their owner may read. Writing replaces a file as a whole or not at all.
[[nodiscard]] Result<Done> makePrivateFolder(const QString &path);
[[nodiscard]] Result<Done> writePrivateFile(const QString &path, const QByteArray &content);
// NotFound when there is none; StoreFailed when it cannot be read or is longer than `most`.
[[nodiscard]] Result<QByteArray> readPrivateFile(const QString &path, qint64 most = qint64(1) << 20);

// Hexadecimal digits from the system's generator.
[[nodiscard]] QByteArray randomHex(int digits);

} // namespace sandglass::gateway
