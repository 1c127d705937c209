// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/bytes.h"
#include "backend/core/ids.h"
#include "backend/core/result.h"

#include <optional>

namespace sandglass {

inline constexpr int MaxPool = 64;

// How many clones of a template wait for a launch: never fewer than `least`, and as many as lately were
// launched, up to `most`, while the host has the memory. Both zero: none.
struct PoolSetting
{
    int least = 0;
    int most = 0;

    friend bool operator==(const PoolSetting &, const PoolSetting &) = default;
};

[[nodiscard]] Result<void> checkPoolSetting(const PoolSetting &setting);

// A template's pool as it is now.
struct PoolInfo
{
    TemplateId templateId;
    PoolSetting setting;
    int wanted = 0;             // by demand and memory
    int ready = 0;              // a launch now would get one
    int starting = 0;           // on their way
    int lately = 0;             // launches that the demand is reckoned from
    int assigned = 0;           // launches that got one, since the engine started
    Bytes memory;               // that those who wait hold for themselves
    std::optional<Error> error; // why there are none though they are wanted

    friend bool operator==(const PoolInfo &, const PoolInfo &) = default;
};

} // namespace sandglass

Q_DECLARE_METATYPE(sandglass::PoolInfo)
