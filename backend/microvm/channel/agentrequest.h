// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/microvm/answer.h"
#include "backend/microvm/channel/agentclient.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace sandglass::microvm {

// One request of AgentClient that waits for its whole answer. Owns its stream, belongs to the client, and
// goes when it has answered.
class AgentRequest : public QObject
{
    Q_OBJECT

public:
    AgentRequest(std::unique_ptr<AgentStream> stream, std::chrono::milliseconds deadline,
                 Answer<HttpAnswer> answer, QObject *parent);

private:
    void onReadyRead();
    void finish(Result<HttpAnswer> result);

    std::unique_ptr<AgentStream> m_stream;
    QTimer m_deadline;
    QByteArray m_body;
    Answer<HttpAnswer> m_answer;
};

} // namespace sandglass::microvm
