// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/pausepolicy.h"

namespace sandglass {

Result<void> mayPause(const PausePolicy &policy, const TemplateId &templateId, const QString &owner)
{
    if (!policy.restricted || policy.templates.contains(templateId.toString()) ||
        (!owner.isEmpty() && policy.owners.contains(owner)))
        return {};
    return fail(ErrorCode::PauseNotAllowed, owner.isEmpty()
                                                ? templateId.toString()
                                                : templateId.toString() + QStringLiteral(", ") + owner);
}

} // namespace sandglass
