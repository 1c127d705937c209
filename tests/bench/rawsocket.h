// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/microvm/uniquefd.h"

#include <QByteArray>
#include <QString>

#include <chrono>

namespace sandglass::bench {

// A blocking unix socket, as the barest client would use it.
class RawSocket
{
public:
    // Tries again until somebody listens.
    [[nodiscard]] bool open(const QString &path, std::chrono::milliseconds limit);
    [[nodiscard]] bool send(const QByteArray &bytes);
    [[nodiscard]] bool sendWithDescriptor(const QByteArray &bytes, int descriptor);
    // Exactly so many bytes, thrown away.
    [[nodiscard]] bool swallow(qint64 bytes);
    [[nodiscard]] bool receive(char *into, qint64 bytes);
    // The next line that holds `what`.
    [[nodiscard]] bool awaitLine(const QByteArray &what);

private:
    microvm::UniqueFd m_fd;
    QByteArray m_buffer;
};

} // namespace sandglass::bench
