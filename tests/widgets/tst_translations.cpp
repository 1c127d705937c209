// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/wording.h"
#include "translations/catalogue.h"

#include <QCoreApplication>
#include <QFile>
#include <QRegularExpression>
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

QList<Text> readCatalogue(const QString &language)
{
    QList<Text> texts;
    QFile file(QStringLiteral(TRANSLATIONS_FOLDER "/sandglass_%1.ts").arg(language));
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
        const QList<Text> texts = readCatalogue(QStringLiteral("zh_CN"));
        QVERIFY(texts.size() > 400);
        for (const Text &text : texts) {
            QVERIFY2(text.finished, qPrintable(text.source));
            QVERIFY2(!text.translation.isEmpty() || text.source.trimmed().isEmpty(), qPrintable(text.source));
            QVERIFY2(placesOf(text.source) == placesOf(text.translation), qPrintable(text.source));
        }
    }

    void englishPluralsAreComplete()
    {
        const QList<Text> texts = readCatalogue(QStringLiteral("en"));
        QVERIFY(texts.size() > 10);
        for (const Text &text : texts)
            QVERIFY2(text.finished && !text.translation.isEmpty(), qPrintable(text.source));
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
