// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/query/fault.h"

namespace sandglass::query {

// An amount, or why the text is none and what was meant perhaps.
struct Quantity
{
    std::optional<Amount> amount;
    Reason reason = Reason::NotANumber;
    QString hint;
};

// Spans: ms, s, m, h, d, w, also several in falling order ("1h30m") and with decimals ("1.5h"). Sizes: B, K,
// M, G, T, binary ("1.5G", "512MiB"). Money and label numbers: decimals. Counts: whole numbers. Only zero
// needs no unit.
[[nodiscard]] Quantity readQuantity(FieldType type, QStringView text);
// The shortest text that reads as exactly this amount.
[[nodiscard]] QString quantityText(FieldType type, Amount amount);

} // namespace sandglass::query
