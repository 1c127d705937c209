// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/ids.h"

#include <QList>
#include <QObject>

namespace sandglass {

// The one selection of the window: every list shows it, every action works on it. By key, so that it outlives
// sorting and filtering. GUI thread.
class Selection : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] const QList<SandboxKey> &keys() const { return m_keys; }
    [[nodiscard]] bool isSingle() const { return m_keys.size() == 1; }
    void set(const QList<SandboxKey> &keys);

signals:
    void changed();

private:
    QList<SandboxKey> m_keys;
};

} // namespace sandglass
