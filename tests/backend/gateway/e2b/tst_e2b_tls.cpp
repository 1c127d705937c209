// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/backend/gateway/e2b/answerer.h"
#include "tests/backend/gateway/e2b/rawclient.h"

#include "backend/gateway/e2b/http/httpserver.h"
#include "backend/gateway/e2b/tls/tlsserver.h"

#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslSocket>
#include <QTest>

using namespace sandglass;
using namespace sandglass::gateway;
using namespace std::chrono_literals;
using sandglass::test::Answerer;
using sandglass::test::Counts;
using sandglass::test::RawClient;

namespace {

QByteArray get(const QByteArray &path, const QByteArray &more = {})
{
    return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + more + "\r\n";
}

QByteArray clientHello()
{
    // The beginning of one, with a length that promises more.
    return QByteArray("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11) + QByteArray(32, 'r');
}

} // namespace

// TLS beside plain HTTP on one port, with certificates made as they are asked for.
class E2bTls : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init() { start({}); }
    void cleanup();
    void authoritiesOfOtherThings_data();
    void authoritiesOfOtherThings();
    void makesNothingOfABrokenAuthority();
    void endsWhatIsNoHandshake_data();
    void endsWhatIsNoHandshake();
    void endsHandshakesThatDoNotEnd();
    void clientsThatTrustNobodyRefuse();
    void refusesNamesThatItDoesNotServe();
    void refusesOldVersions();
    void answersByEveryServedName_data();
    void answersByEveryServedName();
    void theAuthorityIsGoodForItsNamesAlone();
    void movesMuchBothWays();
    void saysGoodbye();
    void tellsOfLostClients();
    void plainHttpGoesOnBesides();
    void elsewhereIsTlsAlone();

private:
    void start(const HttpLimits &limits);
    void connectTo(QSslSocket &socket, const QString &name, const QByteArray &authority);
    [[nodiscard]] static QByteArray readAnswer(QSslSocket &socket, qsizetype most = 10'000'000);

    Counts m_counts;
    SystemClock m_clock;
    Authority m_authority;
    std::unique_ptr<HttpServer> m_server;
    quint16 m_port = 0;
    quint16 m_outside = 0;
};

void E2bTls::initTestCase()
{
    QVERIFY2(QSslSocket::supportsSsl(), "Qt has no TLS here");
    m_authority.key = newAuthorityKey().value();
    m_authority.certificate =
        makeAuthorityCertificate(m_authority.key, {QStringLiteral("sand.example")}, m_clock.wallNow())
            .value();
}

void E2bTls::start(const HttpLimits &limits)
{
    m_counts.made = m_counts.closed = 0;
    m_server = std::make_unique<HttpServer>(limits, [this](const std::shared_ptr<Exchange> &exchange) {
        return std::make_shared<Answerer>(exchange, m_counts);
    });
    auto tls = TlsServer::make({.authority = m_authority,
                                .serves =
                                    [](const QByteArray &name) {
                                        return name == "localhost" || name.endsWith(".localhost") ||
                                               name.endsWith("sand.example");
                                    },
                                .clock = &m_clock});
    QVERIFY(tls);
    m_server->useTls(std::move(*tls));
    const auto port = m_server->listen(0);
    const auto outside = m_server->listenAlso(QStringLiteral("127.0.0.2"), 0);
    QVERIFY(port && outside);
    m_port = *port;
    m_outside = *outside;
}

void E2bTls::cleanup()
{
    m_server.reset();
    QCOMPARE(m_counts.closed.load(), m_counts.made.load());
}

void E2bTls::connectTo(QSslSocket &socket, const QString &name, const QByteArray &authority)
{
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setCaCertificates(QSslCertificate::fromData(authority));
    configuration.setPeerVerifyMode(QSslSocket::VerifyPeer);
    socket.setSslConfiguration(configuration);
    socket.setPeerVerifyName(name);
    // The name goes into the greeting, the address to the network.
    socket.connectToHostEncrypted(QStringLiteral("127.0.0.1"), m_port, name);
    (void)QTest::qWaitFor(
        [&] { return socket.isEncrypted() || socket.state() == QAbstractSocket::UnconnectedState; }, 30'000);
}

QByteArray E2bTls::readAnswer(QSslSocket &socket, qsizetype most)
{
    Http1Parser parser(Http1Parser::Kind::Response);
    QByteArray body;
    (void)QTest::qWaitFor(
        [&] {
            const QByteArray bytes = socket.readAll();
            if (!bytes.isEmpty())
                (void)parser.feed(bytes);
            body += parser.takeBody();
            return parser.isDone() || body.size() > most || !socket.isValid();
        },
        60'000);
    return parser.isDone() ? body : QByteArray("(none)");
}

void E2bTls::authoritiesOfOtherThings_data()
{
    QTest::addColumn<QByteArray>("certificate");
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<bool>("fits");
    const QStringList names{QStringLiteral("sand.example")};
    const QByteArray other = newAuthorityKey().value();
    const auto ofTheFarFuture = m_clock.wallNow() - std::chrono::hours(24 * 365 * 95 / 10);
    QTest::newRow("its own") << m_authority.certificate << m_authority.key << names << true;
    QTest::newRow("no certificate") << QByteArray() << m_authority.key << names << false;
    QTest::newRow("garbage") << QByteArray("-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n")
                             << m_authority.key << names << false;
    QTest::newRow("of another key") << m_authority.certificate << other << names << false;
    QTest::newRow("other names") << m_authority.certificate << m_authority.key << QStringList{} << false;
    QTest::newRow("about to end") << makeAuthorityCertificate(m_authority.key, names, ofTheFarFuture).value()
                                  << m_authority.key << names << false;
}

void E2bTls::authoritiesOfOtherThings()
{
    QFETCH(QByteArray, certificate);
    QFETCH(QByteArray, key);
    QFETCH(QStringList, names);
    QFETCH(bool, fits);
    QCOMPARE(isAuthorityFor(certificate, key, names, m_clock.wallNow()), fits);
}

void E2bTls::makesNothingOfABrokenAuthority()
{
    QVERIFY(!makeAuthorityCertificate("no key", {}, m_clock.wallNow()));
    QCOMPARE(TlsServer::make({.authority = {"no key", "no certificate"}, .serves = {}, .clock = &m_clock})
                 .error()
                 .code(),
             ErrorCode::StoreFailed);
    QCOMPARE(TlsServer::make({.authority = {newAuthorityKey().value(), m_authority.certificate},
                              .serves = {},
                              .clock = &m_clock})
                 .error()
                 .code(),
             ErrorCode::StoreFailed);
}

void E2bTls::endsWhatIsNoHandshake_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("garbage behind the first byte") << QByteArray("\x16 hello, I am HTTP\r\n\r\n");
    QTest::newRow("a record of another version") << QByteArray("\x16\x00\x00\x00\x02\x01\x00", 7);
    QTest::newRow("an empty handshake") << QByteArray("\x16\x03\x01\x00\x00", 5);
    QTest::newRow("a record too long") << QByteArray("\x16\x03\x01\xff\xff", 5) + QByteArray(70'000, 'x');
    QTest::newRow("a server's hello") << QByteArray("\x16\x03\x03\x00\x04\x02\x00\x00\x00", 9);
    QTest::newRow("data before the handshake")
        << clientHello().first(5) + QByteArray("\x17\x03\x03\x00\x01x", 6) + QByteArray(600, 'x');
}

void E2bTls::endsWhatIsNoHandshake()
{
    QFETCH(QByteArray, bytes);
    RawClient client(m_port);
    client.say(bytes);
    QVERIFY(client.waitClosed(30'000));
    QVERIFY(!client.takeBytes().contains("HTTP/1.1")); // an alert, or nothing
    QSslSocket good;
    connectTo(good, QStringLiteral("localhost"), m_authority.certificate);
    QVERIFY(good.isEncrypted());
}

void E2bTls::endsHandshakesThatDoNotEnd()
{
    start({.headTime = 300ms, .idleTime = 600s});
    RawClient half(m_port);
    half.say(clientHello());
    QVERIFY(half.waitClosed(30'000));
    QTRY_COMPARE(m_server->connectionCount(), 0);
}

void E2bTls::clientsThatTrustNobodyRefuse()
{
    QSslSocket socket;
    connectTo(socket, QStringLiteral("localhost"), {});
    QVERIFY(!socket.isEncrypted());
    QSslSocket wrongName;
    wrongName.setPeerVerifyName(QStringLiteral("other.localhost"));
    connectTo(wrongName, QStringLiteral("localhost"),
              makeAuthorityCertificate(newAuthorityKey().value(), {}, m_clock.wallNow()).value());
    QVERIFY(!wrongName.isEncrypted());
    QTRY_COMPARE(m_server->connectionCount(), 0);
}

void E2bTls::refusesNamesThatItDoesNotServe()
{
    QSslSocket socket;
    connectTo(socket, QStringLiteral("evil.test"), m_authority.certificate);
    QVERIFY(!socket.isEncrypted());
    QVERIFY(socket.peerCertificate().isNull()); // nothing was signed for it
}

void E2bTls::refusesOldVersions()
{
    // A client that knows TLS 1.0 at most.
    const QByteArray body = QByteArray("\x03\x01", 2) + QByteArray(32, 'r') + '\0' +
                            QByteArray("\x00\x04\x00\x2f\xc0\x13\x01\x00", 8);
    const QByteArray hello = QByteArray("\x01\x00\x00", 3) + static_cast<char>(body.size()) + body;
    RawClient client(m_port);
    client.say(QByteArray("\x16\x03\x01\x00", 4) + static_cast<char>(hello.size()) + hello);
    QVERIFY(client.waitClosed());
    const QByteArray alert = client.takeBytes();
    QVERIFY2(alert.startsWith('\x15') && alert.endsWith('\x46'),
             alert.toHex().constData()); // protocol_version
}

void E2bTls::answersByEveryServedName_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"localhost", "8000-iabc.localhost", "49983-iabc-0.localhost", "sand.example",
                             "6080-iabc.sand.example", "127.0.0.1"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void E2bTls::answersByEveryServedName()
{
    QFETCH(QString, name);
    for (int turn = 0; turn < 2; ++turn) { // the second time the certificate is there
        QSslSocket socket;
        connectTo(socket, name, m_authority.certificate);
        QVERIFY2(socket.isEncrypted(), qPrintable(socket.errorString()));
        for (int i = 0; i < 3; ++i) {
            socket.write(get("/"));
            QCOMPARE(readAnswer(socket), QByteArray("hello"));
        }
    }
}

// Whoever got hold of its key could not pass for a bank.
void E2bTls::theAuthorityIsGoodForItsNamesAlone()
{
    m_server.reset();
    m_server = std::make_unique<HttpServer>(HttpLimits{}, [this](const std::shared_ptr<Exchange> &exchange) {
        return std::make_shared<Answerer>(exchange, m_counts);
    });
    auto tls = TlsServer::make(
        {.authority = m_authority, .serves = [](const QByteArray &) { return true; }, .clock = &m_clock});
    QVERIFY(tls);
    m_server->useTls(std::move(*tls));
    m_port = m_server->listen(0).value();
    QSslSocket bank;
    connectTo(bank, QStringLiteral("bank.test"), m_authority.certificate);
    QVERIFY(!bank.isEncrypted());
    QVERIFY(!bank.peerCertificate().isNull());
}

void E2bTls::movesMuchBothWays()
{
    QSslSocket socket;
    connectTo(socket, QStringLiteral("localhost"), m_authority.certificate);
    QVERIFY(socket.isEncrypted());
    socket.write(get("/big?5000000"));
    QCOMPARE(readAnswer(socket).size(), 5'000'000);
    const QByteArray body(3'000'000, 'b');
    socket.write("POST /count HTTP/1.1\r\nHost: a\r\nContent-Length: 3000000\r\n\r\n" + body);
    QCOMPARE(readAnswer(socket), QByteArray("3000000"));
    socket.write(get("/raw", "Connection: Upgrade\r\nUpgrade: echo\r\n") + "with it");
    QByteArray all;
    QTRY_VERIFY_WITH_TIMEOUT((all += socket.readAll()).endsWith("with it"), 30'000);
}

void E2bTls::saysGoodbye()
{
    QSslSocket socket;
    connectTo(socket, QStringLiteral("localhost"), m_authority.certificate);
    QVERIFY(socket.isEncrypted());
    socket.write("GET / HTTP/1.0\r\nHost: a\r\n\r\n");
    QTRY_VERIFY_WITH_TIMEOUT(socket.state() == QAbstractSocket::UnconnectedState, 30'000);
    QVERIFY(socket.readAll().endsWith("hello"));
    // By the protocol's own end, not by one that an attacker could have made.
    QCOMPARE(socket.error(), QAbstractSocket::RemoteHostClosedError);
}

void E2bTls::tellsOfLostClients()
{
    {
        QSslSocket socket;
        connectTo(socket, QStringLiteral("localhost"), m_authority.certificate);
        socket.write(get("/hang"));
        QTRY_COMPARE_WITH_TIMEOUT(m_counts.made.load(), 1, 30'000);
        QCOMPARE(m_counts.closed.load(), 0);
    }
    QTRY_COMPARE_WITH_TIMEOUT(m_counts.closed.load(), 1, 30'000);
}

void E2bTls::plainHttpGoesOnBesides()
{
    RawClient client(m_port);
    client.say(get("/"));
    QCOMPARE(client.read().body, QByteArray("hello"));
}

void E2bTls::elsewhereIsTlsAlone()
{
    RawClient plain(QStringLiteral("127.0.0.2"), m_outside);
    plain.say(get("/"));
    const auto reply = plain.read();
    QCOMPARE(reply.status, 400);
    QVERIFY(reply.body.contains("TLS"));
    QVERIFY(plain.waitClosed(30'000));
    QCOMPARE(m_counts.made.load(), 0);
    QSslSocket socket;
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setCaCertificates(QSslCertificate::fromData(m_authority.certificate));
    socket.setSslConfiguration(configuration);
    socket.connectToHostEncrypted(QStringLiteral("127.0.0.2"), m_outside, QStringLiteral("sand.example"));
    QTRY_VERIFY_WITH_TIMEOUT(socket.isEncrypted(), 30'000);
    socket.write(get("/"));
    QCOMPARE(readAnswer(socket), QByteArray("hello"));
    // Without TLS nothing is served elsewhere at all.
    HttpServer bare({}, [this](const std::shared_ptr<Exchange> &exchange) {
        return std::make_shared<Answerer>(exchange, m_counts);
    });
    QCOMPARE(bare.listenAlso(QStringLiteral("127.0.0.2"), 0).error().code(), ErrorCode::InvalidArgument);
    QCOMPARE(m_server->listenAlso(QStringLiteral("nowhere"), 0).error().code(), ErrorCode::InvalidArgument);
}

QTEST_GUILESS_MAIN(E2bTls)
#include "tst_e2b_tls.moc"
