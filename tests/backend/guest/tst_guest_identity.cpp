// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cerrno>

#include "backend/guest/agent/identity.h"
#include "backend/guest/agent/programhold.h"
#include "backend/guest/agent/readiness.h"

using namespace sandglass::guest;
using namespace std::string_literals;

namespace {

class RecordingSystem : public GuestSystem
{
public:
    std::vector<std::string> calls;
    bool refuseClock = false;

    bool setClock(std::int64_t time) override
    {
        calls.push_back("clock " + std::to_string(time));
        errno = EPERM;
        return !refuseClock;
    }
    bool addEntropy(std::string_view bytes) override
    {
        calls.push_back("entropy " + std::to_string(bytes.size()));
        return true;
    }
    bool setHostName(const std::string &name) override
    {
        calls.push_back("hostname " + name);
        return true;
    }
    bool powerOff() override { return true; }
    bool holdPrograms() override { return true; }
    void releasePrograms() override {}
    bool write(const std::string &path, std::string_view, mode_t) override
    {
        calls.push_back("write " + path);
        return true;
    }
};

nlohmann::json valid()
{
    return {{"sandbox_id", "sb-1"},
            {"template_id", "code"},
            {"hostname", "sb-1"},
            {"machine_id", std::string(32, 'a')},
            {"wall_time_ns", 1700000000123456789},
            {"entropy", base64Encode(std::string(64, 'e'))},
            {"env", {{"A", "b"}}}};
}

} // namespace

class TestGuestIdentity : public QObject
{
    Q_OBJECT
private slots:
    void refuses_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char *title, const char *key, const QByteArray &value) {
            QTest::newRow(title) << QByteArray(key) << value;
        };
        row("no sandbox", "sandbox_id", "null");
        row("path in sandbox", "sandbox_id", R"("../x")");
        row("number as sandbox", "sandbox_id", "5");
        row("long sandbox", "sandbox_id", '"' + QByteArray(129, 'a') + '"');
        row("no template", "template_id", R"("")");
        row("line end in host", "hostname", R"("a\nb")");
        row("underscore in host", "hostname", R"("a_b")");
        row("dash first in host", "hostname", R"("-a")");
        row("long host", "hostname", '"' + QByteArray(64, 'a') + '"');
        row("short machine id", "machine_id", R"("abc")");
        row("upper case machine id", "machine_id", '"' + QByteArray(32, 'A') + '"');
        row("no time", "wall_time_ns", "null");
        row("zero time", "wall_time_ns", "0");
        row("broken time", "wall_time_ns", "1.5");
        row("little entropy", "entropy", '"' + QByteArray(31, 'e').toBase64() + '"');
        row("much entropy", "entropy", '"' + QByteArray(513, 'e').toBase64() + '"');
        row("no base64", "entropy", R"("????????????????????????????????????????????")");
        row("hold as text", "hold", R"("yes")");
        row("env list", "env", "[]");
        row("env number", "env", R"({"A":1})");
        row("env name", "env", R"({"A=B":"c"})");
    }
    void refuses()
    {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, value);
        nlohmann::json message = valid();
        message[key.toStdString()] = nlohmann::json::parse(value.toStdString(), nullptr, false);
        const auto parsed = parseIdentity(message);
        QVERIFY(std::holds_alternative<ConnectError>(parsed));
        message.erase(key.toStdString());
        QCOMPARE(std::holds_alternative<ConnectError>(parseIdentity(message)), key != "env" && key != "hold");
    }

    void assumesWithoutTouchingFiles()
    {
        RecordingSystem system;
        const auto identity = std::get<Identity>(parseIdentity(valid()));
        QCOMPARE(assume(system, identity), ""s);
        const std::vector<std::string> wanted{"entropy 64", "clock 1700000000123456789", "hostname sb-1"};
        QCOMPARE(system.calls, wanted);
    }

    void saysWhatWasRefused()
    {
        RecordingSystem system;
        system.refuseClock = true;
        const std::string refused = assume(system, std::get<Identity>(parseIdentity(valid())));
        QVERIFY(QString::fromStdString(refused).startsWith("clock: "));
        QCOMPARE(system.calls.size(), 3U); // the others are done all the same
    }

    void writesFilesAfterwards()
    {
        RecordingSystem system;
        writeIdentityFiles(system, std::get<Identity>(parseIdentity(valid())));
        for (const char *path : {"/etc/hosts", "/etc/hostname", "/etc/machine-id", "/run/e2b/.E2B_SANDBOX",
                                 "/run/e2b/.E2B_SANDBOX_ID", "/run/e2b/.E2B_TEMPLATE_ID"})
            QVERIFY2(std::count(system.calls.begin(), system.calls.end(), "write "s + path) == 1, path);
    }

    void groupsOfTheAgentAreFound()
    {
        QCOMPARE(ownGroup("0::/system.slice/a.service\n"), "/system.slice/a.service"s);
        QCOMPARE(ownGroup("1:name=systemd:/x\n0::/\n"), "/"s);
        QCOMPARE(ownGroup("1:name=systemd:/x\n"), ""s);
        QCOMPARE(ownGroup(""), ""s);
    }

    // Ordinary folders stand for the groups: what is written where.
    void everyGroupButTheAgentsIsHeld()
    {
        QTemporaryDir folder;
        const QDir root(folder.path());
        const QStringList others{"init.scope", "user.slice", "system.slice/dbus.service",
                                 "system.slice/agent.service/programs"};
        for (const QString &group : others + QStringList{"system.slice/agent.service"}) {
            QVERIFY(root.mkpath(group));
            for (const auto &[name, text] :
                 {std::pair("cgroup.freeze", "0"), std::pair("cgroup.events", "frozen 1\n")}) {
                QFile file(root.filePath(group + '/' + name));
                QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) > 0);
            }
        }
        const auto frozen = [&](const QString &group) {
            QFile file(root.filePath(group + "/cgroup.freeze"));
            return file.open(QIODevice::ReadOnly) && file.readAll() == "1";
        };
        ProgramHold hold(folder.path().toStdString(), "/system.slice/agent.service");
        QVERIFY(hold.programs());
        QVERIFY(hold.hold(std::chrono::milliseconds(100)));
        for (const QString &group : others)
            QVERIFY2(frozen(group), qPrintable(group));
        QVERIFY(!frozen("system.slice/agent.service"));
        hold.release();
        for (const QString &group : others)
            QVERIFY2(!frozen(group), qPrintable(group));
        // One that does not come to rest: it is said, in time.
        QFile busy(root.filePath("user.slice/cgroup.events"));
        QVERIFY(busy.open(QIODevice::WriteOnly) && busy.write("frozen 0\n") > 0);
        busy.close();
        QVERIFY(!hold.hold(std::chrono::milliseconds(20)));
        hold.release();
        QVERIFY(!frozen("user.slice"));
        // Where there are no groups nothing is held, and nothing is said to be.
        ProgramHold nowhere(folder.path().toStdString(), "/");
        QVERIFY(!nowhere.programs() && !nowhere.hold(std::chrono::milliseconds(20)));
    }

    void ownVariablesWin()
    {
        auto identity = std::get<Identity>(parseIdentity(valid()));
        identity.environment = {{"DISPLAY", ":1"}};
        const Environment all = sandboxEnvironment({{"DISPLAY", ":0"}, {"X", "y"}}, identity);
        QCOMPARE(all.at("DISPLAY"), ":1"s);
        QCOMPARE(all.at("X"), "y"s);
        QCOMPARE(all.at("E2B_SANDBOX_ID"), "sb-1"s);
    }

    void templateFacts()
    {
        const TemplateFacts nothing = parseTemplate("");
        QVERIFY(nothing.readyCommand.empty());
        const TemplateFacts broken =
            parseTemplate(R"({"ready":[1,"a"],"ready_timeout_s":-5,"env":{"A":1,"B":"c"}})");
        QCOMPARE(broken.readyCommand, std::vector<std::string>{"a"});
        QCOMPARE(broken.readyTimeout, std::chrono::seconds(300));
        QCOMPARE(broken.environment.size(), 1U);
    }
};

QTEST_GUILESS_MAIN(TestGuestIdentity)
#include "tst_guest_identity.moc"
