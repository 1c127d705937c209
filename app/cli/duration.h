// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

#include <chrono>
#include <optional>

namespace sandglass::cli {

// A span as people type it: "90s", "15m", "6h", "2d", "1h30m", or a bare number of seconds. Nothing for
// anything else, for zero, or for more than a hundred years.
[[nodiscard]] std::optional<std::chrono::seconds> parseDuration(QStringView text);

} // namespace sandglass::cli
