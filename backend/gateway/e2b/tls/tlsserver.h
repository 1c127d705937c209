// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/gateway/e2b/http/transport.h"
#include "backend/gateway/e2b/tls/authority.h"

#include <functional>
#include <memory>

namespace sandglass::gateway {

// Makes the TLS ends (1.2 and 1.3) of one installation's connections. Each name that a client asks for (SNI)
// gets a certificate of its own, made when it is first asked for: `{port}-{id}.localhost` cannot be had by a
// wildcard, because no client takes `*.localhost`. Who names nobody gets one for loopback and `addresses`.
// One thread after make().
class TlsServer final : public TlsMaker
{
public:
    struct Options
    {
        Authority authority;
        QStringList addresses{}; // further addresses, as text
        // Which names are served; others get the alert `unrecognized_name`.
        std::function<bool(const QByteArray &)> serves;
        const Clock *clock = nullptr;
    };

    // StoreFailed: the authority is none.
    [[nodiscard]] static Result<std::unique_ptr<TlsServer>> make(Options options);
    ~TlsServer() override;
    Q_DISABLE_COPY_MOVE(TlsServer)

    [[nodiscard]] std::unique_ptr<TlsSession> newSession() override;

private:
    struct Data;
    explicit TlsServer(std::unique_ptr<Data> data);
    std::unique_ptr<Data> d;
};

} // namespace sandglass::gateway
