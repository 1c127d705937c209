// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/query/node.h"

namespace sandglass::query {

// The canonical text of a tree: reads as an equal tree.
[[nodiscard]] QString printed(const Node &node);
[[nodiscard]] QString printed(const Term &term);
// One value as it is written behind a field's operator; in quotes only where it must be.
[[nodiscard]] QString printedValue(const QString &text, bool pattern = false);
[[nodiscard]] const char *opText(Op op);

} // namespace sandglass::query
