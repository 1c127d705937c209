// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/commandhistory.h"
#include "models/foldermodel.h"
#include "models/loadhistory.h"
#include "models/loglinemodel.h"
#include "models/outputtext.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

using namespace sandglass;

namespace {

FileEntry entry(const QString &name, FileType type = FileType::File, qint64 size = 0)
{
    FileEntry made;
    made.name = name;
    made.path = QStringLiteral("/x/") + name;
    made.type = type;
    made.size = {size};
    made.modifiedAt = WallTime(std::chrono::seconds(size));
    return made;
}

QStringList names(const FolderModel &model)
{
    QStringList all;
    for (int row = 0; row < model.rowCount(); ++row)
        all.append(model.entry(row).name);
    return all;
}

LogLine line(const QString &text, LogLevel level = LogLevel::Info)
{
    return {level, {}, {}, text};
}

} // namespace

// What is shown of the inside of a sandbox.
class TestGuestModels : public QObject
{
    Q_OBJECT

private slots:
    void historyKeepsWhatIsWorthIt()
    {
        const TemplateId code(QStringLiteral("code"));
        CommandHistory history;
        history.add(code, QStringLiteral("ls"));
        history.add(code, QStringLiteral("ls"));
        history.add(code, QStringLiteral(" export SECRET=1"));
        history.add(code, QStringLiteral("   "));
        history.add(code, QString(CommandHistory::LongestCommand + 1, u'x'));
        history.add({}, QStringLiteral("nowhere"));
        history.add(code, QStringLiteral("uname"));
        QCOMPARE(history.of(code), (QStringList{QStringLiteral("ls"), QStringLiteral("uname")}));
        QVERIFY(history.of(TemplateId(QStringLiteral("desktop"))).isEmpty());
        for (int i = 0; i < 1000; ++i)
            history.add(code, QStringLiteral("command %1").arg(i));
        QCOMPARE(history.of(code).size(), CommandHistory::MostCommands);
        QCOMPARE(history.of(code).constLast(), QStringLiteral("command 999"));
        QCOMPARE(CommandHistory(history.all()).of(code), history.of(code));
        for (int i = 0; i < 100; ++i)
            history.add(TemplateId(QStringLiteral("t%1").arg(i)), QStringLiteral("x"));
        QCOMPARE(history.all().size(), CommandHistory::MostTemplates);
    }

    void walkingTheHistory()
    {
        HistoryWalk walk({QStringLiteral("ls"), QStringLiteral("make"), QStringLiteral("ls -l")});
        QCOMPARE(walk.older({}), QStringLiteral("ls -l"));
        QCOMPARE(walk.older(QStringLiteral("ls -l")), QStringLiteral("make"));
        QCOMPARE(walk.older(QStringLiteral("make")), QStringLiteral("ls"));
        QCOMPARE(walk.older(QStringLiteral("ls")), QStringLiteral("ls")); // the first one
        QCOMPARE(walk.newer(QStringLiteral("ls")), QStringLiteral("make"));
        QCOMPARE(walk.newer(QStringLiteral("make")), QStringLiteral("ls -l"));
        QCOMPARE(walk.newer(QStringLiteral("ls -l")), QString());
        // Only those that begin as what is written.
        QCOMPARE(walk.older(QStringLiteral("l")), QStringLiteral("ls -l"));
        QCOMPARE(walk.older(QStringLiteral("ls -l")), QStringLiteral("ls"));
        QCOMPARE(walk.newer(QStringLiteral("ls")), QStringLiteral("ls -l"));
        QCOMPARE(walk.newer(QStringLiteral("ls -l")), QStringLiteral("l"));
        QCOMPARE(HistoryWalk().older(QStringLiteral("x")), QStringLiteral("x"));
    }

    void outputIsPlain_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("text");
        QTest::newRow("text") << QByteArray("a\nb\n") << QStringLiteral("a\nb\n");
        QTest::newRow("dos") << QByteArray("a\r\nb") << QStringLiteral("a\nb");
        QTest::newRow("progress") << QByteArray("1%\r2%\r\n") << QStringLiteral("1%\r2%\n");
        QTest::newRow("colours") << QByteArray("\x1b[1;31mred\x1b[0m") << QStringLiteral("red");
        QTest::newRow("title") << QByteArray("\x1b]0;t\aa\x1b]2;t\x1b\\b") << QStringLiteral("ab");
        QTest::newRow("title without end") << QByteArray("\x1b]0;ttt\nseen") << QStringLiteral("seen");
        QTest::newRow("charset") << QByteArray("\x1b(Bx") << QStringLiteral("x");
        QTest::newRow("cut sequence") << QByteArray("a\x1b[3\x1b[31mb") << QStringLiteral("ab");
        QTest::newRow("bell and zero") << QByteArray("a\a\0b", 4) << QStringLiteral("ab");
        QTest::newRow("turned around") << QByteArray("a\xe2\x80\xae"
                                                     "b")
                                       << QStringLiteral("ab");
        QTest::newRow("chinese") << QByteArray("\xe4\xb8\xad\xe6\x96\x87") << QStringLiteral("\u4e2d\u6587");
    }
    void outputIsPlain()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, text);
        OutputText whole;
        QCOMPARE(whole.add(bytes), text);
        OutputText cut;
        QString joined;
        for (const char byte : bytes)
            joined += cut.add(QByteArray(1, byte));
        QCOMPARE(joined, text);
    }

    void consoleLines_data()
    {
        QTest::addColumn<QString>("raw");
        QTest::addColumn<int>("level");
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("text");
        QTest::newRow("kernel") << QStringLiteral("[    1.234567] Freeing memory") << int(LogLevel::Info)
                                << QStringLiteral("kernel") << QStringLiteral("Freeing memory");
        QTest::newRow("panic") << QStringLiteral("[    0.5] Kernel panic - not syncing: VFS")
                               << int(LogLevel::Error) << QStringLiteral("kernel")
                               << QStringLiteral("Kernel panic - not syncing: VFS");
        QTest::newRow("failed unit") << QStringLiteral("[FAILED] Failed to start x.") << int(LogLevel::Error)
                                     << QStringLiteral("systemd") << QStringLiteral("Failed to start x.");
        QTest::newRow("good unit") << QStringLiteral("[  OK  ] Started error-reporter.")
                                   << int(LogLevel::Info) << QStringLiteral("systemd")
                                   << QStringLiteral("Started error-reporter.");
        QTest::newRow("warning") << QStringLiteral("warning: clock skew") << int(LogLevel::Warning)
                                 << QString() << QStringLiteral("warning: clock skew");
        QTest::newRow("no word of it") << QStringLiteral("debugger terrorist") << int(LogLevel::Info)
                                       << QString() << QStringLiteral("debugger terrorist");
        QTest::newRow("steering") << QStringLiteral("\x1b[31mred\x1b[0m\x07") << int(LogLevel::Info)
                                  << QString() << QStringLiteral("red");
    }
    void consoleLines()
    {
        QFETCH(QString, raw);
        const LogLine parsed = consoleLine(raw);
        QTEST(int(parsed.level), "level");
        QTEST(parsed.source, "source");
        QTEST(parsed.text, "text");
    }

    void journalLines()
    {
        const auto good = journalLine(
            R"({"MESSAGE":"hello","PRIORITY":"4","SYSLOG_IDENTIFIER":"sshd","__REALTIME_TIMESTAMP":"1772366671000000"})");
        QVERIFY(good);
        QCOMPARE(good->level, LogLevel::Warning);
        QCOMPARE(good->source, QStringLiteral("sshd"));
        QCOMPARE(good->text, QStringLiteral("hello"));
        QCOMPARE(good->time.size(), 8);
        QCOMPARE(journalLine(R"({"MESSAGE":[104,105,27,91,51,109]})")->text, QStringLiteral("hi"));
        QCOMPARE(journalLine(R"({"MESSAGE":"x","PRIORITY":"7","_SYSTEMD_UNIT":"u"})")->level,
                 LogLevel::Debug);
        QCOMPARE(journalLine(R"({"MESSAGE":"x","PRIORITY":"7","_SYSTEMD_UNIT":"u"})")->source,
                 QStringLiteral("u"));
        for (const char *bad : {"", "[]", "{", "1", "{}", R"({"PRIORITY":"3"})"})
            QVERIFY(!journalLine(bad));
        QVERIFY(journalLine(R"({"MESSAGE":{"a":1},"PRIORITY":"x"})")->text.isEmpty());
    }

    void linesAreCut()
    {
        LineSplitter splitter;
        QVERIFY(splitter.add("ab").isEmpty());
        QCOMPARE(splitter.add("c\r\nd\n\ne"), (QList<QByteArray>{"abc", "d", ""}));
        QCOMPARE(splitter.add(QByteArray(3 * LineSplitter::LongestLine, 'x')).size(), 3);
        splitter.clear();
        QCOMPARE(splitter.add("z\n"), (QList<QByteArray>{"z"}));
    }

    void logIsBoundedAndFiltered()
    {
        LogLineModel model;
        const QAbstractItemModelTester tester(&model);
        model.append({line(QStringLiteral("one")), line(QStringLiteral("Two"), LogLevel::Error)});
        QCOMPARE(model.rowCount(), 2);
        model.setSearched(QStringLiteral("tw"));
        QCOMPARE(model.rowCount(), 1);
        model.append({line(QStringLiteral("x")), line(QStringLiteral("twice"))});
        QCOMPARE(model.rowCount(), 2);
        model.setLeastLevel(LogLevel::Warning);
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.textOf({0, 5, -1}), QStringLiteral("Two\n"));
        model.setSearched({});
        model.setLeastLevel(LogLevel::Debug);
        QCOMPARE(model.rowCount(), 4);
        QList<LogLine> many;
        for (int i = 0; i < 15'000; ++i)
            many.append(line(QStringLiteral("line %1").arg(i), i % 2 ? LogLevel::Info : LogLevel::Warning));
        model.append(many);
        model.setLeastLevel(LogLevel::Warning);
        model.append(many);
        QCOMPARE(model.lineCount(), LogLineModel::MostLines);
        QCOMPARE(model.rowCount(), 10'000);
        QCOMPARE(model.index(9'999, LogLineModel::Text).data().toString(), QStringLiteral("line 14998"));
        QCOMPARE(model.index(0, LogLineModel::Text).data().toString(), QStringLiteral("line 10000"));
        model.append(many + many + many);
        QCOMPARE(model.lineCount(), LogLineModel::MostLines);
        model.clear();
        QCOMPARE(model.rowCount(), 0);
        model.append({line(QStringLiteral("again"), LogLevel::Error)});
        QCOMPARE(model.rowCount(), 1);
    }

    void loadsAreBoundedWithGaps()
    {
        using namespace std::chrono_literals;
        LoadHistory history(10s);
        const SandboxKey key{ContextId(QStringLiteral("c")), SandboxId(QStringLiteral("s"))};
        WallTime now{};
        GuestLoad load;
        for (int i = 0; i < 2000; ++i) {
            load.processorPercent = i;
            history.add(key, now += 2s, load);
        }
        QCOMPARE(history.of(key).size(), LoadHistory::MostSamples);
        QCOMPARE(history.of(key).constLast().load.processorPercent, 1999.0);
        QVERIFY(!history.of(key).constLast().afterGap);
        history.add(key, now += 11s, {});
        QVERIFY(history.of(key).constLast().afterGap);
        for (int i = 0; i < 200; ++i)
            history.add({ContextId(QStringLiteral("c")), SandboxId(QString::number(i))}, now += 1s, {});
        QCOMPARE(history.sandboxCount(), LoadHistory::MostSandboxes);
        QVERIFY(history.of(key).isEmpty()); // read longest ago
        QVERIFY(!history.of({ContextId(QStringLiteral("c")), SandboxId(QStringLiteral("199"))}).isEmpty());
    }

    void foldersComeFirst()
    {
        FolderModel model;
        const QAbstractItemModelTester tester(&model);
        model.setEntries({entry(QStringLiteral("b"), FileType::File, 5),
                          entry(QStringLiteral("z"), FileType::Folder), entry(QStringLiteral(".hidden")),
                          entry(QStringLiteral("a"), FileType::File, 9),
                          entry(QStringLiteral("c"), FileType::Folder)});
        QCOMPARE(names(model), (QStringList{QStringLiteral("c"), QStringLiteral("z"), QStringLiteral("a"),
                                            QStringLiteral("b")}));
        QCOMPARE(model.hiddenCount(), 1);
        model.sort(FolderModel::Name, Qt::DescendingOrder);
        QCOMPARE(names(model), (QStringList{QStringLiteral("z"), QStringLiteral("c"), QStringLiteral("b"),
                                            QStringLiteral("a")}));
        model.sort(FolderModel::Size, Qt::DescendingOrder);
        QCOMPARE(names(model).mid(2), (QStringList{QStringLiteral("a"), QStringLiteral("b")}));
        model.setHiddenShown(true);
        QCOMPARE(model.rowCount(), 5);
        QCOMPARE(model.entry(model.rowOf(QStringLiteral("b"))).size, Bytes{5});
        QCOMPARE(model.rowOf(QStringLiteral("nothing")), -1);
        model.setEntries({});
        QCOMPARE(model.rowCount(), 0);
    }

    void largeFoldersAreArrangedElsewhere()
    {
        FolderModel model;
        QList<FileEntry> many;
        QRandomGenerator random(7);
        for (int i = 0; i < 50'000; ++i)
            many.append(entry(QStringLiteral("f%1").arg(random.generate()), FileType::File, i));
        QSignalSpy arranged(&model, &FolderModel::arranged);
        model.setEntries(many);
        QCOMPARE(arranged.size(), 0); // not while we wait
        model.sort(FolderModel::Size, Qt::DescendingOrder);
        QTRY_VERIFY_WITH_TIMEOUT(!arranged.isEmpty(), 60000);
        QCOMPARE(model.rowCount(), 50'000);
        QCOMPARE(model.entry(0).size, Bytes{49'999}); // the last wish counts
        QCOMPARE(arranged.size(), 1);
    }
};

QTEST_GUILESS_MAIN(TestGuestModels)
#include "tst_guestmodels.moc"
