// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace sandglass::query {

// Patterns as in Value::text: '*' any characters, '?' one, a backslash takes the next character as it is.

// `text` with a backslash before each '*', '?' and backslash.
[[nodiscard]] QString escaped(QStringView text);
// The whole text fits the pattern. Time is bounded by the product of the lengths.
[[nodiscard]] bool fitsPattern(QStringView text, QStringView pattern, Qt::CaseSensitivity sensitivity);

} // namespace sandglass::query
