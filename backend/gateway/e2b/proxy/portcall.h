// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/gateway/e2b/http/http1parser.h"
#include "backend/gateway/e2b/proxy/guestcall.h"

namespace sandglass::gateway {

// A request to a port of the guest: a tunnel through the channel, and HTTP/1.1 within it, one request a
// tunnel. An upgrade that the service accepts (WebSocket) turns both ways into plain bytes.
class PortCall final : public GuestCall
{
public:
    PortCall(std::shared_ptr<Exchange> exchange, std::shared_ptr<ProxyParts> parts, ToSandbox target);

protected:
    [[nodiscard]] std::optional<ProxyFault> check(const Door &door) const override;
    [[nodiscard]] GuestRequest request(const Door &door) const override;
    void guestAnswered(int status, const HttpFields &fields) override;
    void guestArrived(const QByteArray &bytes) override;
    void guestFinished(const Result<void> &end) override;
    void sendBody(const QByteArray &piece) override;
    void sendBodyEnd() override;

private:
    [[nodiscard]] RequestHead innerHead() const;
    void dialAgain();
    void handleHead();
    void pass();
    void fail();

    std::unique_ptr<Http1Parser> m_parser;
    int m_dials = 1;
    bool m_tunnel = false;
    bool m_upgradeAsked = false;
    bool m_chunkedBody = false;
    bool m_begun = false;
    bool m_raw = false;
};

} // namespace sandglass::gateway
