// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/sandbox.h"

#include <QStringList>

namespace sandglass::cli {

// The sandboxes that were named, or a sentence about the first name that fits none or several.
struct Selection
{
    QList<Sandbox> sandboxes;
    QString fault;
};

// Each name is an id, or the name of exactly one sandbox that is not deleted. One that is named twice is
// answered once. Pure.
[[nodiscard]] Selection selectByName(const QList<Sandbox> &all, const QStringList &names);

} // namespace sandglass::cli
