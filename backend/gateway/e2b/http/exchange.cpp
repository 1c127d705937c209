// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/gateway/e2b/http/exchange.h"

namespace sandglass::gateway {

void Exchange::respond(int status, const QByteArray &contentType, const QByteArray &body, HttpFields extra)
{
    if (!contentType.isEmpty())
        extra.push_back({"content-type", contentType});
    if (status != 204 && status != 304)
        extra.push_back({"content-length", QByteArray::number(body.size())});
    begin(status, extra);
    if (!body.isEmpty())
        write(body);
    finish();
}

} // namespace sandglass::gateway
