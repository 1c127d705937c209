// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace sandglass;
using namespace sandglass::app;

class TestSettings : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void nothingIsTheUsual();
    void settingsComeBack();
    void viewsOfALaterVersionAreSetAside();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestSettings::nothingIsTheUsual()
{
    SettingsFile file(m_folder->filePath(QStringLiteral("console.ini")));
    QVERIFY(file.read() == ConsoleSettings());
    QVERIFY(file.setAside().isEmpty());
    QVERIFY(QDir(m_folder->path()).isEmpty()); // reading leaves no trace
}

void TestSettings::settingsComeBack()
{
    const QString path = m_folder->filePath(QStringLiteral("config/console.ini"));
    ConsoleSettings settings;
    SavedView own;
    own.id = QStringLiteral("x");
    own.name = QStringLiteral("Mine");
    own.query = QStringLiteral("meta.team=red");
    settings.views.views = {own};
    settings.views.current = own.id;
    settings.views.shown.query = QStringLiteral("web");
    settings.ownLabel = {QStringLiteral("owner"), QStringLiteral("me")};
    settings.plans.perSecond = 3;
    settings.plans.grace = std::chrono::seconds(25);
    settings.timeZone = "Asia/Tokyo";
    settings.absoluteTimes = true;
    settings.theme = ThemeChoice::Dark;
    SettingsFile(path).write(settings);
    SettingsFile file(path);
    const ConsoleSettings read = file.read();
    QVERIFY(read.views == settings.views);
    QVERIFY(read == settings);
    QVERIFY(file.setAside().isEmpty());
}

void TestSettings::viewsOfALaterVersionAreSetAside()
{
    const QByteArray later = R"({"version":99,"views":[]})";
    QFile written(m_folder->filePath(QStringLiteral("views.json")));
    QVERIFY(written.open(QIODevice::WriteOnly) && written.write(later) == later.size());
    written.close();
    SettingsFile file(m_folder->filePath(QStringLiteral("console.ini")));
    ConsoleSettings settings = file.read();
    QVERIFY(settings.views.views.isEmpty());
    QVERIFY(!file.setAside().isEmpty());
    settings.views.current = QStringLiteral("all");
    file.write(settings);
    QFile kept(file.setAside());
    QVERIFY(kept.open(QIODevice::ReadOnly));
    QCOMPARE(kept.readAll(), later);
}

QTEST_GUILESS_MAIN(TestSettings)
#include "tst_settings.moc"
