// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/ids.h"
#include "backend/core/pending.h"

#include <QByteArray>

namespace sandglass {

// A piece of a log that grows.
struct LogPiece
{
    qint64 from = 0; // offset of the first byte
    QByteArray bytes;
    qint64 size = 0; // of the log when it was read; less than an offset that was asked for: it began anew

    [[nodiscard]] qint64 next() const { return from + bytes.size(); }
    friend bool operator==(const LogPiece &, const LogPiece &) = default;
};

// What the guests of one fleet wrote to their serial console: the kernel's and init's words. Kept outside of
// the guest, so it is there also when the guest is not. Errors: NotFound.
class ConsoleLog
{
public:
    static constexpr qsizetype MostAtOnce = 1024 * 1024;

    virtual ~ConsoleLog() = default;
    // From an offset, at most MostAtOnce; a negative offset counts from the end.
    [[nodiscard]] virtual Pending<LogPiece> read(const SandboxId &id, qint64 from) = 0;
};

} // namespace sandglass
