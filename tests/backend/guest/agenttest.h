// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <string>

#include <nlohmann/json.hpp>

#include "tests/backend/guest/agentpeer.h"

using AgentPeerHeaders = std::vector<std::pair<std::string, std::string>>;

// What the tests over a session share: a fresh agent and a peer of it, and a folder of the host to act on.
class AgentTest : public QObject
{
    Q_OBJECT

protected:
    std::unique_ptr<QTemporaryDir> m_state;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<RunningAgent> m_agent;
    std::unique_ptr<Http2Peer> m_peer;

    std::string at(const std::string &name) const { return m_folder->path().toStdString() + "/" + name; }
    void put(const std::string &name, const QByteArray &text) const
    {
        QFile file(QString::fromStdString(at(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
    }
    QByteArray get(const std::string &name) const
    {
        QFile file(QString::fromStdString(at(name)));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(none)");
    }
    static nlohmann::json parse(const std::string &text)
    {
        return nlohmann::json::parse(text, nullptr, false);
    }

    using Headers = AgentPeerHeaders;
    struct Answer
    {
        int status = 0;
        nlohmann::json body;
        std::string code() const
        {
            return body.is_object() && body.contains("code") ? body["code"].dump() : std::string();
        }
    };
    Answer call(const std::string &path, const nlohmann::json &message, const Headers &headers = {})
    {
        const auto answer = m_peer->exchange("POST", path, message.dump(), headers);
        return {answer.status, parse(answer.body)};
    }

protected slots:
    void init()
    {
        m_state = std::make_unique<QTemporaryDir>();
        m_folder = std::make_unique<QTemporaryDir>();
        m_agent = std::make_unique<RunningAgent>(m_state->path().toStdString());
        m_peer = std::make_unique<Http2Peer>(m_agent->connect());
    }
    void cleanup()
    {
        m_peer.reset();
        m_agent.reset();
    }
};
