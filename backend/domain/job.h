// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/clock.h"
#include "backend/core/ids.h"
#include "backend/core/result.h"

#include <optional>

namespace sandglass {

enum class JobKind { BuildImage, BootTemplate };
enum class JobState { Queued, Running, Succeeded, Failed, Cancelled };

// Long work of a backend: an image being built, a template's first boot. Ended ones stay in the list for a
// while, so that people can read how they ended.
struct Job
{
    JobId id;
    JobKind kind = JobKind::BuildImage;
    TemplateId subject;
    JobState state = JobState::Queued;
    QString step; // the step's id, e.g. "desktop-packages"
    QString text; // the tool's own last line
    int stepIndex = 0;
    int stepCount = 0;
    std::optional<int> percent;
    WallTime startedAt{};
    std::optional<WallTime> endedAt;
    bool cancellable = false;
    std::optional<Error> error;
    QString logPath;

    friend bool operator==(const Job &, const Job &) = default;
};

} // namespace sandglass

Q_DECLARE_METATYPE(sandglass::Job)
