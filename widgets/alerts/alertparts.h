// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace sandglass {

class Notifier;

// What the window's alerts are made of. Not owned; outlives the window.
struct AlertParts
{
    QString file{};               // where they are kept; empty: nowhere
    Notifier *notifier = nullptr; // null: the desktop's
};

} // namespace sandglass
