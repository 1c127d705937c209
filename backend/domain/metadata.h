// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/result.h"

#include <QMap>
#include <QString>

namespace sandglass {

// Labels that people put on sandboxes, sorted by key. Visible everywhere; not for secrets.
using Metadata = QMap<QString, QString>;

// Limits of seed 002.
inline constexpr int MaxMetadataKeys = 32;
inline constexpr int MaxMetadataKeyLength = 63;
inline constexpr int MaxMetadataValueLength = 256;

// The first thing wrong with one label, with the key as the error's detail: InvalidMetadataKey
// (^[A-Za-z0-9_.-]{1,63}$), ReservedMetadataKey (source, task_name), InvalidMetadataValue (over 256
// characters or with control characters).
[[nodiscard]] Result<void> checkMetadataEntry(const QString &key, const QString &value);
// The same for all, and TooManyMetadataKeys.
[[nodiscard]] Result<void> checkMetadata(const Metadata &metadata);

// "key=value" as people type it; the value may be empty and may hold '='.
[[nodiscard]] Result<std::pair<QString, QString>> parseMetadataEntry(QStringView text);

// Every wanted pair is there, exactly.
[[nodiscard]] bool containsAll(const Metadata &metadata, const Metadata &wanted);

} // namespace sandglass
