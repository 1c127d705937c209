// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace sandglass::microvm {

// For a socket or process that may be the sender of the very signal in which its owner dies.
struct DeleteLater
{
    void operator()(QObject *object) const { object->deleteLater(); }
};

} // namespace sandglass::microvm
