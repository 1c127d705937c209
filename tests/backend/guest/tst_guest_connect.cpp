// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "backend/guest/agent/connect.h"

using namespace sandglass::guest;
using namespace std::string_literals;

class TestGuestConnect : public QObject
{
    Q_OBJECT
private slots:
    void refusesBase64_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("one letter") << QByteArray("A");
        QTest::newRow("five letters") << QByteArray("AAAAA");
        QTest::newRow("padding only") << QByteArray("====");
        QTest::newRow("three pads") << QByteArray("A===");
        QTest::newRow("pad in a short text") << QByteArray("AA=");
        QTest::newRow("pad inside") << QByteArray("AA==AAAA");
        QTest::newRow("blank") << QByteArray("AA A");
        QTest::newRow("line end") << QByteArray("AAAA\n");
        QTest::newRow("high byte") << QByteArray("AA\xFF"
                                                 "A");
    }
    void refusesBase64()
    {
        QFETCH(QByteArray, text);
        QVERIFY(!base64Decode({text.constData(), static_cast<std::size_t>(text.size())}).has_value());
    }

    void base64RoundTrip_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        for (int size = 0; size < 9; ++size)
            QTest::addRow("%d bytes", size) << QByteArray("\x00\xFF\x10\x80zy\xFE\x3F", 8).left(size);
    }
    void base64RoundTrip()
    {
        QFETCH(QByteArray, bytes);
        const std::string plain(bytes.constData(), static_cast<std::size_t>(bytes.size()));
        const std::string encoded = base64Encode(plain);
        QCOMPARE(QByteArray::fromStdString(encoded), bytes.toBase64());
        QCOMPARE(base64Decode(encoded).value_or("?"), plain);
        const QByteArray bare =
            bytes.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals);
        QCOMPARE(base64Decode(bare.toStdString()).value_or("?"), plain);
    }

    void refusesMessage_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("code");
        QTest::newRow("nothing") << QByteArray() << "invalid_argument";
        QTest::newRow("half a head") << QByteArray("\0\0\0\0", 4) << "invalid_argument";
        QTest::newRow("compressed") << QByteArray("\1\0\0\0\2{}", 7) << "unimplemented";
        QTest::newRow("end flag") << QByteArray("\2\0\0\0\2{}", 7) << "unimplemented";
        QTest::newRow("cut") << QByteArray("\0\0\0\0\3{}", 7) << "invalid_argument";
        QTest::newRow("two messages") << QByteArray("\0\0\0\0\2{}\0\0\0\0\2{}", 14) << "invalid_argument";
        QTest::newRow("four gigabytes promised")
            << QByteArray("\0\xFF\xFF\xFF\xFF{}", 7) << "invalid_argument";
    }
    void refusesMessage()
    {
        QFETCH(QByteArray, body);
        QFETCH(QString, code);
        const auto message = singleMessage({body.constData(), static_cast<std::size_t>(body.size())});
        const auto *error = std::get_if<ConnectError>(&message);
        QVERIFY(error != nullptr);
        QCOMPARE(QString::fromStdString(error->code), code);
    }

    void messageRoundTrip()
    {
        const auto message = singleMessage(envelope(0, R"({"a":1})"));
        QCOMPARE(std::get<std::string>(message), R"({"a":1})"s);
        QCOMPARE(endEnvelope(), "\x02\0\0\0\x02{}"s);
        const std::string end = endEnvelope(ConnectError{"not_found", "gone \xFF"});
        QVERIFY(nlohmann::json::parse(end.substr(5), nullptr, false)["error"]["code"] == "not_found");
    }

    void refusesJson_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("a list") << QByteArray("[]");
        QTest::newRow("half") << QByteArray("{\"a\":");
        QTest::newRow("two") << QByteArray("{}{}");
        QTest::newRow("bad utf-8") << QByteArray("{\"a\":\"\xFF\"}");
        QTest::newRow("deep") << QByteArray("{\"a\":") + QByteArray(25, '[') + QByteArray(25, ']') + "}";
        QTest::newRow("a million deep") << QByteArray(1000000, '[');
    }
    void refusesJson()
    {
        QFETCH(QByteArray, text);
        const auto parsed = parseObject({text.constData(), static_cast<std::size_t>(text.size())});
        QVERIFY(std::holds_alternative<ConnectError>(parsed));
    }

    void bracketsInStringsAreNotDepth()
    {
        const std::string text = "{\"a\":\"" + std::string(100, '[') + "\\\"[[\"}";
        QVERIFY(std::holds_alternative<nlohmann::json>(parseObject(text)));
    }

    void statusOfCodes()
    {
        QCOMPARE(httpStatus("unauthenticated"), 401);
        QCOMPARE(httpStatus("resource_exhausted"), 429);
        QCOMPARE(httpStatus("no such code"), 500);
    }
};

QTEST_GUILESS_MAIN(TestGuestConnect)
#include "tst_guest_connect.moc"
