// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/fleet.h"
#include "backend/gateway/e2b/http/httpserver.h"

#include <QObject>

namespace sandglass::gateway {

struct E2bOptions
{
    QString folder;       // private: keys, the tokens' secret, notes of sandboxes
    quint16 port = 20490; // zero: any free one
    bool anyPortIfTaken = true;
    HttpLimits limits{};
};

// The E2B-compatible API of one fleet on loopback: control API and sandbox proxy on one port (README.md).
// Made, used and destroyed in the fleet's thread, which it never blocks; the server has a thread of its own,
// where all bytes of sandboxes pass. The fleet outlives it.
class E2bGateway final : public QObject, public ProgramAccess
{
    Q_OBJECT

public:
    E2bGateway(Fleet &fleet, E2bOptions options, const Clock &clock);
    ~E2bGateway() override;

    // StoreFailed (the folder), AlreadyExists or PermissionDenied (the port).
    [[nodiscard]] Result<Done> start();
    [[nodiscard]] QString url() const; // empty until started
    [[nodiscard]] int connectionCount() const;

    [[nodiscard]] Pending<ApiAddress> address() override;
    [[nodiscard]] Pending<QList<ApiKey>> keys() override;
    [[nodiscard]] Pending<NewApiKey> createKey(const QString &name) override;
    [[nodiscard]] Pending<Done> revokeKey(const QString &id) override;
    [[nodiscard]] Pending<ApiTraffic> traffic() override;

private:
    struct Data;
    void publishKeys();
    void publishDoor(const SandboxId &id);

    std::unique_ptr<Data> d;
};

} // namespace sandglass::gateway
