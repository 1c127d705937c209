// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <cstddef>
#include <span>

namespace sandglass::microvm {

// CRC-32C (RFC 3720, appendix B.4): by the processor's own instruction where there is one, 8 GB/s, because
// a pause is measured in milliseconds; else by table. `before` continues an earlier piece. Any thread.
[[nodiscard]] quint32 crc32c(std::span<const std::byte> bytes, quint32 before = 0);

// The same by table alone; what the other is held against.
[[nodiscard]] quint32 crc32cByTable(std::span<const std::byte> bytes, quint32 before = 0);

} // namespace sandglass::microvm
