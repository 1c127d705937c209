// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/wording.h"
#include "translations/catalogue.h"

#include <QCoreApplication>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace sandglass;

namespace {

struct Text
{
    QString source;
    QString translation;
    bool finished = true;
};

QString catalogue(const char *language)
{
    return QStringLiteral(TRANSLATIONS_FOLDER "/sandglass_%1.ts").arg(QLatin1StringView(language));
}

QList<Text> readCatalogue(const QString &name)
{
    QList<Text> texts;
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly))
        return texts;
    QXmlStreamReader xml(&file);
    while (!xml.atEnd()) {
        xml.readNext();
        if (!xml.isStartElement())
            continue;
        if (xml.name() == u"source") {
            texts.append({xml.readElementText(), {}, true});
        } else if (xml.name() == u"translation") {
            texts.last().finished = !xml.attributes().hasAttribute(QStringLiteral("type"));
            texts.last().translation = xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
        }
    }
    return texts;
}

QStringList placesOf(const QString &text)
{
    QStringList places;
    auto it = QRegularExpression(QStringLiteral("%(?:\\d|n)")).globalMatch(text);
    while (it.hasNext())
        places.append(it.next().captured());
    places.removeDuplicates();
    places.sort();
    return places;
}

} // namespace

class TestTranslations : public QObject
{
    Q_OBJECT

private slots:
    void chineseIsComplete()
    {
        const QList<Text> texts = readCatalogue(catalogue("zh_CN"));
        QVERIFY(texts.size() > 400);
        for (const Text &text : texts) {
            QVERIFY2(text.finished, qPrintable(text.source));
            QVERIFY2(!text.translation.isEmpty() || text.source.trimmed().isEmpty(), qPrintable(text.source));
            QVERIFY2(placesOf(text.source) == placesOf(text.translation), qPrintable(text.source));
        }
    }

    void englishPluralsAreComplete()
    {
        const QList<Text> texts = readCatalogue(catalogue("en"));
        QVERIFY(texts.size() > 10);
        for (const Text &text : texts)
            QVERIFY2(text.finished && !text.translation.isEmpty(), qPrintable(text.source));
    }

    // A text that the catalogues do not know would be shown in English among Chinese.
    void nothingInTheSourcesIsMissing()
    {
        QTemporaryDir folder;
        const QString copy = folder.filePath(QStringLiteral("sandglass_zh_CN.ts"));
        QVERIFY(QFile::copy(catalogue("zh_CN"), copy));
        QProcess lupdate;
        lupdate.setWorkingDirectory(QStringLiteral(TRANSLATIONS_FOLDER "/.."));
        QStringList arguments{QStringLiteral("-silent"),    QStringLiteral("-no-obsolete"),
                              QStringLiteral("-locations"), QStringLiteral("none"),
                              QStringLiteral("-I"),         QStringLiteral(".")};
        arguments << QStringList{QStringLiteral("app"), QStringLiteral("models"), QStringLiteral("viewers"),
                                 QStringLiteral("widgets")}
                  << QStringLiteral("-ts") << copy;
        lupdate.start(QStringLiteral(LUPDATE), arguments);
        QVERIFY2(lupdate.waitForFinished(120000) && lupdate.exitCode() == 0,
                 lupdate.readAllStandardError().constData());
        for (const Text &text : readCatalogue(copy))
            QVERIFY2(text.finished, qPrintable(QStringLiteral("not in the catalogue: ") + text.source));
    }

    void languagesAreCompiledIn()
    {
        QVERIFY(!installTranslations(*QCoreApplication::instance(), QLocale(QStringLiteral("tlh_US"))));
        QCOMPARE(wording::statusText(Status::Running), QStringLiteral("running"));
        QVERIFY(installTranslations(*QCoreApplication::instance(), QLocale(QStringLiteral("zh_CN"))));
        QCOMPARE(wording::statusText(Status::Running), QStringLiteral("运行中"));
    }
};

QTEST_GUILESS_MAIN(TestTranslations)
#include "tst_translations.moc"
