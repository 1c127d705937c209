// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/launchspec.h"
#include "backend/domain/metadata.h"

#include <QTest>

using namespace sandglass;
using namespace std::chrono_literals;

namespace {

constexpr int Fine = -1;

int codeOf(const Result<void> &result)
{
    return result ? Fine : static_cast<int>(result.error().code());
}

TemplateInfo someTemplate()
{
    TemplateInfo info;
    info.defaults = {.vcpus = 2, .memory = Bytes::fromMiB(512), .disk = {}};
    info.minMemory = Bytes::fromMiB(256);
    info.maxMemory = Bytes::fromGiB(8);
    info.maxVcpus = 8;
    return info;
}

} // namespace

// Labels, names and launch requests: what is refused, and by which code.
class TestMetadata : public QObject
{
    Q_OBJECT

private slots:
    void entries_data();
    void entries();
    void atMost32Keys();
    void typedEntries_data();
    void typedEntries();
    void everyWantedPairMustMatch_data();
    void everyWantedPairMustMatch();
    void names_data();
    void names();
    void launchSpecs_data();
    void launchSpecs();
};

void TestMetadata::entries_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<int>("code");
    const int badKey = static_cast<int>(ErrorCode::InvalidMetadataKey);
    const int badValue = static_cast<int>(ErrorCode::InvalidMetadataValue);
    const int reserved = static_cast<int>(ErrorCode::ReservedMetadataKey);
    QTest::newRow("empty key") << QString() << "v" << badKey;
    QTest::newRow("space") << "a b"
                           << "v" << badKey;
    QTest::newRow("umlaut") << QStringLiteral("grün") << "v" << badKey;
    QTest::newRow("full-width digit") << QStringLiteral("a１") << "v" << badKey;
    QTest::newRow("slash") << "a/b"
                           << "v" << badKey;
    QTest::newRow("line break") << "a\n"
                                << "v" << badKey;
    QTest::newRow("64 letters") << QString(64, u'k') << "v" << badKey;
    QTest::newRow("63 letters") << QString(63, u'k') << "v" << Fine;
    QTest::newRow("all kinds") << "Az09_.-"
                               << "v" << Fine;
    QTest::newRow("source") << "source"
                            << "v" << reserved;
    QTest::newRow("task_name") << "task_name"
                               << "v" << reserved;
    QTest::newRow("Source is another") << "Source"
                                       << "v" << Fine;
    QTest::newRow("empty value") << "k"
                                 << "" << Fine;
    QTest::newRow("256 characters") << "k" << QString(256, u'x') << Fine;
    QTest::newRow("257 characters") << "k" << QString(257, u'x') << badValue;
    // One person's character may be two of Qt's.
    const QString hourglass = QString::fromUcs4(U"\U0001F570");
    QTest::newRow("256 clocks") << "k" << hourglass.repeated(256) << Fine;
    QTest::newRow("257 clocks") << "k" << hourglass.repeated(257) << badValue;
    QTest::newRow("line break in value") << "k"
                                         << "a\nb" << badValue;
    QTest::newRow("null in value") << "k" << QString(QChar(u'\0')) << badValue;
    QTest::newRow("spaces in value") << "k"
                                     << " a = b " << Fine;
}

void TestMetadata::entries()
{
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(int, code);
    const auto checked = checkMetadataEntry(key, value);
    QCOMPARE(codeOf(checked), code);
    if (!checked)
        QCOMPARE(checked.error().detail(), key);
    QCOMPARE(codeOf(checkMetadata({{key, value}})), code);
}

void TestMetadata::atMost32Keys()
{
    Metadata metadata;
    for (int i = 0; i < MaxMetadataKeys; ++i)
        metadata.insert(QStringLiteral("key%1").arg(i), QString());
    QCOMPARE(codeOf(checkMetadata(metadata)), Fine);
    metadata.insert(QStringLiteral("one-more"), QString());
    QCOMPARE(codeOf(checkMetadata(metadata)), static_cast<int>(ErrorCode::TooManyMetadataKeys));
    QCOMPARE(codeOf(checkMetadata({})), Fine);
}

void TestMetadata::typedEntries_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("good");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::newRow("empty") << "" << false << ""
                           << "";
    QTest::newRow("no equals") << "env" << false << ""
                               << "";
    QTest::newRow("no key") << "=prod" << false << ""
                            << "";
    QTest::newRow("plain") << "env=prod" << true << "env"
                           << "prod";
    QTest::newRow("empty value") << "env=" << true << "env"
                                 << "";
    QTest::newRow("two equals") << "q=a=b" << true << "q"
                                << "a=b";
    QTest::newRow("spaces around") << " env = prod " << true << "env"
                                   << "prod";
}

void TestMetadata::typedEntries()
{
    QFETCH(QString, text);
    QFETCH(bool, good);
    QFETCH(QString, key);
    QFETCH(QString, value);
    const auto entry = parseMetadataEntry(text);
    QCOMPARE(entry.has_value(), good);
    if (good) {
        QCOMPARE(entry->first, key);
        QCOMPARE(entry->second, value);
    } else {
        QCOMPARE(entry.error().code(), ErrorCode::InvalidMetadataKey);
    }
}

void TestMetadata::everyWantedPairMustMatch_data()
{
    QTest::addColumn<Metadata>("wanted");
    QTest::addColumn<bool>("fits");
    QTest::newRow("nothing wanted") << Metadata() << true;
    QTest::newRow("one") << Metadata{{"env", "prod"}} << true;
    QTest::newRow("both") << Metadata{{"env", "prod"}, {"team", "search"}} << true;
    QTest::newRow("one of two") << Metadata{{"env", "prod"}, {"team", "legal"}} << false;
    QTest::newRow("part of a value") << Metadata{{"env", "pro"}} << false;
    QTest::newRow("other case") << Metadata{{"env", "Prod"}} << false;
    QTest::newRow("missing key") << Metadata{{"zone", ""}} << false;
}

void TestMetadata::everyWantedPairMustMatch()
{
    QFETCH(Metadata, wanted);
    QFETCH(bool, fits);
    QCOMPARE(containsAll({{"env", "prod"}, {"team", "search"}}, wanted), fits);
}

void TestMetadata::names_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("good");
    QTest::newRow("empty") << "" << false;
    QTest::newRow("dot first") << ".a" << false;
    QTest::newRow("dash first") << "-a" << false;
    QTest::newRow("slash") << "a/b" << false;
    QTest::newRow("dots only inside") << "a..b" << true;
    QTest::newRow("space") << "a b" << false;
    QTest::newRow("line break at the end") << "a\n" << false;
    QTest::newRow("chinese") << QStringLiteral("爬虫") << false;
    QTest::newRow("64") << QString(64, u'a') << false;
    QTest::newRow("63") << QString(63, u'a') << true;
    QTest::newRow("one") << "7" << true;
    QTest::newRow("usual") << "web-scraper-3" << true;
}

void TestMetadata::names()
{
    QFETCH(QString, name);
    QFETCH(bool, good);
    const auto checked = checkName(name);
    QCOMPARE(checked.has_value(), good);
    if (!good)
        QCOMPARE(checked.error(), Error(ErrorCode::InvalidName, name));
}

void TestMetadata::launchSpecs_data()
{
    QTest::addColumn<LaunchSpec>("spec");
    QTest::addColumn<int>("code");
    const auto row = [](const char *name, int code, auto change) {
        LaunchSpec spec;
        change(spec);
        QTest::newRow(name) << spec << code;
    };
    const int invalid = static_cast<int>(ErrorCode::InvalidArgument);
    row("defaults", Fine, [](LaunchSpec &) {});
    row("bad name", static_cast<int>(ErrorCode::InvalidName), [](LaunchSpec &s) { s.name = "a b"; });
    row("too short", static_cast<int>(ErrorCode::TimeoutTooShort), [](LaunchSpec &s) { s.timeout = 59s; });
    row("no cores", invalid, [](LaunchSpec &s) { s.vcpus = 0; });
    row("too many cores", invalid, [](LaunchSpec &s) { s.vcpus = 9; });
    row("all cores", Fine, [](LaunchSpec &s) { s.vcpus = 8; });
    row("too little memory", invalid, [](LaunchSpec &s) { s.memory = Bytes::fromMiB(255); });
    row("too much memory", invalid, [](LaunchSpec &s) { s.memory = Bytes::fromMiB(8193); });
    row("most memory", Fine, [](LaunchSpec &s) { s.memory = Bytes::fromGiB(8); });
    row("reserved key", static_cast<int>(ErrorCode::ReservedMetadataKey), [](LaunchSpec &s) {
        s.metadata = {{"source", "x"}};
    });
}

void TestMetadata::launchSpecs()
{
    QFETCH(LaunchSpec, spec);
    QFETCH(int, code);
    QCOMPARE(codeOf(checkLaunchSpec(spec, someTemplate())), code);
}

QTEST_APPLESS_MAIN(TestMetadata)
#include "tst_metadata.moc"
