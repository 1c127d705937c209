// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/selection.h"

namespace sandglass {

void Selection::set(const QList<SandboxKey> &keys)
{
    if (m_keys == keys)
        return;
    m_keys = keys;
    emit changed();
}

} // namespace sandglass
