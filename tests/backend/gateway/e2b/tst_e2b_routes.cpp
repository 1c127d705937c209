// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/gateway/e2b/proxy/access.h"
#include "backend/gateway/e2b/proxy/frametracker.h"
#include "backend/gateway/e2b/proxy/route.h"

#include <QTest>
#include <nlohmann/json.hpp>

Q_DECLARE_METATYPE(sandglass::gateway::RequestHead)

using namespace sandglass;
using namespace sandglass::gateway;
using Json = nlohmann::json;

namespace {

RequestHead head(const QByteArray &host, const QByteArray &target = "/", const HttpFields &more = {},
                 const QByteArray &method = "GET")
{
    RequestHead made{.method = method, .target = target, .fields = {{"host", host}}};
    made.fields.insert(made.fields.end(), more.begin(), more.end());
    return made;
}

QString routeText(const Route &route)
{
    if (const auto *to = std::get_if<ToSandbox>(&route))
        return QStringLiteral("%1:%2").arg(to->id.toString()).arg(to->port);
    if (std::holds_alternative<ToSignedFile>(route))
        return QStringLiteral("file");
    if (std::holds_alternative<ToControl>(route))
        return QStringLiteral("control");
    if (std::holds_alternative<ToPreflight>(route))
        return QStringLiteral("preflight");
    return QString::number(std::get<ToNowhere>(route).status);
}

} // namespace

class E2bRoutes : public QObject
{
    Q_OBJECT

private slots:
    void routes_data();
    void routes();
    void servesTheNamesThatItIsTold();
    void signatures();
    void agentAccess_data();
    void agentAccess();
    void agentPaths_data();
    void agentPaths();
    void frames();
};

void E2bRoutes::routes_data()
{
    QTest::addColumn<RequestHead>("asked");
    QTest::addColumn<QString>("route");
    const HttpFields both{{"e2b-sandbox-id", "abc"}, {"e2b-sandbox-port", "49983"}};
    const auto row = [](const char *name, const RequestHead &asked, const char *route) {
        QTest::newRow(name) << asked << QString::fromLatin1(route);
    };
    row("control", head("127.0.0.1:3000", "/sandboxes"), "control");
    row("control by name", head("localhost", "/sandboxes"), "control");
    row("control by IPv6", head("[::1]:3000", "/sandboxes"), "control");
    row("headers", head("127.0.0.1:3000", "/health", both), "abc:49983");
    row("headers at sandbox.", head("sandbox.localhost", "/health", both), "abc:49983");
    row("sandbox. of somebody", head("sandbox.evil.example", "/health", both), "403");
    row("id with client", head("localhost", "/", {{"e2b-sandbox-id", "abc-99"}, {"e2b-sandbox-port", "1"}}),
        "abc:1");
    row("id alone", head("localhost", "/", {{"e2b-sandbox-id", "abc"}}), "400");
    row("port alone", head("localhost", "/", {{"e2b-sandbox-port", "1"}}), "400");
    row("id twice",
        head("localhost", "/", {{"e2b-sandbox-id", "a"}, {"e2b-sandbox-id", "b"}, {"e2b-sandbox-port", "1"}}),
        "400");
    row("odd id", head("localhost", "/", {{"e2b-sandbox-id", "../x"}, {"e2b-sandbox-port", "1"}}), "400");
    row("port zero", head("localhost", "/", {{"e2b-sandbox-id", "a"}, {"e2b-sandbox-port", "0"}}), "400");
    row("port high", head("localhost", "/", {{"e2b-sandbox-id", "a"}, {"e2b-sandbox-port", "65536"}}), "400");
    row("port text", head("localhost", "/", {{"e2b-sandbox-id", "a"}, {"e2b-sandbox-port", "-1"}}), "400");
    row("label", head("49983-abc.localhost:3000"), "abc:49983");
    row("label of old clients", head("8000-abc-00000000.localhost"), "abc:8000");
    row("label in capitals", head("8000-ABC.LocalHost"), "abc:8000");
    row("label beats headers", head("8000-xyz.localhost", "/", both), "xyz:8000");
    row("label of another domain", head("8000-abc.evil.example"), "403");
    row("rebinding", head("evil.example", "/sandboxes"), "403");
    row("rebinding with headers", head("evil.example", "/", both), "403");
    row("looks like localhost", head("localhost.evil.example"), "403");
    row("no host", head(""), "400");
    row("host with a space", head("a b"), "400");
    row("host with a port text", head("localhost:http"), "400");
    row("broken IPv6", head("[::1"), "400");
    row("signed file", head("localhost", "/files?path=a&signature=v1_x"), "file");
    row("signed, signature first", head("localhost", "/files?signature=v1_x"), "file");
    row("unsigned file", head("localhost", "/files?path=signature=x"), "control");
    row("signed with headers", head("localhost", "/files?signature=v1_x", both), "abc:49983");
    row("preflight of a label",
        head("8000-abc.localhost", "/x", {{"access-control-request-method", "POST"}}, "OPTIONS"),
        "preflight");
    row("preflight by headers",
        head("localhost", "/x",
             {{"access-control-request-method", "POST"},
              {"access-control-request-headers", "X, E2b-Sandbox-Id"}},
             "OPTIONS"),
        "preflight");
    row("preflight of the control API",
        head("localhost", "/sandboxes",
             {{"access-control-request-method", "POST"}, {"access-control-request-headers", "x-api-key"}},
             "OPTIONS"),
        "control");
}

void E2bRoutes::routes()
{
    QFETCH(RequestHead, asked);
    QFETCH(QString, route);
    QCOMPARE(routeText(routeOf(asked)), route);
}

void E2bRoutes::servesTheNamesThatItIsTold()
{
    const QList<QByteArray> names{"sand.example"};
    const auto at = [&names](const QByteArray &host) {
        return routeText(routeOf(head(host), names));
    };
    QCOMPARE(at("sand.example"), QStringLiteral("control"));
    QCOMPARE(at("Sand.Example:443"), QStringLiteral("control"));
    QCOMPARE(at("8000-abc.sand.example"), QStringLiteral("abc:8000"));
    QCOMPARE(at("8000-abc.localhost"), QStringLiteral("abc:8000"));
    QCOMPARE(at("xsand.example"), QStringLiteral("403"));
    QCOMPARE(at("sand.example.evil"), QStringLiteral("403"));
    QCOMPARE(at("8000-abc.evil.example"), QStringLiteral("403"));
    QCOMPARE(at("localhost.evil"), QStringLiteral("403"));
    QCOMPARE(at("xlocalhost"), QStringLiteral("403"));
}

void E2bRoutes::signatures()
{
    const QByteArray token = "0tQG31xiMp0IOQfaz9dcwi72L1CPo8e0";
    QCOMPARE(signatureOf(QStringLiteral("hello.txt"), "read", QStringLiteral("user"), token, {}),
             QByteArray("v1_gUtH/s9YCJWgCizjfUxuWfhFE4QSydOWEIIvfLwDr6E"));
    const auto target = [](const QByteArray &signature) {
        return "/files?username=user&path=hello.txt&signature=" + signature;
    };
    const QByteArray good = "v1_gUtH/s9YCJWgCizjfUxuWfhFE4QSydOWEIIvfLwDr6E";
    QVERIFY(isSignedBy(head("localhost", target(good)), token));
    QVERIFY(isSignedBy(head("localhost", target(good.toPercentEncoding())), token));
    QVERIFY(!isSignedBy(head("localhost", target(good), {}, "POST"), token)); // signed for reading
    QVERIFY(!isSignedBy(head("localhost", target(good) + "&signature_expiration=99"), token));
    QVERIFY(!isSignedBy(head("localhost", target("v1_")), token));
    QVERIFY(!isSignedBy(head("localhost", target(good)), "another"));
}

void E2bRoutes::agentAccess_data()
{
    QTest::addColumn<RequestHead>("asked");
    QTest::addColumn<QString>("message"); // null: granted
    const QByteArray token = "secret";
    const HttpFields with{{"x-access-token", token}};
    const auto signedTarget = [&](const QByteArray &operation, const QString &expiry) {
        const QByteArray signature = signatureOf(QStringLiteral("a"), operation, {}, token, expiry);
        return "/files?path=a&signature=" + signature.toPercentEncoding() +
               (expiry.isEmpty() ? QByteArray() : "&signature_expiration=" + expiry.toLatin1());
    };
    const QString none;
    QTest::newRow("health") << head("h", "/health") << none;
    QTest::newRow("call with token") << head("h", "/process.Process/List", with, "POST") << none;
    QTest::newRow("call without") << head("h", "/process.Process/List", {}, "POST")
                                  << QStringLiteral("unauthorized access");
    QTest::newRow("call with a wrong one")
        << head("h", "/process.Process/List", {{"x-access-token", "secreT"}}, "POST")
        << QStringLiteral("unauthorized access");
    QTest::newRow("a signature opens no call")
        << head("h", "/process.Process/List?signature=" + signatureOf({}, "read", {}, token, {}), {}, "POST")
        << QStringLiteral("unauthorized access");
    QTest::newRow("file with token") << head("h", "/files?path=a", with) << none;
    QTest::newRow("file with a wrong token")
        << head("h", "/files?path=a", {{"x-access-token", "x"}})
        << QStringLiteral("access token present in header but does not match");
    QTest::newRow("file without") << head("h", "/files?path=a")
                                  << QStringLiteral("missing signature query parameter");
    QTest::newRow("signed") << head("h", signedTarget("read", {})) << none;
    QTest::newRow("signed for writing") << head("h", signedTarget("write", {}), {}, "POST") << none;
    QTest::newRow("signed for reading, written")
        << head("h", signedTarget("read", {}), {}, "POST") << QStringLiteral("invalid signature");
    QTest::newRow("in time") << head("h", signedTarget("read", QStringLiteral("1001"))) << none;
    QTest::newRow("expired") << head("h", signedTarget("read", QStringLiteral("999")))
                             << QStringLiteral("signature is already expired");
    QTest::newRow("expired and wrong") << head("h", "/files?path=a&signature=v1_x&signature_expiration=1")
                                       << QStringLiteral("invalid signature");
    QTest::newRow("compose") << head("h", "/files/compose", {}, "POST")
                             << QStringLiteral("unauthorized access");
}

void E2bRoutes::agentAccess()
{
    QFETCH(RequestHead, asked);
    QFETCH(QString, message);
    Door door{.id = SandboxId(QStringLiteral("a")), .status = Status::Running, .accessToken = "secret"};
    const auto fault = checkAgentAccess(asked, door, 1000);
    QCOMPARE(fault.has_value(), !message.isNull());
    if (fault) {
        QCOMPARE(fault->code, 401);
        QVERIFY2(fault->message.startsWith(message), qUtf8Printable(fault->message));
    }
    door.accessToken.clear();
    QVERIFY(!checkAgentAccess(asked, door, 1000));
}

void E2bRoutes::agentPaths_data()
{
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<bool>("passes");
    for (const char *good : {"/process.Process/Start", "/filesystem.Filesystem/ListDir", "/files",
                             "/files?path=%2F..", "/files/compose", "/health", "/metrics", "/envs"})
        QTest::newRow(good) << QByteArray(good) << true;
    for (const char *bad : {"/init",
                            "/freeze",
                            "/unfreeze",
                            "/collapse",
                            "/fsfreeze",
                            "/fsthaw",
                            "/upgrade",
                            "/identity",
                            "/sync",
                            "/detach",
                            "/poweroff",
                            "/ready",
                            "/bench/sink",
                            "/",
                            "/process.Process/",
                            "/process.Process/../identity",
                            "/process.Process/Start/x",
                            "/process.Process/%53tart",
                            "/files/",
                            "/files/../identity",
                            "/FILES",
                            "//files",
                            "/%66iles",
                            "/process.Process%2FStart"})
        QTest::newRow(bad) << QByteArray(bad) << false;
}

void E2bRoutes::agentPaths()
{
    QFETCH(QByteArray, target);
    QFETCH(bool, passes);
    QCOMPARE(isAgentPath(head("h", target)), passes);
}

void E2bRoutes::frames()
{
    const QByteArray message = QByteArray(1, 0) + QByteArray("\0\0\0\2{}", 6);
    const QByteArray end = endFrame("unavailable", "gone: \"x\"");
    for (int piece = 1; piece < 8; ++piece) { // cut anywhere
        FrameTracker tracker;
        const QByteArray all = message + message + end;
        for (qsizetype at = 0; at < all.size(); at += piece) {
            tracker.feed(all.mid(at, piece));
            const qsizetype passed = std::min<qsizetype>(at + piece, all.size());
            QCOMPARE(tracker.atBoundary(),
                     passed == message.size() || passed == 2 * message.size() || passed == all.size());
            QCOMPARE(tracker.sawEnd(), passed == all.size());
        }
    }
    QCOMPARE(end[0], char(2));
    const Json body = Json::parse(end.mid(5).toStdString(), nullptr, false);
    QCOMPARE(body.at("error").at("code").get<std::string>(), std::string("unavailable"));
    QCOMPARE(body.at("error").at("message").get<std::string>(), std::string("gone: \"x\""));
}

QTEST_GUILESS_MAIN(E2bRoutes)
#include "tst_e2b_routes.moc"
