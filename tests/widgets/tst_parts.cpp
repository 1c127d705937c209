// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/dialogs/commandpalette.h"
#include "widgets/parts/banner.h"
#include "widgets/parts/metadataeditor.h"
#include "widgets/parts/multichoicebutton.h"
#include "widgets/parts/queryfield.h"
#include "widgets/parts/querypopup.h"
#include "widgets/parts/timeoutchooser.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace sandglass;
using std::chrono::seconds;

class TestParts : public QObject
{
    Q_OBJECT

private slots:
    void durations_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("wanted"); // -1: none
        QTest::newRow("empty") << QString() << qint64(-1);
        QTest::newRow("word") << QStringLiteral("soon") << qint64(-1);
        QTest::newRow("unit alone") << QStringLiteral("h") << qint64(-1);
        QTest::newRow("negative") << QStringLiteral("-5m") << qint64(-1);
        QTest::newRow("trailing number") << QStringLiteral("1h30") << qint64(-1);
        QTest::newRow("too many digits") << QStringLiteral("12345678901s") << qint64(-1);
        QTest::newRow("other digits") << QStringLiteral("٥m") << qint64(-1);
        QTest::newRow("bare minutes") << QStringLiteral("15") << qint64(900);
        QTest::newRow("seconds") << QStringLiteral("90s") << qint64(90);
        QTest::newRow("minutes") << QStringLiteral("15m") << qint64(900);
        QTest::newRow("hours") << QStringLiteral(" 6H ") << qint64(21600);
        QTest::newRow("days") << QStringLiteral("2d") << qint64(172800);
        QTest::newRow("together") << QStringLiteral("1h 30m") << qint64(5400);
    }

    void durations()
    {
        QFETCH(QString, text);
        QFETCH(qint64, wanted);
        const auto parsed = parseDuration(text);
        QCOMPARE(parsed ? qint64(parsed->count()) : qint64(-1), wanted);
    }

    void timeoutUnderAMinuteIsRefusedInWords()
    {
        TimeoutChooser chooser;
        chooser.show();
        QCOMPARE(chooser.timeout(), std::optional(seconds(3600)));
        chooser.setTimeout(seconds(59));
        QVERIFY(!chooser.isValid());
        const auto *fault = chooser.findChild<QLabel *>(QStringLiteral("timeoutFault"));
        QVERIFY(fault->isVisible());
        QVERIFY(fault->text().contains(QStringLiteral("60")));
        chooser.setTimeout(std::nullopt);
        QVERIFY(chooser.isValid());
        QVERIFY(!chooser.timeout());
    }

    void renewingCanBeTakenAway()
    {
        TimeoutChooser chooser;
        const int before = chooser.findChild<QComboBox *>()->count();
        chooser.allowRenewing(false);
        QCOMPARE(chooser.findChild<QComboBox *>()->count(), before - 1);
        chooser.allowRenewing(false);
        QCOMPARE(chooser.findChild<QComboBox *>()->count(), before - 1);
    }

    void metadataFaults_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<bool>("valid");
        QTest::newRow("space in the key") << QStringLiteral("a b") << QStringLiteral("x") << false;
        QTest::newRow("key too long") << QString(64, u'k') << QString() << false;
        QTest::newRow("reserved") << QStringLiteral("source") << QStringLiteral("x") << false;
        QTest::newRow("value too long") << QStringLiteral("k") << QString(257, u'v') << false;
        QTest::newRow("value without key") << QString() << QStringLiteral("x") << false;
        QTest::newRow("nothing at all") << QString() << QString() << true;
        QTest::newRow("longest") << QString(63, u'k') << QString(256, u'v') << true;
        QTest::newRow("plain") << QStringLiteral("env") << QStringLiteral("prod") << true;
    }

    void metadataFaults()
    {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(bool, valid);
        MetadataEditor editor;
        editor.show();
        editor.findChild<QLineEdit *>(QStringLiteral("metadataKey"))->setText(key);
        editor.findChild<QLineEdit *>(QStringLiteral("metadataValue"))->setText(value);
        QCOMPARE(editor.isValid(), valid);
        QCOMPARE(editor.findChild<QLabel *>(QStringLiteral("metadataFault"))->isVisible(), !valid);
    }

    void metadataKeysStandOnce()
    {
        MetadataEditor editor;
        editor.setMetadata(
            {{QStringLiteral("a"), QStringLiteral("1")}, {QStringLiteral("b"), QStringLiteral("2")}});
        QVERIFY(editor.isValid());
        editor.findChildren<QLineEdit *>(QStringLiteral("metadataKey")).last()->setText(QStringLiteral("a"));
        QVERIFY(!editor.isValid());
    }

    void metadataStopsAtTheLimit()
    {
        MetadataEditor editor;
        Metadata many;
        for (int i = 0; i < MaxMetadataKeys; ++i)
            many.insert(QStringLiteral("key%1").arg(i), QString());
        editor.setMetadata(many);
        QCOMPARE(editor.metadata().size(), MaxMetadataKeys);
        QVERIFY(!editor.findChild<QToolButton *>(QStringLiteral("addMetadata"))->isEnabled());
    }

    void queryThatCannotBeReadLeavesTheLastInForce()
    {
        QueryField field;
        field.show();
        QSignalSpy changed(&field, &QueryField::queryChanged);
        auto *edit = field.findChild<QLineEdit *>(QStringLiteral("filterEdit"));
        QTest::keyClicks(edit, QStringLiteral("web"));
        QTRY_COMPARE(changed.count(), 1);
        QTest::keyClicks(edit, QStringLiteral(" statsu:running"));
        QVERIFY(!field.fault()); // not while it is typed
        QTRY_VERIFY(field.fault().has_value());
        QCOMPARE(field.fault()->reason, query::Reason::UnknownField);
        QVERIFY(field.toolTip().contains(QStringLiteral("statsu")));
        QCOMPARE(field.query().text(), QStringLiteral("web"));
        QSignalSpy left(&field, &QueryField::left);
        QTest::keyClick(edit, Qt::Key_Return);
        QCOMPARE(left.count(), 0); // there is something to mend first
        edit->setText(QStringLiteral("web status:running"));
        QVERIFY(!field.fault()); // what is mended is forgiven at once
        QTRY_COMPARE(field.query().text(), QStringLiteral("web status:running"));
        QCOMPARE(field.toolTip(), QString());
    }

    void queryIsWrittenDownButNotReworded()
    {
        QueryField field;
        QSignalSpy changed(&field, &QueryField::queryChanged);
        auto *edit = field.findChild<QLineEdit *>(QStringLiteral("filterEdit"));
        field.setQuery(query::parse(u"web  AND status:paused").query);
        QCOMPARE(edit->text(), QStringLiteral("web status:paused"));
        edit->setText(QStringLiteral("web and STATUS:paused"));
        field.setQuery(query::parse(u"web status:paused").query);
        QCOMPARE(edit->text(), QStringLiteral("web and STATUS:paused"));
        QTest::qWait(150);
        QCOMPARE(changed.count(), 0); // the question is the same all the time
        QTest::keyClick(edit, Qt::Key_Escape);
        QCOMPARE(edit->text(), QString());
        QCOMPARE(changed.count(), 1);
        QSignalSpy left(&field, &QueryField::left);
        QTest::keyClick(edit, Qt::Key_Escape);
        QCOMPARE(left.count(), 1);
    }

    void suggestionsAreTakenByKeys()
    {
        QWidget window;
        window.resize(800, 400);
        auto *field = new QueryField(&window);
        field->resize(600, 30);
        field->setKnownValues([] {
            return query::KnownValues{
                .templates = {}, .backends = {}, .labelKeys = {QStringLiteral("env")}, .labelValues = {}};
        });
        window.show();
        auto *edit = field->findChild<QLineEdit *>(QStringLiteral("filterEdit"));
        edit->setFocus();
        QTest::keyClicks(edit, QStringLiteral("stat"));
        auto *popup = window.findChild<QueryPopup *>(QStringLiteral("queryPopup"));
        QVERIFY(popup && popup->isVisible());
        QTest::keyClick(edit, Qt::Key_Tab);
        QCOMPARE(edit->text(), QStringLiteral("status:"));
        QVERIFY(popup->isVisible()); // its values follow
        QTest::keyClicks(edit, QStringLiteral("pau"));
        QTest::keyClick(edit, Qt::Key_Down);
        QTest::keyClick(edit, Qt::Key_Down);
        QTest::keyClick(edit, Qt::Key_Return);
        QCOMPARE(edit->text(), QStringLiteral("status:paused "));
        QVERIFY(!popup->isVisible());
        QTest::keyClick(edit, Qt::Key_Space, Qt::ControlModifier);
        QVERIFY(popup->isVisible());
        QTest::keyClick(edit, Qt::Key_Escape);
        QVERIFY(!popup->isVisible());
        QCOMPARE(edit->text(), QStringLiteral("status:paused "));
        QTRY_COMPARE(field->query().text(), QStringLiteral("status:paused"));
    }

    void choicesSayWhatIsChosen()
    {
        MultiChoiceButton button(QStringLiteral("Status"), QStringLiteral("Default"));
        for (int i = 0; i < 4; ++i)
            button.addChoice(i, QStringLiteral("choice %1").arg(i), {});
        QCOMPARE(button.text(), QStringLiteral("Status"));
        button.setChosen({1});
        QCOMPARE(button.text(), QStringLiteral("choice 1"));
        button.setChosen({0, 1, 2});
        QVERIFY(button.text().contains(u'3'));
        QCOMPARE(button.chosen(), QSet<int>({0, 1, 2}));
        QVERIFY(button.accessibleName().contains(QStringLiteral("choice 2")));
    }

    void fuzzyFindsByWordStarts()
    {
        QVERIFY(fuzzyScore(u"xyz", u"Launch a sandbox") < 0);
        QVERIFY(fuzzyScore(u"las", u"Launch a sandbox") >= 0);
        QVERIFY(fuzzyScore(u"", u"anything") >= 0);
        QVERIFY(fuzzyScore(u"td", u"Theme: dark") > fuzzyScore(u"td", u"Set the time that is left, dear"));
    }

    void bannersAreNotSaidTwiceAndCopyTheirDetails()
    {
        BannerStack stack;
        stack.show();
        const Error error(ErrorCode::DiskFull, QStringLiteral("no space on vda"));
        Banner *first = stack.showError(error, QStringLiteral("web-3"));
        QCOMPARE(stack.showError(error, QStringLiteral("web-3")), first);
        QCOMPARE(stack.banners().size(), 1);
        QVERIFY(first->sentence().startsWith(QStringLiteral("web-3")));
        first->findChild<QPushButton *>(QStringLiteral("copyDetails"))->click();
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("disk_full")));
        for (int i = 0; i < 9; ++i)
            stack.showNotice(Severity::Notice, QString::number(i));
        QVERIFY(stack.banners().size() <= 4);
        stack.banners().constFirst()->findChild<QToolButton *>(QStringLiteral("dismissBanner"))->click();
        QCOMPARE(stack.banners().size(), 3);
    }

    void theSameButtonIsNotOfferedTwice()
    {
        BannerStack stack;
        QStringList asked;
        for (const QString &meaning : {QStringLiteral("first"), QStringLiteral("second")}) {
            Banner *banner = stack.showNotice(Severity::Warning, QStringLiteral("Too many"));
            connect(banner->addAction(QStringLiteral("To a file")), &QPushButton::clicked, this,
                    [&asked, meaning] { asked.append(meaning); });
        }
        QCOMPARE(stack.banners().size(), 1);
        const auto buttons = stack.banners().constFirst()->findChildren<QPushButton *>();
        QCOMPARE(buttons.size(), 1);
        buttons.constFirst()->click();
        QCOMPARE(asked, QStringList{QStringLiteral("second")});
    }
};

QTEST_MAIN(TestParts)
#include "tst_parts.moc"
