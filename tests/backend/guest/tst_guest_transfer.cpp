// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "backend/guest/agent/connect.h"
#include "backend/guest/agent/transfer/gzip.h"
#include "backend/guest/agent/transfer/headervalue.h"
#include "tests/backend/guest/agenttest.h"

using namespace sandglass::guest;
using namespace std::string_literals;

namespace {

const AgentPeerHeaders octets{{"content-type", "application/octet-stream"}};
const AgentPeerHeaders form{{"content-type", "multipart/form-data; boundary=XyZ"}};

std::string part(const std::string &parameters, const std::string &body)
{
    return "--XyZ\r\nContent-Disposition: form-data; " + parameters + "\r\n\r\n" + body + "\r\n";
}

const std::string ending = "--XyZ--\r\n";

std::string escape(const std::string &text)
{
    return QByteArray::fromStdString(text).toPercentEncoding().toStdString();
}

} // namespace

// GET and POST /files and POST /files/compose over a real session, on a folder of this machine.
class TestGuestTransfer : public AgentTest
{
    Q_OBJECT

    std::string files(const std::string &name, const std::string &more = {}) const
    {
        return "/files?path=" + escape(at(name)) + more;
    }
    Http2Peer::Stream upload(const std::string &name, const std::string &body, Headers headers = octets)
    {
        return m_peer->exchange("POST", files(name), body, headers);
    }
    Http2Peer::Stream download(const std::string &name, const Headers &headers = {})
    {
        return m_peer->exchange("GET", files(name), {}, headers);
    }
    static std::string header(const Http2Peer::Stream &stream, const char *name)
    {
        const auto found = stream.headers.find(name);
        return found == stream.headers.end() ? "(none)" : found->second;
    }

private slots:
    void refusedDownloads_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<int>("status");
        QTest::newRow("nothing there") << "/files?path=/no/such" << 404;
        QTest::newRow("below a file") << "/files?path=/etc/passwd/x" << 404;
        QTest::newRow("a folder") << "/files?path=/etc" << 400;
        QTest::newRow("no path") << "/files" << 400;
        QTest::newRow("another's home") << "/files?path=~root" << 400;
        QTest::newRow("NUL") << "/files?path=/etc/passwd%00.txt" << 400;
        QTest::newRow("broken escape") << "/files?path=%zz" << 400;
        QTest::newRow("unknown user") << "/files?path=/etc/passwd&username=nobody-here" << 401;
        QTest::newRow("a device") << "/files?path=/dev/zero" << 400;
        QTest::newRow("dots above the root") << "/files?path=../../../../../../no/such" << 404;
        QTest::newRow("slash as an escape") << "/files%2F..%2Fidentity" << 404;
    }
    void refusedDownloads()
    {
        QFETCH(QString, target);
        QFETCH(int, status);
        const auto answer = m_peer->exchange("GET", target.toStdString());
        QCOMPARE(answer.status, status);
        QCOMPARE(parse(answer.body)["code"].get<int>(), status);
        QCOMPARE(header(answer, "content-type"), "application/json; charset=utf-8"s);
    }

    void theContractsWords()
    {
        QCOMPARE(m_peer->exchange("GET", "/files?path=/no/such").body,
                 R"({"code":404,"message":"path '/no/such' does not exist"})"s);
    }

    void aPipeDoesNotHang()
    {
        QCOMPARE(::mkfifo(at("pipe").c_str(), 0600), 0);
        QCOMPARE(download("pipe").status, 400);
        QCOMPARE(upload("pipe", "x").status, 400);
    }

    void downloads()
    {
        put("a \u00E4.txt", "hello");
        const auto answer = download("a \u00E4.txt");
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.body, "hello"s);
        QCOMPARE(header(answer, "content-length"), "5"s);
        QCOMPARE(header(answer, "content-disposition"), "inline; filename*=utf-8''a%20%C3%A4.txt"s);
        QCOMPARE(header(answer, "vary"), "Accept-Encoding"s);
        QCOMPARE(header(answer, "content-type"), "text/plain; charset=utf-8"s);
        put("empty", "");
        const auto empty = download("empty");
        QCOMPARE(empty.status, 200);
        QCOMPARE(header(empty, "content-length"), "0"s);
        // It says that it has 0 bytes, and has more.
        const auto proc = m_peer->exchange("GET", "/files?path=/proc/cpuinfo");
        QVERIFY(proc.body.size() > 100);
    }

    void ranges()
    {
        put("digits", "0123456789");
        const auto some = download("digits", {{"range", "bytes=2-4"}, {"accept-encoding", "gzip"}});
        QCOMPARE(some.status, 206);
        QCOMPARE(some.body, "234"s);
        QCOMPARE(header(some, "content-range"), "bytes 2-4/10"s);
        QCOMPARE(header(some, "content-length"), "3"s);
        const auto none = download("digits", {{"range", "bytes=10-"}});
        QCOMPARE(none.status, 416);
        QCOMPARE(header(none, "content-range"), "bytes */10"s);
        QCOMPARE(download("digits", {{"range", "bytes=0-0,2-2"}}).body, "0123456789"s);
        const std::string modified = header(download("digits"), "last-modified");
        QCOMPARE(download("digits", {{"if-modified-since", modified}}).status, 304);
        QCOMPARE(download("digits", {{"if-modified-since", httpDate(1)}}).status, 200);
        QCOMPARE(download("digits", {{"range", "bytes=1-1"}, {"if-range", modified}}).body, "1"s);
        QCOMPARE(download("digits", {{"range", "bytes=1-1"}, {"if-range", httpDate(1)}}).status, 200);
    }

    void packsWhenAsked()
    {
        const QByteArray text = QByteArray("hello ").repeated(50000);
        put("text", text);
        const auto answer = download("text", {{"accept-encoding", "gzip, deflate"}});
        QCOMPARE(header(answer, "content-encoding"), "gzip"s);
        QVERIFY(answer.body.size() < 10000);
        std::string out;
        GzipInflater inflater;
        QVERIFY(inflater.feed(answer.body, [&](std::string_view piece) {
            out += piece;
            return true;
        }));
        QVERIFY(inflater.isComplete());
        QVERIFY(out == text.toStdString());
        QCOMPARE(header(download("text"), "content-encoding"), "(none)"s);
        QCOMPARE(download("text", {{"accept-encoding", "identity;q=0, br"}}).status, 406);
    }

    void largeOnesBothWays()
    {
        std::string large;
        large.reserve(70 << 20);
        while (large.size() < (70U << 20U))
            large += std::to_string(large.size()) + "\n";
        QCOMPARE(upload("large", large).status, 200);
        const auto answer = download("large", {{"accept-encoding", "gzip"}});
        QCOMPARE(header(answer, "content-encoding"), "(none)"s); // packing would take longer than sending
        QVERIFY(answer.body == large);
    }

    void aSlowDownloadHoldsUpNobody()
    {
        QFile file(QString::fromStdString(at("large")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(1 << 30));
        const std::int32_t slow = m_peer->send("GET", files("large"), {}, {}, false);
        QVERIFY(m_peer->waitFor([&]() { return m_peer->stream(slow).body.size() >= 65535; }));
        put("small", "x");
        for (int i = 0; i < 20; ++i)
            QCOMPARE(download("small").body, "x"s);
        QVERIFY(m_peer->stream(slow).body.size() < 100000);
        m_peer->cancel(slow);
        QVERIFY(m_peer->waitClosed(slow));
        QCOMPARE(download("small").body, "x"s);
    }

    void refusedUploads()
    {
        QCOMPARE(m_peer->exchange("POST", "/files", "x", octets).status, 400);
        QCOMPARE(upload("a", "x", {}).status, 400);
        QCOMPARE(upload("a", "x", {{"content-type", "text/plain"}}).status, 400);
        QCOMPARE(upload("a", "x", {{"content-type", "multipart/form-data"}}).status, 400);
        QCOMPARE(upload("a", "x", {{"content-type", "multipart/form-data; boundary=" + std::string(80, 'b')}})
                     .status,
                 400);
        QCOMPARE(upload("a", "x", {octets[0], {"content-encoding", "br"}}).status, 400);
        QCOMPARE(upload("a", "no gzip", {octets[0], {"content-encoding", "gzip"}}).status, 400);
        QCOMPARE(upload("", "x").status, 400);                           // the folder itself
        QCOMPARE(upload("a", part("name=file", "x"), form).status, 400); // without an end
        QCOMPARE(upload("a", "garbage", form).status, 400);
        put("file", "old");
        QCOMPARE(upload("file/below", "x").status, 400);
        QCOMPARE(m_peer->exchange("POST", files("b", "&username=nobody-here"), "x", octets).status, 401);
        QCOMPARE(get("file"), QByteArray("old"));
        QCOMPARE(m_peer->exchange("PUT", files("b"), "x", octets).status, 404);
    }

    void fullDisk()
    {
        const auto answer = m_peer->exchange("POST", "/files?path=/dev/full", "x", octets);
        QCOMPARE(answer.status, 400); // not a file
    }

    void octetUploads()
    {
        const auto answer = upload("new/folder/a b.txt", "hello");
        QCOMPARE(answer.status, 200);
        const nlohmann::json wanted = nlohmann::json::array(
            {{{"name", "a b.txt"}, {"path", at("new/folder/a b.txt")}, {"type", "file"}}});
        QCOMPARE(answer.body, wanted.dump());
        QCOMPARE(get("new/folder/a b.txt"), QByteArray("hello"));
        struct stat status
        {
        };
        QCOMPARE(::stat(at("new/folder/a b.txt").c_str(), &status), 0);
        QCOMPARE(status.st_mode & 0777U, 0644U);
        QCOMPARE(upload("new/folder/a b.txt", "").status, 200);
        QCOMPARE(get("new/folder/a b.txt"), QByteArray());
        GzipDeflater deflater;
        const std::string packed = deflater.feed(std::string(3000000, 'z'), true);
        QCOMPARE(upload("packed", packed, {octets[0], {"content-encoding", "gzip"}}).status, 200);
        QCOMPARE(get("packed"), QByteArray(3000000, 'z'));
        QCOMPARE(upload("packed", packed.substr(0, 100), {octets[0], {"content-encoding", "gzip"}}).status,
                 400);
    }

    void overwritesAnothersFileInASharedFolder()
    {
        // As in /tmp: sticky and open to all; the kernel has rules of its own there, for root, too.
        QCOMPARE(::mkdir(at("shared").c_str(), 0777), 0);
        QCOMPARE(::chmod(at("shared").c_str(), 01777), 0);
        put("shared/file", "old");
        if (::geteuid() == 0)
            QCOMPARE(::chown(at("shared/file").c_str(), 1, 1), 0);
        QCOMPARE(upload("shared/file", "new").status, 200);
        QCOMPARE(get("shared/file"), QByteArray("new"));
    }

    void formUploads()
    {
        QCOMPARE(upload("a.txt", part("name=\"file\"; filename=\"other\"", "hello") + ending, form).status,
                 200);
        QCOMPARE(get("a.txt"), QByteArray("hello"));
        // A plain field without a file name, as a browser's form has it.
        QCOMPARE(upload("b.txt", part("name=\"file\"", "plain") + ending, form).status, 200);
        QCOMPARE(get("b.txt"), QByteArray("plain"));
        const auto many = m_peer->exchange(
            "POST", "/files",
            part("name=note", "ignored") + part("name=file; filename=\"" + at("m/one") + "\"", "1") +
                part("name=file; filename*=UTF-8''" + escape(at("m/\u4E16")), "2") + ending,
            form);
        QCOMPARE(many.status, 200);
        QCOMPARE(parse(many.body).size(), 2U);
        QCOMPARE(get("m/one"), QByteArray("1"));
        QCOMPARE(get("m/\u4E16"), QByteArray("2"));
        const auto twice = upload("c", part("name=file", "1") + part("name=file", "2") + ending, form);
        QCOMPARE(twice.status, 400);
        QCOMPARE(get("c"), QByteArray("1")); // only the first was written
        QCOMPARE(m_peer->exchange("POST", "/files", part("name=file", "1") + ending, form).status, 400);
        QCOMPARE(upload("d", part("name=other", "1") + ending, form).body, "[]"s);
    }

    void metadata()
    {
        const auto with = [this](const std::string &key, const std::string &value) {
            return upload("m", "x", {octets[0], {"x-metadata-" + key, value}});
        };
        put("probe", "");
        if (::setxattr(at("probe").c_str(), "user.e2b.a", "b", 1, 0) != 0) {
            QCOMPARE(with("a", "b").status, 500); // this file system keeps none, and that is said
            return;
        }
        const auto answer = with("a", "b c");
        QCOMPARE(parse(answer.body)[0]["metadata"].dump(), R"({"a":"b c"})"s);
        QCOMPARE(with("other", "1").status, 200); // replaces the whole set
        const Answer entry = call("/filesystem.Filesystem/Stat", {{"path", at("m")}});
        QCOMPARE(entry.body["entry"]["metadata"].dump(), R"({"other":"1"})"s);
        QCOMPARE(upload("m", "x").status, 200);
        QVERIFY(!call("/filesystem.Filesystem/Stat", {{"path", at("m")}}).body["entry"].contains("metadata"));
    }

    void refusedMetadata()
    {
        const auto with = [this](const std::string &key, const std::string &value) {
            return upload("m", "x", {octets[0], {"x-metadata-" + key, value}}).status;
        };
        QCOMPARE(with(std::string(247, 'k'), "v"), 400);
        QCOMPARE(with("k", std::string(4096, 'v')), 400);
        QCOMPARE(with("k", "\xC3\xA4"), 400);
        QCOMPARE(get("m"), QByteArray("(none)"));
    }

    void anUploadThatIsCutLeavesTheAgentWell()
    {
        for (int i = 0; i < 20; ++i) {
            const std::int32_t id =
                m_peer->send("POST", files("cut"), std::string(100000, 'x'), octets, true, false);
            m_peer->waitFor([&]() { return m_peer->stream(id).uploaded >= 60000; });
            m_peer->cancel(id);
        }
        QCOMPARE(upload("after", "x").status, 200);
    }

    void composes()
    {
        put("p1", "one ");
        put("p2", "two");
        put("whole", "old");
        const Answer answer =
            call("/files/compose", {{"source_paths", {at("p1"), at("p2")}}, {"destination", at("whole")}});
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.body.dump(),
                 nlohmann::json({{"name", "whole"}, {"path", at("whole")}, {"type", "file"}}).dump());
        QCOMPARE(get("whole"), QByteArray("one two"));
        QCOMPARE(get("p1"), QByteArray("(none)"));
    }

    void refusedCompositions_data()
    {
        QTest::addColumn<QString>("sources");
        QTest::addColumn<QString>("destination");
        QTest::addColumn<int>("status");
        QTest::newRow("none") << ""
                              << "whole" << 400;
        QTest::newRow("itself") << "p1,whole"
                                << "whole" << 400;
        QTest::newRow("missing") << "p1,no"
                                 << "whole" << 404;
        QTest::newRow("a folder") << "p1,."
                                  << "whole" << 400;
        QTest::newRow("to a folder") << "p1"
                                     << "sub" << 400;
        QTest::newRow("to nowhere") << "p1"
                                    << "" << 400;
    }
    void refusedCompositions()
    {
        QFETCH(QString, sources);
        QFETCH(QString, destination);
        QFETCH(int, status);
        put("p1", "1");
        put("whole", "old");
        QCOMPARE(::mkdir(at("sub").c_str(), 0755), 0);
        nlohmann::json message{{"source_paths", nlohmann::json::array()}};
        for (const QString &source : sources.split(',', Qt::SkipEmptyParts))
            message["source_paths"].push_back(at(source.toStdString()));
        if (!destination.isEmpty())
            message["destination"] = at(destination.toStdString());
        QCOMPARE(call("/files/compose", message).status, status);
        QCOMPARE(get("p1"), QByteArray("1")); // nothing is lost
        QCOMPARE(get("whole"), QByteArray("old"));
    }
};

QTEST_GUILESS_MAIN(TestGuestTransfer)
#include "tst_guest_transfer.moc"
