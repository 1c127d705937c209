// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/query/query.h"

namespace sandglass::query {

// A query, or the first thing that is wrong with its text.
struct Parsed
{
    Query query;
    std::optional<Fault> fault;
};

// Reads the language that this folder's README describes. Pure; bounded by MaxLength, MaxDepth, MaxTerms.
[[nodiscard]] Parsed parse(QStringView text);

} // namespace sandglass::query
