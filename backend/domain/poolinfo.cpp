// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/poolinfo.h"

namespace sandglass {

Result<void> checkPoolSetting(const PoolSetting &setting)
{
    if (setting.least < 0 || setting.most < setting.least || setting.most > MaxPool)
        return fail(ErrorCode::InvalidArgument,
                    QStringLiteral("pool %1 to %2").arg(setting.least).arg(setting.most));
    return {};
}

} // namespace sandglass
