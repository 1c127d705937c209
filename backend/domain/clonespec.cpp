// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/clonespec.h"

namespace sandglass {

Result<void> checkCloneSpec(const CloneSpec &spec)
{
    if (spec.checkpoint.isEmpty() == spec.sandbox.isEmpty())
        return fail(ErrorCode::InvalidArgument, QStringLiteral("a checkpoint or a sandbox"));
    if (spec.count < 1 || spec.count > MaxClones)
        return fail(ErrorCode::InvalidArgument, QStringLiteral("count %1").arg(spec.count));
    if (!spec.name.isEmpty()) {
        if (auto checked = checkName(cloneName(spec.name, spec.count, spec.count)); !checked)
            return checked;
    }
    if (auto checked = checkTimeout(spec.timeout); !checked)
        return checked;
    return checkMetadata(spec.metadata);
}

QString cloneName(const QString &base, int number, int count)
{
    return count == 1 ? base : base + u'-' + QString::number(number);
}

} // namespace sandglass
