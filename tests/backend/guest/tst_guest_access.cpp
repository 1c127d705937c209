// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "backend/guest/agent/access.h"
#include "backend/guest/agent/paths.h"
#include "backend/guest/agent/sandboxinit.h"
#include "backend/guest/agent/sha256.h"

using namespace sandglass::guest;
using namespace std::string_literals;

namespace {

const std::string token = "0tQG31xiMp0IOQfaz9dcwi72L1CPo8e0";
const User someone{"user", 1000, 1000, "/home/user", {1000}};

std::string hex(const std::array<std::uint8_t, 32> &digest)
{
    return QByteArray(reinterpret_cast<const char *>(digest.data()), 32).toHex().toStdString();
}

QString refusal(const std::string &query, const std::string &header = {}, std::int64_t now = 1000)
{
    Request request;
    if (!header.empty())
        request.headers.emplace("x-access-token", header);
    return QString::fromStdString(
        refuseFileRequest(request, parseQuery(query).value(), FileOperation::Read, token, now));
}

} // namespace

// Who may ask, and what paths mean: pure functions.
class TestGuestAccess : public QObject
{
    Q_OBJECT
private slots:
    void digests()
    {
        QCOMPARE(hex(sha256("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"s);
        QCOMPARE(hex(sha256("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"s);
        // Lengths about a block's end, where padding needs a second one.
        QCOMPARE(hex(sha256(std::string(55, 'a'))),
                 "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"s);
        QCOMPARE(hex(sha256(std::string(56, 'a'))),
                 "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"s);
        QCOMPARE(hex(sha256(std::string(1000000, 'a'))),
                 "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"s);
    }

    void signatures()
    {
        QCOMPARE(signature("hello.txt", FileOperation::Read, "user", token, std::nullopt),
                 "v1_gUtH/s9YCJWgCizjfUxuWfhFE4QSydOWEIIvfLwDr6E"s);
        QVERIFY(signature("hello.txt", FileOperation::Write, "user", token, std::nullopt) !=
                signature("hello.txt", FileOperation::Read, "user", token, std::nullopt));
    }

    void fileRequests()
    {
        const std::string base = "path=hello.txt&username=user";
        const std::string good = "&signature=v1_gUtH%2Fs9YCJWgCizjfUxuWfhFE4QSydOWEIIvfLwDr6E";
        QCOMPARE(refusal(base), QString("missing signature query parameter"));
        QCOMPARE(refusal(base + good), QString());
        QCOMPARE(refusal("path=other.txt&username=user" + good), QString("invalid signature"));
        QCOMPARE(refusal("path=hello.txt" + good), QString("invalid signature"));
        QCOMPARE(refusal(base + "&signature=", ""), QString("invalid signature"));
        QCOMPARE(refusal(base + good, token), QString());
        QCOMPARE(refusal(base + good, "wrong"), QString("access token present in header but does not match"));
        const auto until = [&base](const std::string &end) {
            std::string text = signature("hello.txt", FileOperation::Read, "user", token, end);
            for (std::size_t at = 0; (at = text.find('+', at)) != std::string::npos;)
                text.replace(at, 1, "%2B");
            return base + "&signature=" + text + "&signature_expiration=" + end;
        };
        QCOMPARE(refusal(until("1000")), QString());
        QCOMPARE(refusal(until("999")), QString("signature is already expired"));
        QCOMPARE(refusal(base + good + "&signature_expiration=2000"), QString("invalid signature"));
        QCOMPARE(refusal(until("12x")), QString("invalid signature"));
        QVERIFY(refuseFileRequest({}, {}, FileOperation::Read, "", 0).empty());
    }

    void secrets()
    {
        QVERIFY(isSameSecret("abc", "abc"));
        for (const char *text : {"", "ab", "abd", "abcd", "Abc"})
            QVERIFY2(!isSameSecret(text, "abc"), text);
    }

    void queries()
    {
        const auto query = parseQuery("a=1&b=x%20y+z&a=2&c&&=e&%C3%A4=%2F");
        QVERIFY(query.has_value());
        QCOMPARE(query->at("a"), "1"s);
        QCOMPARE(query->at("b"), "x y z"s);
        QCOMPARE(query->at("c"), ""s);
        QCOMPARE(query->at("\xC3\xA4"), "/"s);
        QVERIFY(parseQuery("")->empty());
        for (const char *text : {"a=%", "a=%4", "a=%zz", "%=1"})
            QVERIFY2(!parseQuery(text).has_value(), text);
        std::string many;
        for (int i = 0; i < 100; ++i)
            many += "p" + std::to_string(i) + "=1&";
        QVERIFY(!parseQuery(many).has_value());
    }

    void paths_data()
    {
        QTest::addColumn<QString>("asked");
        QTest::addColumn<QString>("path");
        const auto row = [](const char *asked, const char *path) {
            QTest::newRow(*asked == '\0' ? "empty" : asked) << QString(asked) << QString(path);
        };
        row("", "/work dir");
        row("~", "/home/user");
        row("~/", "/home/user");
        row("~/a/../b", "/home/user/b");
        row("a//b/", "/home/user/a/b");
        row("./a", "/home/user/a");
        row("../other", "/home/other");
        row("../../../../etc", "/etc");
        row("/a/../b/", "/a/../b/"); // absolute ones stay as they are
        row("a~", "/home/user/a~");
    }
    void paths()
    {
        QFETCH(QString, asked);
        QFETCH(QString, path);
        const auto resolved = resolvePath(asked.toStdString(), someone, "/work dir");
        QCOMPARE(QString::fromStdString(std::get<std::string>(resolved)), path);
    }

    void refusedPaths()
    {
        QCOMPARE(std::get<ConnectError>(resolvePath("~root", someone)).code, "invalid_argument"s);
        QCOMPARE(std::get<ConnectError>(resolvePath("a\0b"s, someone)).code, "invalid_argument"s);
        QCOMPARE(std::get<std::string>(resolvePath("", someone)), "/home/user"s);
    }

    void pathParts()
    {
        QCOMPARE(parentOf("/a/b/"), "/a"s);
        QCOMPARE(parentOf("/a"), "/"s);
        QCOMPARE(parentOf("/"), "/"s);
        QCOMPARE(baseName("/a/b/"), "b"s);
        QCOMPARE(baseName("/"), "/"s);
        QCOMPARE(cleanPath("/../a/./b//../c"), "/a/c"s);
        QCOMPARE(cleanPath("a/../../b"), "../b"s);
        QCOMPARE(cleanPath("a/.."), "."s);
    }

    void timestamps()
    {
        QCOMPARE(parseTimestamp("1970-01-01T00:00:01Z").value_or(0), 1'000'000'000);
        QCOMPARE(parseTimestamp("1970-01-01T00:00:00.000000001Z").value_or(0), 1);
        QCOMPARE(parseTimestamp("2026-11-29T21:00:00.5+01:00").value_or(0), 1795982400'500'000'000);
        for (const char *text : {"", "now", "2026-11-29", "2026-11-29T21:00:00", "2026-11-29T21:00:00.Z",
                                 "2026-11-29T21:00:00.1234567890Z", "2026-11-29T21:00:00+0100",
                                 "1969-12-31T23:59:59Z", "2026-11-29T21:00:00Zx"})
            QVERIFY2(!parseTimestamp(text).has_value(), text);
    }
};

QTEST_APPLESS_MAIN(TestGuestAccess)
#include "tst_guest_access.moc"
