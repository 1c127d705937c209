// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <memory>

namespace sandglass::gateway {

// The TLS end of one connection, as bytes in and bytes out; it does no I/O. The server's thread.
class TlsSession
{
public:
    virtual ~TlsSession() = default;
    // Takes what came and appends what it says to `plain`. False: it is over, in order or not; what is still
    // to be said is in takeOutput().
    [[nodiscard]] virtual bool receive(QByteArrayView wire, QByteArray &plain) = 0;
    // Only after the handshake, which is over once anything was received.
    [[nodiscard]] virtual QByteArray encrypt(QByteArrayView plain) = 0;
    // What the protocol itself has to say: handshake, alerts.
    [[nodiscard]] virtual QByteArray takeOutput() = 0;
    // The goodbye that tells the client that nothing was cut off.
    [[nodiscard]] virtual QByteArray close() = 0;
};

class TlsMaker
{
public:
    virtual ~TlsMaker() = default;
    // Null when the library has no room for another.
    [[nodiscard]] virtual std::unique_ptr<TlsSession> newSession() = 0;
};

} // namespace sandglass::gateway
