// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <random>

#include "backend/guest/agent/connect.h"
#include "backend/guest/agent/transfer/gzip.h"
#include "backend/guest/agent/transfer/headervalue.h"
#include "backend/guest/agent/transfer/multipart.h"
#include "tests/backend/guest/parserfuzz.h"

using namespace sandglass::guest;
using namespace std::string_literals;

namespace {

struct Form
{
    std::vector<std::pair<std::string, std::string>> parts; // name=file name: body
    bool complete = false;
    std::string error;
};

// Parsed in pieces of `size` bytes.
Form parse(const std::string &text, std::size_t size)
{
    Form form;
    MultipartParser parser("B", {[&](const MultipartParser::Part &part) {
                                     form.parts.emplace_back(
                                         part.name + "=" + part.fileName.value_or("(none)"), "");
                                     return true;
                                 },
                                 [&](std::string_view data) {
                                     form.parts.back().second += data;
                                     return true;
                                 },
                                 []() {
                                     return true;
                                 }});
    for (std::size_t at = 0; at < text.size(); at += size) {
        if (!parser.feed(std::string_view(text).substr(at, size)))
            break;
    }
    form.complete = parser.isComplete();
    form.error = parser.error();
    return form;
}

std::string part(const std::string &disposition, const std::string &body)
{
    return "--B\r\nContent-Disposition: " + disposition + "\r\n\r\n" + body + "\r\n";
}

const std::string ending = "--B--\r\n";

} // namespace

// The parsers of transfers: what is right, what is refused, and anything at all.
class TestGuestParsers : public QObject
{
    Q_OBJECT
private slots:
    void brokenForms_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("no head's end") << QByteArray("--B\r\nA: b\r\n") + QByteArray(20000, 'x');
        QTest::newRow("head without a colon") << QByteArray("--B\r\nabc\r\n\r\nx\r\n--B--");
        QTest::newRow("not form-data")
            << QByteArray("--B\r\nContent-Disposition: attachment; name=a\r\n\r\nx\r\n--B--");
        QTest::newRow("open quote") << QByteArray(
            "--B\r\nContent-Disposition: form-data; name=\"a\r\n\r\nx\r\n--B--");
        QTest::newRow("delimiter with a tail") << QByteArray("--Bx\r\n\r\nx\r\n--B--");
        QTest::newRow("endless blanks") << QByteArray("--B") + QByteArray(20000, ' ');
        QTest::newRow("too many parts") << QByteArray("--B\r\n\r\n\r\n").repeated(1002);
    }
    void brokenForms()
    {
        QFETCH(QByteArray, text);
        for (const std::size_t size : {std::size_t(1), std::size_t(7), std::size_t(100000)}) {
            const Form form = parse(text.toStdString(), size);
            QVERIFY(!form.complete);
            QVERIFY(!form.error.empty());
        }
    }

    void unfinishedForms()
    {
        const std::string whole = part("form-data; name=file", "body") + ending;
        for (std::size_t size = 0; size + 2 < whole.size(); ++size) {
            const Form form = parse(whole.substr(0, size), 1000);
            QVERIFY2(!form.complete, qPrintable(QString::number(size)));
            QVERIFY(form.error.empty());
        }
    }

    void boundaries()
    {
        MultipartParser::Sink nothing{[](const MultipartParser::Part &) { return true; },
                                      [](std::string_view) { return true; },
                                      []() {
                                          return true;
                                      }};
        QVERIFY(!MultipartParser("", nothing).feed("x"));
        QVERIFY(!MultipartParser(std::string(71, 'b'), nothing).feed("x"));
        QVERIFY(MultipartParser(std::string(70, 'b'), nothing).feed("x"));
    }

    void forms_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<QStringList>("bodies");
        const auto row = [](const char *title, const std::string &text, const QStringList &names,
                            const QStringList &bodies) {
            QTest::newRow(title) << QByteArray::fromStdString(text) << names << bodies;
        };
        row("none", ending, {}, {});
        row("one", part("form-data; name=\"file\"; filename=\"a/b.txt\"", "hi") + ending, {"file=a/b.txt"},
            {"hi"});
        row("empty body", part("form-data; name=file", "") + ending, {"file=(none)"}, {""});
        row("no head at all", "--B\r\n\r\nhi\r\n" + ending, {"=(none)"}, {"hi"});
        row("preamble and epilogue",
            "hello\r\n" + part("form-data; name=a", "1") + ending + "bye\r\n--B\r\nx", {"a=(none)"}, {"1"});
        row("blanks after the delimiter",
            "--B \t\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n" + ending, {"a=(none)"}, {"1"});
        row("nearly a delimiter", part("form-data; name=a", "\r\n-B\r\n--\r\n--C\n--B\r") + ending,
            {"a=(none)"}, {"\r\n-B\r\n--\r\n--C\n--B\r"});
        row("two", part("form-data; name=a", "1") + part("form-data; name=b", "2") + ending,
            {"a=(none)", "b=(none)"}, {"1", "2"});
        row("quotes", part("form-data; name=\"file\"; filename=\"a\\\"b\\\\c\\d.txt\"", "") + ending,
            {"file=a\"b\\c\\d.txt"}, {""});
        row("extended name",
            part("form-data; name=file; filename=\"x\"; filename*=UTF-8''%E2%82%AC%20b.txt", "") + ending,
            {"file=\u20AC b.txt"}, {""});
        row("broken extended name",
            part("form-data; name=file; filename=x; filename*=UTF-8''%E2%8", "") + ending, {"file=x"}, {""});
        row("other case", "--B\r\nCONTENT-disposition:Form-Data;NAME=a;FileName=b c\r\n\r\n1\r\n" + ending,
            {"a=b c"}, {"1"});
    }
    void forms()
    {
        QFETCH(QByteArray, text);
        QFETCH(QStringList, names);
        QFETCH(QStringList, bodies);
        for (std::size_t size = 1; size < 40; ++size) {
            const Form form = parse(text.toStdString(), size);
            QVERIFY2(form.error.empty(), form.error.c_str());
            QVERIFY(form.complete);
            QStringList seenNames;
            QStringList seenBodies;
            for (const auto &[name, body] : form.parts) {
                seenNames << QString::fromStdString(name);
                seenBodies << QString::fromStdString(body);
            }
            QCOMPARE(seenNames, names);
            QCOMPARE(seenBodies, bodies);
        }
    }

    void ranges_data()
    {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("begin");
        QTest::addColumn<int>("size");
        const int whole = static_cast<int>(ByteRange::Kind::Whole);
        const int part = static_cast<int>(ByteRange::Kind::Part);
        const int none = static_cast<int>(ByteRange::Kind::Unsatisfiable);
        const auto row = [](const char *header, int kind, int begin, int size) {
            QTest::newRow(*header == '\0' ? "empty" : header) << QByteArray(header) << kind << begin << size;
        };
        row("", whole, 0, 100);
        row("bytes=0-9", part, 0, 10);
        row("bytes=90-", part, 90, 10);
        row("bytes=90-1000", part, 90, 10);
        row("bytes=-10", part, 90, 10);
        row("bytes=-1000", part, 0, 100);
        row("bytes=100-", none, 0, 0);
        row("bytes=-0", none, 100, 0);
        row("bytes=9-0", whole, 0, 100);
        row("bytes=0-1,5-6", whole, 0, 100);
        row("bytes=-", whole, 0, 100);
        row("bytes=a-b", whole, 0, 100);
        row("bytes=99999999999999999999-", whole, 0, 100);
        row("lines=0-1", whole, 0, 100);
    }
    void ranges()
    {
        QFETCH(QByteArray, header);
        QFETCH(int, kind);
        QFETCH(int, begin);
        QFETCH(int, size);
        const ByteRange range = parseRange(header.toStdString(), 100);
        QCOMPARE(static_cast<int>(range.kind), kind);
        QCOMPARE(static_cast<int>(range.begin), begin);
        QCOMPARE(static_cast<int>(range.size), size);
    }

    void codings()
    {
        for (const char *text :
             {"gzip", "gzip, deflate", "br;q=1, gzip;q=0.8", "identity;q=0.1, GZIP", "*;q=0, gzip"})
            QVERIFY2(chooseCoding(text) == Coding::Gzip, text);
        for (const char *text :
             {"", "br", "*", "identity", "gzip;q=0", "gzip;q=0.5, identity", ";;;", "gzip;q=0, *"})
            QVERIFY2(chooseCoding(text) == Coding::Identity, text);
        for (const char *text : {"identity;q=0", "*;q=0", "br, identity;q=0", "gzip;q=0, identity;q=0"})
            QVERIFY2(!chooseCoding(text).has_value(), text);
        QVERIFY(chooseCoding("identity;q=0, *") == Coding::Gzip);
    }

    void dispositions()
    {
        QCOMPARE(inlineDisposition("a.txt"), "inline; filename=a.txt"s);
        QCOMPARE(inlineDisposition("a \"b\".txt"), "inline; filename=\"a \\\"b\\\".txt\""s);
        QCOMPARE(inlineDisposition("\xC3\xA4\n"), "inline; filename*=utf-8''%C3%A4%0A"s);
        QCOMPARE(parseHttpDate(httpDate(1700000000)).value_or(0), 1700000000);
        QVERIFY(!parseHttpDate("yesterday").has_value());
    }

    void gzipRoundTrip()
    {
        std::string text;
        std::mt19937 random(7);
        for (int i = 0; i < 300000; ++i)
            text += static_cast<char>('a' + random() % 8);
        GzipDeflater deflater;
        std::string packed;
        for (std::size_t at = 0; at < text.size(); at += 1000)
            packed += deflater.feed(std::string_view(text).substr(at, 1000), at + 1000 >= text.size());
        QVERIFY(packed.size() < text.size() / 2);
        const std::string twice = packed + packed; // members in a row are one text
        for (const std::size_t size : {std::size_t(1), std::size_t(333), twice.size()}) {
            GzipInflater inflater;
            std::string out;
            for (std::size_t at = 0; at < twice.size(); at += size) {
                const std::size_t before = out.size();
                QVERIFY(inflater.feed(std::string_view(twice).substr(at, size), [&](std::string_view piece) {
                    out += piece;
                    return true;
                }));
                QVERIFY(before <= out.size());
            }
            QVERIFY(inflater.isComplete());
            QVERIFY(out == text + text);
        }
        GzipInflater broken;
        QVERIFY(!broken.feed("no gzip at all", [](std::string_view) { return true; }));
        GzipInflater tail;
        QVERIFY(!tail.feed(packed + "garbage after it", [](std::string_view) { return true; }));
    }

    // A bounded run of the fuzzer's entry: seeds, and changes of them by a fixed sequence.
    void anythingAtAll()
    {
        GzipDeflater deflater;
        const std::vector<std::string> seeds{
            part("form-data; name=\"file\"; filename=\"a/b.txt\"", "hi") + ending,
            "--B \r\n\r\n\r\n--B\r\nContent-Disposition: form-data; filename*=utf-8''%20\r\n\r\nx\r\n--B--",
            envelope(0, "{}") + envelope(2, R"({"error":{}})"),
            deflater.feed("hello hello hello", true),
            "form-data; name=\"a\\\"b\"; x*=UTF-8'en'%41",
            "gzip;q=0.5, *;q=0",
            "bytes=1-2",
            "a=%20&b=c+d",
            "2026-11-29T21:00:00.5+01:00",
            R"({"envVars":{"A":"b"},"accessToken":"t","timestamp":"x"})",
            "/a/../b//./c"};
        std::mt19937 random(20260101);
        for (int round = 0; round < 4000; ++round) {
            std::string text = seeds[random() % seeds.size()];
            for (unsigned change = random() % 4; change > 0 && !text.empty(); --change) {
                const std::size_t at = random() % text.size();
                const std::string &other = seeds[random() % seeds.size()];
                switch (random() % 4) {
                case 0:
                    text[at] = static_cast<char>(random());
                    break;
                case 1:
                    text.erase(at, random() % 8);
                    break;
                case 2:
                    text.insert(at, other.substr(random() % other.size(), random() % 16));
                    break;
                default:
                    text.insert(at, text.substr(at, random() % 32));
                }
            }
            text.insert(text.begin(), static_cast<char>(random() % 32));
            QCOMPARE(LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t *>(text.data()), text.size()),
                     0);
        }
    }
};

QTEST_APPLESS_MAIN(TestGuestParsers)
#include "tst_guest_parsers.moc"
