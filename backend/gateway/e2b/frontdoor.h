// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/gateway/e2b/control/controlcall.h"
#include "backend/gateway/e2b/proxy/guestcall.h"

namespace sandglass::gateway {

// Makes the handler of each request by where it belongs. Server's thread.
class FrontDoor
{
public:
    FrontDoor(std::shared_ptr<ControlParts> control, std::shared_ptr<ProxyParts> proxy)
        : m_control(std::move(control)), m_proxy(std::move(proxy))
    {}

    [[nodiscard]] std::shared_ptr<RequestHandler> open(const std::shared_ptr<Exchange> &exchange) const;

private:
    [[nodiscard]] std::shared_ptr<RequestHandler> toSandbox(const std::shared_ptr<Exchange> &exchange,
                                                            const ToSandbox &target) const;
    [[nodiscard]] std::shared_ptr<RequestHandler> toFile(const std::shared_ptr<Exchange> &exchange) const;

    std::shared_ptr<ControlParts> m_control;
    std::shared_ptr<ProxyParts> m_proxy;
};

} // namespace sandglass::gateway
