// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/microvm/channel/agentclient.h"
#include "tests/backend/microvm/channel/testagent.h"

#include <QSignalSpy>
#include <QTest>

namespace sandglass::microvm {

inline HttpRequest get(const QByteArray &path)
{
    return {.method = "GET", .path = path, .headers = {}};
}

struct Kept
{
    int times = 0;
    Result<HttpAnswer> value = fail(ErrorCode::Internal);

    Reply<HttpAnswer> reply()
    {
        return [this](const Result<HttpAnswer> &result) {
            ++times;
            value = result;
        };
    }
};

inline void makeReady(AgentClient &client, TestAgent &agent)
{
    QSignalSpy ready(&client, &AgentClient::ready);
    client.open(agent.path(), std::chrono::seconds(10));
    QTRY_COMPARE(ready.count(), 1);
    QVERIFY(client.isReady());
}

} // namespace sandglass::microvm
