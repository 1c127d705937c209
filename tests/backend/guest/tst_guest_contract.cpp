// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include "backend/guest/agent/access.h"
#include "backend/guest/agent/connect.h"
#include "backend/guest/agent/metrics.h"
#include "tests/backend/guest/agenttest.h"
#include "tests/backend/guest/processevents.h"

using namespace sandglass::guest;
using namespace std::string_literals;

namespace {

const std::string token = "0tQG31xiMp0IOQfaz9dcwi72L1CPo8e0";

} // namespace

// What a stranger may ask and what the engine gives a sandbox: /init, /envs, /metrics, tokens, and the line
// between the engine's own requests and those from outside.
class TestGuestContract : public AgentTest
{
    Q_OBJECT

    std::unique_ptr<Http2Peer> outside()
    {
        auto peer = std::make_unique<Http2Peer>(m_agent->connect());
        peer->authority = "49983-abc.localhost";
        return peer;
    }
    int give(const nlohmann::json &message)
    {
        return m_peer->exchange("POST", "/init", message.dump()).status;
    }
    QByteArray stateFile(const QString &name) const
    {
        QFile file(m_state->filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(none)");
    }
    static nlohmann::json identity(const std::string &id)
    {
        return {{"sandbox_id", id},
                {"template_id", "code"},
                {"hostname", "host"},
                {"machine_id", std::string(32, '0')},
                {"wall_time_ns", 1700000000000000001},
                {"entropy", base64Encode(std::string(32, 'e'))},
                {"env", {{"FROM", "identity"}}}};
    }

private slots:
    void refusedInits_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("status");
        QTest::newRow("truncated") << QByteArray("{\"envVars\":") << 400;
        QTest::newRow("a list") << QByteArray("[]") << 400;
        QTest::newRow("variables of numbers") << QByteArray(R"({"envVars":{"A":1}})") << 400;
        QTest::newRow("name with =") << QByteArray(R"({"envVars":{"A=B":"c"}})") << 400;
        QTest::newRow("token number") << QByteArray(R"({"accessToken":7})") << 400;
        QTest::newRow("token too long")
            << QByteArray("{\"accessToken\":\"" + QByteArray(5000, 't') + "\"}") << 400;
        QTest::newRow("no time") << QByteArray(R"({"timestamp":"yesterday"})") << 400;
        QTest::newRow("no address") << QByteArray(R"({"hyperloopIP":"evil host\nx"})") << 400;
        QTest::newRow("volumes") << QByteArray(R"({"volumeMounts":[{"path":"/a"}]})") << 501;
        QTest::newRow("huge") << QByteArray(3 << 20, ' ') << 413;
    }
    void refusedInits()
    {
        QFETCH(QByteArray, body);
        QFETCH(int, status);
        QCOMPARE(m_peer->exchange("POST", "/init", body.toStdString()).status, status);
        QCOMPARE(stateFile("clock"), QByteArray("(none)"));
        QCOMPARE(m_peer->exchange("GET", "/envs").body, "{}"s);
    }

    void initGivesWhatASandboxNeeds()
    {
        const auto answer =
            m_peer->exchange("POST", "/init",
                             R"({"envVars":{"A":"1","B":"2"},"timestamp":"2026-01-02T03:04:05.5Z",)"
                             R"("hyperloopIP":"192.0.2.1","caBundle":"CERT\n","new":true})");
        QCOMPARE(answer.status, 204);
        QCOMPARE(answer.headers.at("x-envd-version"), "0.6.13"s);
        QVERIFY(!answer.headers.contains("content-length"));
        QCOMPARE(stateFile("clock"), QByteArray("1767323045500000000"));
        QTRY_VERIFY(stateFile("etc/hosts").contains("192.0.2.1 events.e2b.local\n"));
        QTRY_VERIFY(stateFile("etc/ssl/certs/ca-certificates.crt").endsWith("CERT\n"));
        QCOMPARE(give({{"envVars", {{"B", "3"}}}, {"defaultWorkdir", "/usr"}}), 204);
        QCOMPARE(m_peer->exchange("GET", "/envs").body,
                 "{\"A\":\"1\",\"B\":\"3\",\"E2B_EVENTS_ADDRESS\":\"http://192.0.2.1\"}"s);
        const Events events =
            readEvents(m_peer->exchange("POST", "/process.Process/Start", shell("pwd; echo $A $B")).body);
        QCOMPARE(events.out, "/usr\n1 3\n"s);
        QCOMPARE(m_peer->exchange("POST", "/init").status, 204); // an empty one is fine
    }

    void aDefaultUserThatIsNotThere()
    {
        QCOMPARE(give({{"defaultUser", "nobody-here"}}), 204);
        const Events events =
            readEvents(m_peer->exchange("POST", "/process.Process/Start", shell("true")).body);
        QCOMPARE(events.last["error"].value("code", ""), "unauthenticated"s);
        QCOMPARE(m_peer->exchange("GET", "/files?path=/etc/passwd").status, 401);
    }

    void theTokenIsSetOnce()
    {
        QCOMPARE(give({{"accessToken", token}}), 204);
        QCOMPARE(give({{"accessToken", token}}), 204);
        QCOMPARE(give({{"accessToken", "other"}}), 401);
        QCOMPARE(give(nlohmann::json::object()), 204);
        // The same sandbox after a resume keeps it, another one has none.
        QCOMPARE(m_peer->exchange("POST", "/identity", identity("a").dump()).status, 200);
        QCOMPARE(give({{"accessToken", token}}), 204);
        QCOMPARE(m_peer->exchange("POST", "/identity", identity("a").dump()).status, 200);
        QCOMPARE(give({{"accessToken", "other"}}), 401);
        QCOMPARE(m_peer->exchange("POST", "/identity", identity("b").dump()).status, 200);
        QCOMPARE(give({{"accessToken", "other"}}), 204);
    }

    void strangersNeedTheToken_data()
    {
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("without");
        QTest::addColumn<int>("with");
        const auto row = [](const char *method, const char *path, int without, int with) {
            QTest::newRow(path) << QString(method) << QString(path) << without << with;
        };
        row("GET", "/health", 204, 204);
        row("GET", "/metrics", 401, 200);
        row("GET", "/envs", 401, 200);
        row("POST", "/process.Process/List", 401, 200);
        row("POST", "/process.Process/Start", 401, 200);
        row("POST", "/filesystem.Filesystem/Stat", 401, 200);
        row("GET", "/files?path=/etc/passwd", 401, 200);
        row("POST", "/files/compose", 401, 400);
        // The engine's own, whoever asks with whatever.
        row("POST", "/identity", 401, 404);
        row("POST", "/init", 401, 404);
        row("POST", "/poweroff", 401, 404);
        row("POST", "/detach", 401, 404);
        row("POST", "/sync", 401, 404);
        row("GET", "/ready", 401, 404);
        row("GET", "/bench/source?bytes=1", 401, 404);
        row("GET", "/health/../identity", 401, 404);
        row("GET", "//health", 401, 404);
        row("POST", "/files%2Fcompose", 401, 404);
        row("GET", "/", 401, 404);
    }
    void strangersNeedTheToken()
    {
        QFETCH(QString, method);
        QFETCH(QString, path);
        QFETCH(int, without);
        QFETCH(int, with);
        QCOMPARE(give({{"accessToken", token}}), 204);
        const auto peer = outside();
        const std::string body = method == "POST" ? "{}" : "";
        const auto ask = [&](const AgentPeerHeaders &headers) {
            const auto answer = peer->exchange(method.toStdString(), path.toStdString(), body, headers);
            if (answer.headers.at("access-control-allow-origin") != "*")
                return -1;
            return answer.status;
        };
        QCOMPARE(ask({}), without);
        if (without == 401)
            QCOMPARE(ask({{"x-access-token", token + "x"}}), 401);
        QCOMPARE(ask({{"x-access-token", token}}), with);
    }

    void theRefusalHasTheContractsWords()
    {
        QCOMPARE(give({{"accessToken", token}}), 204);
        const auto peer = outside();
        const auto answer = peer->exchange("POST", "/process.Process/List", "{}");
        QCOMPARE(answer.body,
                 "{\"code\":401,\"message\":\"unauthorized access, please provide a valid access token "
                 "or method signing if supported\"}"s);
        QCOMPARE(peer->exchange("GET", "/files?path=/etc/passwd").body,
                 R"({"code":401,"message":"missing signature query parameter"})"s);
    }

    void signedAddresses()
    {
        QCOMPARE(give({{"accessToken", token}}), 204);
        const auto peer = outside();
        const auto address = [this](FileOperation operation, const std::string &expiry) {
            const std::string text = signature(at("f"), operation, "", token, expiry);
            return "/files?path=" + at("f") +
                   "&signature=" + QByteArray::fromStdString(text).toPercentEncoding().toStdString() +
                   "&signature_expiration=" + expiry;
        };
        const std::string later = std::to_string(std::time(nullptr) + 100);
        const AgentPeerHeaders octets{{"content-type", "application/octet-stream"}};
        QCOMPARE(peer->exchange("POST", address(FileOperation::Read, later), "x", octets).status, 401);
        QCOMPARE(get("f"), QByteArray("(none)"));
        QCOMPARE(peer->exchange("POST", address(FileOperation::Write, later), "x", octets).status, 200);
        QCOMPARE(peer->exchange("GET", address(FileOperation::Read, later)).body, "x"s);
        QCOMPARE(peer->exchange("GET", address(FileOperation::Read, "1000")).body,
                 R"({"code":401,"message":"signature is already expired"})"s);
    }

    void preflights()
    {
        const auto answer = outside()->exchange("OPTIONS", "/files");
        QCOMPARE(answer.status, 204);
        QCOMPARE(answer.headers.at("access-control-allow-origin"), "*"s);
        QVERIFY(answer.headers.at("access-control-allow-methods").find("POST") != std::string::npos);
        QVERIFY(!m_peer->exchange("GET", "/health").headers.contains("access-control-allow-origin"));
    }

    void metrics()
    {
        const auto first = parse(m_peer->exchange("GET", "/metrics").body);
        for (const char *name : {"ts", "cpu_count", "cpu_used_pct", "mem_total", "mem_used", "mem_cache",
                                 "mem_total_mib", "mem_used_mib", "disk_used", "disk_total"})
            QVERIFY2(first.contains(name) && first[name].is_number(), name);
        QCOMPARE(first["cpu_count"].get<long>(), ::sysconf(_SC_NPROCESSORS_ONLN));
        QVERIFY(first["mem_used"].get<std::uint64_t>() < first["mem_total"].get<std::uint64_t>());
        QVERIFY(first["disk_used"].get<std::uint64_t>() <= first["disk_total"].get<std::uint64_t>());
        const double percent = parse(m_peer->exchange("GET", "/metrics").body)["cpu_used_pct"].get<double>();
        QVERIFY(percent >= 0 && percent <= 100);
    }

    void metricsOfText()
    {
        const CpuTicks ticks = parseCpuTicks("cpu  10 20 30 400 50 6 7 8 9 9\ncpu0 1 1 1\n");
        QCOMPARE(ticks.busy, 81U);
        QCOMPARE(ticks.total, 531U);
        QCOMPARE(parseCpuTicks("").total, 0U);
        const MemoryUse use = parseMemory(
            "MemTotal:  1000 kB\nMemFree: 1 kB\nMemAvailable: 400 kB\nSwapCached: 9 kB\nCached: 77 kB\n");
        QCOMPARE(use.total, 1024000U);
        QCOMPARE(use.used, 614400U);
        QCOMPARE(use.cache, 78848U);
        QCOMPARE(parseMemory("").used, 0U);
    }
};

QTEST_GUILESS_MAIN(TestGuestContract)
#include "tst_guest_contract.moc"
