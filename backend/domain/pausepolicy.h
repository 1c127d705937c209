// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/sandbox.h"

#include <QStringList>

namespace sandglass {

// Who may pause and resume: everybody, or those whose template or owner is on the list. What the engine does
// by itself (a hibernating one whose time is over) asks nobody.
struct PausePolicy
{
    bool restricted = false;
    QStringList templates;
    QStringList owners;

    friend bool operator==(const PausePolicy &, const PausePolicy &) = default;
};

// PauseNotAllowed, with the template and the owner as detail.
[[nodiscard]] Result<void> mayPause(const PausePolicy &policy, const TemplateId &templateId,
                                    const QString &owner);

} // namespace sandglass

Q_DECLARE_METATYPE(sandglass::PausePolicy)
