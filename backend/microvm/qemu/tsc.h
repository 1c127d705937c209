// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <optional>

namespace sandglass::microvm {

// The rate of the host's time stamp counter in kHz; nothing where it does not tick steadily. An emulated
// guest reads this counter, and hangs in its boot when it must find the rate out by itself. Measured against
// CLOCK_MONOTONIC_RAW for 5 ms where the processor does not say it: call it once. Any thread.
[[nodiscard]] std::optional<quint32> hostTscKhz();

} // namespace sandglass::microvm
