// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "backend/guest/agent/connect.h"
#include "backend/guest/agent/filesystem/entry.h"
#include "tests/backend/guest/agenttest.h"
#include "tests/backend/guest/processevents.h"

using namespace sandglass::guest;
using namespace std::string_literals;

// filesystem.Filesystem over a real session, on a folder of this machine.
class TestGuestFilesystem : public AgentTest
{
    Q_OBJECT

    Answer rpc(const char *method, const nlohmann::json &message)
    {
        return call("/filesystem.Filesystem/"s + method, message);
    }
    std::string endCode(const std::string &body)
    {
        const Events events = readEvents(body);
        return events.last.is_object() && events.last.contains("error")
                   ? events.last["error"].value("code", "")
                   : std::string();
    }
    // "create a" and the like, of a stream or a watcher.
    static std::string eventText(const nlohmann::json &event)
    {
        const std::string type = event.value("type", "EVENT_TYPE_NONE");
        return type.substr(sizeof "EVENT_TYPE_" - 1) + " " + event.value("name", "");
    }
    std::set<std::string> streamEvents(std::int32_t id)
    {
        std::set<std::string> texts;
        for (const auto &message : readMessages(m_peer->stream(id).body)) {
            if (message.contains("filesystem"))
                texts.insert(eventText(message["filesystem"]));
        }
        return texts;
    }
    bool waitEvent(std::int32_t id, const std::string &text)
    {
        return m_peer->waitFor([&]() { return streamEvents(id).contains(text); });
    }
    std::int32_t watch(const nlohmann::json &message, const Headers &headers = {})
    {
        const std::int32_t id =
            m_peer->send("POST", "/filesystem.Filesystem/WatchDir", envelope(0, message.dump()), headers);
        m_peer->waitFor(
            [&]() { return !readMessages(m_peer->stream(id).body).empty() || m_peer->stream(id).closed; });
        return id;
    }

private slots:
    void refusals_data()
    {
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("code");
        const auto row = [](const char *title, const char *method, const char *path, int status,
                            const char *code) {
            QTest::newRow(title) << QString(method) << QString(path) << status << QString(code);
        };
        row("stat of nothing", "Stat", "no", 404, "not_found");
        row("stat below a file", "Stat", "file/x", 400, "invalid_argument");
        row("stat of another's home", "Stat", "~root", 400, "invalid_argument");
        row("stat of a very long name", "Stat", "longlonglonglong", 400, "invalid_argument");
        row("list of nothing", "ListDir", "no", 404, "not_found");
        row("list of a file", "ListDir", "file", 400, "invalid_argument");
        row("list of a loop", "ListDir", "loop", 400, "failed_precondition");
        row("make what is there", "MakeDir", "folder", 409, "already_exists");
        row("make a file's place", "MakeDir", "file", 400, "invalid_argument");
        row("make below a file", "MakeDir", "file/x/y", 400, "invalid_argument");
        row("watch nothing", "CreateWatcher", "no", 404, "not_found");
        row("watch a file", "CreateWatcher", "file", 400, "invalid_argument");
        row("no such method", "Fly", "file", 501, "unimplemented");
    }
    void refusals()
    {
        QFETCH(QString, method);
        QFETCH(QString, path);
        QFETCH(int, status);
        QFETCH(QString, code);
        put("file", "x");
        QCOMPARE(::mkdir(at("folder").c_str(), 0755), 0);
        QCOMPARE(::symlink("loop", at("loop").c_str()), 0);
        std::string asked = path.startsWith('~') ? path.toStdString() : at(path.toStdString());
        if (path.startsWith("long"))
            asked = at(std::string(300, 'x'));
        const Answer answer = rpc(method.toLatin1().constData(), {{"path", asked}});
        QCOMPARE(answer.status, status);
        QCOMPARE(QString::fromStdString(answer.body.value("code", "")), code);
    }

    void brokenMessages()
    {
        const auto post = [this](const std::string &body) {
            return m_peer->exchange("POST", "/filesystem.Filesystem/Stat", body).status;
        };
        QCOMPARE(post("{"), 400);
        QCOMPARE(post("[]"), 400);
        QCOMPARE(post(R"({"path":7})"), 400);
        QCOMPARE(post(R"({"path":"a\u0000b"})"), 400);
        QCOMPARE(post(std::string(100, '[')), 400);
        QCOMPARE(post(std::string(300 << 10, ' ')), 413);
        QCOMPARE(rpc("ListDir", {{"path", "/"}, {"depth", -1}}).status, 400);
        QCOMPARE(rpc("GetWatcherEvents", {{"watcherId", "w99"}}).status, 404);
        QCOMPARE(rpc("RemoveWatcher", {{"watcherId", 7}}).status, 404);
        QCOMPARE(call("/filesystem.Filesystem/Stat", {{"path", "/"}},
                      {{"authorization", "Basic bm9ib2R5LWhlcmU6"}})
                     .status,
                 401);
        QCOMPARE(m_peer->exchange("GET", "/filesystem.Filesystem/Stat").status, 405);
    }

    void statTellsEverything()
    {
        put("file", "12345");
        QCOMPARE(::chmod(at("file").c_str(), 0640), 0);
        const timespec times[2]{{0, 0}, {1700000000, 120000000}};
        QCOMPARE(::utimensat(AT_FDCWD, at("file").c_str(), times, 0), 0);
        const bool hasMetadata = ::setxattr(at("file").c_str(), "user.e2b.key", "value", 5, 0) == 0;
        Owners owners;
        nlohmann::json wanted{{"name", "file"},
                              {"type", "FILE_TYPE_FILE"},
                              {"path", at("file")},
                              {"size", "5"},
                              {"mode", 0640},
                              {"permissions", "-rw-r-----"},
                              {"owner", owners.user(::geteuid())},
                              {"group", owners.group(::getegid())},
                              {"modifiedTime", "2023-11-14T22:13:20.120Z"}};
        if (hasMetadata)
            wanted["metadata"] = {{"key", "value"}};
        const Answer answer = rpc("Stat", {{"path", at("file")}});
        QCOMPARE(answer.body["entry"].dump(), wanted.dump());
    }

    void linksTellOfBoth()
    {
        put("file", "12345");
        QCOMPARE(::chmod(at("file").c_str(), 0600), 0);
        QCOMPARE(::symlink("file", at("link").c_str()), 0);
        QCOMPARE(::symlink("nowhere", at("broken").c_str()), 0);
        const auto link = rpc("Stat", {{"path", at("link")}}).body["entry"];
        QCOMPARE(link["type"].get<std::string>(), "FILE_TYPE_FILE"s);
        QCOMPARE(link["mode"].get<int>(), 0600);
        QCOMPARE(link["permissions"].get<std::string>(), "Lrwxrwxrwx"s);
        QCOMPARE(link["size"].get<std::string>(), "4"s);
        QCOMPARE(link["symlinkTarget"].get<std::string>(),
                 QFileInfo(QString::fromStdString(at("file"))).canonicalFilePath().toStdString());
        const auto broken = rpc("Stat", {{"path", at("broken")}}).body["entry"];
        QVERIFY(!broken.contains("type"));
        QCOMPARE(broken["symlinkTarget"].get<std::string>(), at("nowhere"));
    }

    void permissionWords()
    {
        QCOMPARE(permissionText(S_IFREG | 0644), "-rw-r--r--"s);
        QCOMPARE(permissionText(S_IFDIR | 01777), "dtrwxrwxrwx"s);
        QCOMPARE(permissionText(S_IFREG | 04755), "urwxr-xr-x"s);
        QCOMPARE(permissionText(S_IFCHR | 0666), "Dcrw-rw-rw-"s);
        QCOMPARE(permissionText(S_IFIFO | 0600), "prw-------"s);
        QCOMPARE(timestampText({0, 0}), "1970-01-01T00:00:00Z"s);
        QCOMPARE(timestampText({1, 1}), "1970-01-01T00:00:01.000000001Z"s);
    }

    void listsInOrderToADepth()
    {
        for (const char *folder : {"b", "b/d", "b/d/e", "a"})
            QCOMPARE(::mkdir(at(folder).c_str(), 0755), 0);
        for (const char *file : {"c", "a/\u00E4 \u4E16", "b/d/e/deep", "b/B"})
            put(file, "");
        QCOMPARE(::symlink("b", at("link").c_str()), 0);
        const auto names = [this](const std::string &path, int depth) {
            std::string text;
            const auto answer = rpc("ListDir", {{"path", path}, {"depth", depth}});
            for (const auto &entry : answer.body["entries"])
                text += entry["path"].get<std::string>().substr(path.size() + 1) + "|";
            return text;
        };
        const std::string root = m_folder->path().toStdString();
        QCOMPARE(names(root, 0), "a|b|c|link|"s);
        QCOMPARE(names(root, 2), "a|a/\u00E4 \u4E16|b|b/B|b/d|c|link|"s);
        QCOMPARE(names(root, 99), "a|a/\u00E4 \u4E16|b|b/B|b/d|b/d/e|b/d/e/deep|c|link|"s);
        // A root that is a link is followed, and keeps its name.
        QCOMPARE(names(at("link"), 1), "B|d|"s);
    }

    void makesMovesRemoves()
    {
        const Answer made = rpc("MakeDir", {{"path", at("x/y/z")}});
        QCOMPARE(made.status, 200);
        QCOMPARE(made.body["entry"]["permissions"].get<std::string>(), "drwxr-xr-x"s);
        put("x/y/z/file", "new");
        put("old", "old");
        const Answer moved = rpc("Move", {{"source", at("x/y/z/file")}, {"destination", at("old")}});
        QCOMPARE(moved.body["entry"]["path"].get<std::string>(), at("old"));
        QCOMPARE(get("old"), QByteArray("new"));
        QCOMPARE(rpc("Move", {{"source", at("old")}, {"destination", at("p/q/r")}}).status, 200);
        QCOMPARE(get("p/q/r"), QByteArray("new"));
        QCOMPARE(rpc("Move", {{"source", at("old")}, {"destination", at("e")}}).status, 404);
        QCOMPARE(rpc("Move", {{"source", at("x")}, {"destination", at("x/y/in")}}).status, 400);
        QCOMPARE(rpc("Remove", {{"path", at("x")}}).body.dump(), "{}"s);
        QVERIFY(!QFileInfo::exists(QString::fromStdString(at("x"))));
        QCOMPARE(rpc("Remove", {{"path", at("x")}}).status, 200); // no error when it is gone
        QCOMPARE(rpc("Remove", {{"path", "//"}}).status, 400);
        QCOMPARE(::symlink("p", at("link").c_str()), 0);
        QCOMPARE(rpc("Remove", {{"path", at("link/")}}).status, 200);
        QCOMPARE(get("p/q/r"), QByteArray("new")); // the link went, not what it pointed to
    }

    void watchRefusals()
    {
        put("file", "");
        QCOMPARE(endCode(m_peer->exchange("POST", "/filesystem.Filesystem/WatchDir", "x").body),
                 "invalid_argument"s);
        QCOMPARE(endCode(m_peer->stream(watch({{"path", at("no")}})).body), "not_found"s);
        const std::int32_t file = watch({{"path", at("file")}});
        QCOMPARE(m_peer->stream(file).status, 200);
        QVERIFY(m_peer->waitClosed(file));
        QCOMPARE(endCode(m_peer->stream(file).body), "invalid_argument"s);
    }

    void watchTellsOfOneFolder()
    {
        put("old", "");
        QCOMPARE(::mkdir(at("sub").c_str(), 0755), 0);
        const std::int32_t id = watch({{"path", m_folder->path().toStdString()}, {"includeEntry", true}});
        QCOMPARE(readMessages(m_peer->stream(id).body).at(0).dump(), R"({"start":{}})"s);
        put("new", "hello");
        QVERIFY(waitEvent(id, "CREATE new"));
        QVERIFY(waitEvent(id, "WRITE new"));
        ::chmod(at("new").c_str(), 0600);
        QVERIFY(waitEvent(id, "CHMOD new"));
        QCOMPARE(::rename(at("new").c_str(), at("newer").c_str()), 0);
        QVERIFY(waitEvent(id, "RENAME new"));
        QVERIFY(waitEvent(id, "CREATE newer"));
        put("sub/inside", "");
        QCOMPARE(::unlink(at("old").c_str()), 0);
        QVERIFY(waitEvent(id, "REMOVE old"));
        QVERIFY(!streamEvents(id).contains("CREATE sub/inside"));
        for (const auto &message : readMessages(m_peer->stream(id).body)) {
            const auto event = message.value("filesystem", nlohmann::json::object());
            if (eventText(event) == "CREATE newer")
                QCOMPARE(event["entry"]["size"].get<std::string>(), "5"s);
            if (eventText(event) == "REMOVE old")
                QVERIFY(!event.contains("entry"));
        }
        m_peer->cancel(id);
        QVERIFY(m_peer->waitClosed(id));
    }

    void watchFollowsTheTree()
    {
        QCOMPARE(::mkdir(at("a").c_str(), 0755), 0);
        const std::int32_t id = watch({{"path", m_folder->path().toStdString()}, {"recursive", true}});
        put("a/old", "");
        QVERIFY(waitEvent(id, "CREATE a/old"));
        QVERIFY(QDir(m_folder->path()).mkpath("b/c/d"));
        put("b/c/d/early", "");
        QVERIFY(waitEvent(id, "CREATE b/c/d/early"));
        put("b/c/d/late", "");
        QVERIFY(waitEvent(id, "CREATE b/c/d/late"));
        // A folder that is moved is known by its new name only.
        QCOMPARE(::rename(at("b").c_str(), at("moved").c_str()), 0);
        QVERIFY(waitEvent(id, "CREATE moved"));
        QVERIFY(waitEvent(id, "CREATE moved/c/d/late"));
        put("moved/c/d/last", "");
        QVERIFY(waitEvent(id, "CREATE moved/c/d/last"));
        QVERIFY(!streamEvents(id).contains("CREATE b/c/d/last"));
        QVERIFY(QDir(QString::fromStdString(at("moved"))).removeRecursively());
        QVERIFY(waitEvent(id, "REMOVE moved"));
        std::vector<std::string> created;
        for (const auto &message : readMessages(m_peer->stream(id).body)) {
            const std::string text = eventText(message.value("filesystem", nlohmann::json::object()));
            if (text.starts_with("CREATE "))
                created.push_back(text);
        }
        std::sort(created.begin(), created.end());
        QVERIFY2(std::adjacent_find(created.begin(), created.end()) == created.end(),
                 "a creation was told twice");
    }

    void watchKeepsAlive()
    {
        const std::int32_t id = watch({{"path", m_folder->path().toStdString()}},
                                      {{"keepalive-ping-interval", "1"}, {"connect-timeout-ms", "1500"}});
        QVERIFY(m_peer->waitClosed(id));
        QCOMPARE(readMessages(m_peer->stream(id).body).at(1).dump(), R"({"keepalive":{}})"s);
        QCOMPARE(endCode(m_peer->stream(id).body), "deadline_exceeded"s);
    }

    void watchersGather()
    {
        const Answer made =
            rpc("CreateWatcher", {{"path", m_folder->path().toStdString()}, {"recursive", true}});
        QCOMPARE(made.status, 200);
        const nlohmann::json id{{"watcherId", made.body["watcherId"]}};
        QCOMPARE(rpc("GetWatcherEvents", id).body.dump(), R"({"events":[]})"s);
        put("a", "x");
        std::set<std::string> seen;
        QTRY_VERIFY([&]() {
            const Answer answer = rpc("GetWatcherEvents", id);
            for (const auto &event : answer.body.at("events"))
                seen.insert(eventText(event));
            return seen.contains("CREATE a") && seen.contains("WRITE a");
        }());
        QCOMPARE(rpc("GetWatcherEvents", id).body.dump(), R"({"events":[]})"s); // they are told once
        QCOMPARE(rpc("RemoveWatcher", id).body.dump(), "{}"s);
        QCOMPARE(rpc("RemoveWatcher", id).status, 404);
        QCOMPARE(rpc("GetWatcherEvents", id).status, 404);
    }

    void watchesAreCounted()
    {
        const nlohmann::json message{{"path", m_folder->path().toStdString()}};
        std::vector<nlohmann::json> made;
        Answer answer;
        while ((answer = rpc("CreateWatcher", message)).status == 200 && made.size() < 200)
            made.push_back(answer.body);
        QCOMPARE(answer.status, 429);
        QVERIFY(made.size() > 40);
        QCOMPARE(rpc("RemoveWatcher", made.back()).status, 200);
        QCOMPARE(rpc("CreateWatcher", message).status, 200);
    }

    void aStormIsToldOrOwnedUp()
    {
        const Answer made = rpc("CreateWatcher", {{"path", m_folder->path().toStdString()}});
        for (int i = 0; i < 20000; ++i) {
            const std::string path = at("f" + std::to_string(i));
            QCOMPARE(::mknod(path.c_str(), S_IFREG | 0600, 0), 0);
        }
        std::size_t told = 0;
        bool lost = false;
        QTRY_VERIFY_WITH_TIMEOUT(
            [&]() {
                const Answer events = rpc("GetWatcherEvents", made.body);
                lost = lost || events.status == 429;
                told += events.status == 200 ? events.body["events"].size() : 0;
                return lost || told >= 20000;
            }(),
            20000);
        QVERIFY(told > 0 || lost);
    }
};

QTEST_GUILESS_MAIN(TestGuestFilesystem)
#include "tst_guest_filesystem.moc"
