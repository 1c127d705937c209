// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/fleettablemodel.h"
#include "tests/widgets/windowtest.h"
#include "widgets/shell/vimmotion.h"

#include <QApplication>
#include <QInputMethodEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

using namespace sandglass;
using test::FakeFleet;

namespace {

// A list alone, with the focus.
struct Stage
{
    explicit Stage(int rows) : model(rows, 2)
    {
        for (int row = 0; row < rows; ++row)
            model.setItem(row, 0, new QStandardItem(QStringLiteral("item %1").arg(row)));
        view.setModel(&model);
        view.setSelectionBehavior(QAbstractItemView::SelectRows);
        view.setTabKeyNavigation(false);
        view.resize(300, 400);
        motion.add(&view, {.search = [this] { ++searched; },
                           .leave =
                               [this] {
                                   ++left;
                               }});
        view.show();
        view.activateWindow();
        [[maybe_unused]] const bool active = QTest::qWaitForWindowActive(&view);
        view.setFocus();
    }
    void type(const char *keys)
    {
        for (const char *key = keys; *key; ++key)
            QTest::keyClick(&view, *key, *key >= 'A' && *key <= 'Z' ? Qt::ShiftModifier : Qt::NoModifier);
    }
    int row() const { return view.currentIndex().row(); }
    QList<int> chosen() const
    {
        QList<int> rows;
        for (const QModelIndex &index : view.selectionModel()->selectedRows())
            rows.append(index.row());
        std::ranges::sort(rows);
        return rows;
    }

    QStandardItemModel model;
    QTableView view;
    VimMotion motion;
    int searched = 0;
    int left = 0;
};

} // namespace

class TestKeys : public test::WindowTest
{
    Q_OBJECT

    void open(const ConsoleSettings &settings = {})
    {
        show({.fleets = {fleet.get()}, .clock = &clock, .notice = {}}, settings);
    }
    void openWithMany()
    {
        for (int i = 0; i < 60; ++i)
            fleet->feed().all.append(fleet->sample(QStringLiteral("s%1").arg(i, 2, 10, QChar(u'0'))));
        open();
        QTRY_COMPARE_WITH_TIMEOUT(rows(), 60, 30'000);
        list()->setFocus();
        QTRY_VERIFY(list()->hasFocus());
    }
    // What the palette offers, by text.
    QStringList offered()
    {
        action(QStringLiteral("Command palette"))->trigger();
        auto *shown = inDialog<QListWidget>("commandPalette", "paletteList");
        QStringList texts;
        for (int i = 0; i < shown->count(); ++i)
            texts.append(shown->item(i)->text());
        dialog("commandPalette")->close();
        return texts;
    }

private slots:
    void init() { fleet = std::make_unique<FakeFleet>(clock); }
    void cleanup()
    {
        window.reset();
        fleet.reset();
    }

    void nothingInAnEmptyList()
    {
        Stage stage(0);
        stage.type("jkgGgg5jHMLvJK");
        for (const int key : {Qt::Key_D, Qt::Key_U})
            QTest::keyClick(&stage.view, Qt::Key(key), Qt::ControlModifier);
        QCOMPARE(stage.row(), -1);
        QVERIFY(stage.chosen().isEmpty());
    }

    void endsAreEnds()
    {
        Stage stage(3);
        stage.type("k");
        QCOMPARE(stage.row(), 0);
        QCOMPARE(stage.chosen(), QList<int>{0}); // where it was, nothing was chosen
        stage.type("jjjj");
        QCOMPARE(stage.row(), 2);
        stage.type("99999999999999999999k"); // more than a number holds
        QCOMPARE(stage.row(), 0);
        stage.type("9999999j");
        QCOMPARE(stage.row(), 2);
        stage.type("0"); // no count begins with it
        stage.type("k");
        QCOMPARE(stage.row(), 1);
        stage.type("100G");
        QCOMPARE(stage.row(), 2);
        stage.type("2G");
        QCOMPARE(stage.row(), 1);
        stage.type("gg");
        QCOMPARE(stage.row(), 0);
        stage.type("G");
        QCOMPARE(stage.row(), 2);
    }

    void modifiersMeanSomethingElse()
    {
        Stage stage(20);
        stage.type("gg");
        for (const auto modifier : {Qt::ControlModifier, Qt::AltModifier, Qt::MetaModifier})
            QTest::keyClick(&stage.view, Qt::Key_J, modifier);
        QTest::keyClick(&stage.view, Qt::Key_D);
        QTest::keyClick(&stage.view, Qt::Key_H);
        QCOMPARE(stage.row(), 0);
        // A lone g, and another key: no jump is left over.
        stage.type("5jgjg");
        QCOMPARE(stage.row(), 6);
        QTest::keyClick(&stage.view, Qt::Key_Down);
        stage.type("g");
        QCOMPARE(stage.row(), 7);
        stage.type("g");
        QCOMPARE(stage.row(), 0);
        // Keys without a letter of ours, as other alphabets send them.
        QTest::sendKeyEvent(QTest::Click, &stage.view, Qt::Key(0x0439), QStringLiteral("й"), Qt::NoModifier);
        QTest::sendKeyEvent(QTest::Click, &stage.view, Qt::Key_unknown, QStringLiteral("j"), Qt::NoModifier);
        QCOMPARE(stage.row(), 0);
    }

    void whatIsComposedIsNotAMotion()
    {
        Stage stage(5);
        stage.type("gg");
        QInputMethodEvent preedit(QStringLiteral("jj"), {});
        QCoreApplication::sendEvent(&stage.view, &preedit);
        QInputMethodEvent commit;
        commit.setCommitString(QStringLiteral("j"));
        QCoreApplication::sendEvent(&stage.view, &commit);
        QCOMPARE(stage.row(), 0);
    }

    void aFieldInTheListKeepsItsKeys()
    {
        Stage stage(5);
        stage.type("gg");
        stage.view.edit(stage.view.currentIndex());
        auto *edit = stage.view.findChild<QLineEdit *>();
        QTRY_VERIFY(edit && edit->hasFocus());
        QTest::keyClicks(edit, QStringLiteral("j/Gv5"));
        QCOMPARE(edit->text(), QStringLiteral("j/Gv5"));
        QCOMPARE(stage.row(), 0);
        QCOMPARE(stage.searched, 0);
        QTest::keyClick(edit, Qt::Key_Escape);
        QCOMPARE(stage.left, 0);
    }

    void lettersSearchNothing()
    {
        Stage stage(5);
        stage.motion.setEnabled(false);
        stage.view.setCurrentIndex(stage.model.index(0, 0));
        stage.type("item3j");
        QCOMPARE(stage.row(), 0);
        // These work anyway.
        stage.type("/");
        QCOMPARE(stage.searched, 1);
        QTest::keyClick(&stage.view, Qt::Key_Escape);
        QCOMPARE(stage.left, 1);
    }

    void rowsAreTakenIn()
    {
        Stage stage(20);
        stage.type("5GJJ");
        QCOMPARE(stage.chosen(), (QList<int>{4, 5, 6}));
        stage.type("KKK"); // back over where it began
        QCOMPARE(stage.chosen(), (QList<int>{3, 4}));
        stage.type("j");
        QCOMPARE(stage.chosen(), QList<int>{4});
        stage.type("v2j");
        QCOMPARE(stage.chosen(), (QList<int>{4, 5, 6}));
        QVERIFY(stage.view.findChild<QWidget *>(QStringLiteral("vimHint")));
        QTest::keyClick(&stage.view, Qt::Key_Escape);
        QCOMPARE(stage.left, 0); // it ended the taking, not the list
        QVERIFY(!stage.view.findChild<QWidget *>(QStringLiteral("vimHint")));
        QCOMPARE(stage.chosen(), (QList<int>{4, 5, 6}));
        stage.type("j");
        QCOMPARE(stage.chosen(), QList<int>{7});
        // The anchor goes away: what is left begins anew.
        stage.type("v");
        stage.model.removeRow(7);
        stage.type("j");
        QVERIFY(!stage.chosen().isEmpty());
        // Where one alone can be chosen, one is.
        stage.view.setSelectionMode(QAbstractItemView::SingleSelection);
        stage.type("ggvJJ");
        QCOMPARE(stage.chosen(), QList<int>{2});
    }

    void pagesAndWhatIsSeen()
    {
        Stage stage(200);
        stage.type("gg");
        QTest::keyClick(&stage.view, Qt::Key_D, Qt::ControlModifier);
        const int half = stage.row();
        QVERIFY(half > 1 && half < 20);
        QCOMPARE(stage.chosen(), QList<int>{half}); // Ctrl does not add it
        QTest::keyClick(&stage.view, Qt::Key_U, Qt::ControlModifier);
        QCOMPARE(stage.row(), 0);
        QTest::keyClick(&stage.view, Qt::Key_U, Qt::ControlModifier);
        QCOMPARE(stage.row(), 0);
        stage.type("100G");
        stage.type("H");
        const int top = stage.row();
        stage.type("L");
        const int bottom = stage.row();
        stage.type("M");
        QVERIFY(top < stage.row() && stage.row() < bottom);
        QVERIFY(top <= 99 && bottom >= 99);
    }

    void treesStepOverWhatCannotBeChosen()
    {
        QTreeWidget tree;
        for (int i = 0; i < 2; ++i) {
            auto *group = new QTreeWidgetItem(&tree, {QStringLiteral("group")});
            group->setFlags(Qt::ItemIsEnabled);
            for (int child = 0; child < 2; ++child)
                new QTreeWidgetItem(group, {QStringLiteral("%1%2").arg(i).arg(child)});
            group->setExpanded(true);
        }
        new QTreeWidgetItem(&tree, {QStringLiteral("last")});
        tree.topLevelItem(2)->setFlags(Qt::ItemIsEnabled);
        VimMotion motion;
        motion.add(&tree);
        tree.show();
        tree.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&tree));
        tree.setFocus();
        const auto at = [&] {
            return tree.currentItem() ? tree.currentItem()->text(0) : QString();
        };
        tree.setCurrentItem(nullptr);
        QTest::keyClick(&tree, Qt::Key_J);
        QCOMPARE(at(), QStringLiteral("00"));
        QTest::keyClick(&tree, Qt::Key_K);
        QCOMPARE(at(), QStringLiteral("00"));
        QTest::keyClicks(&tree, QStringLiteral("jj"));
        QCOMPARE(at(), QStringLiteral("10"));
        QTest::keyClick(&tree, Qt::Key_G, Qt::ShiftModifier);
        QCOMPARE(at(), QStringLiteral("11"));
        QTest::keyClicks(&tree, QStringLiteral("gg"));
        QCOMPARE(at(), QStringLiteral("00"));
        QTest::keyClick(&tree, Qt::Key_L, Qt::ShiftModifier);
        QCOMPARE(at(), QStringLiteral("11"));
    }

    // No key of the window is taken away from it.
    void motionsAreNoKeysOfTheWindow()
    {
        open();
        const QList<QKeySequence> taken{{Qt::Key_J},
                                        {Qt::Key_K},
                                        {Qt::Key_G},
                                        {Qt::Key_V},
                                        {Qt::SHIFT | Qt::Key_J},
                                        {Qt::SHIFT | Qt::Key_K},
                                        {Qt::SHIFT | Qt::Key_G},
                                        {Qt::SHIFT | Qt::Key_H},
                                        {Qt::SHIFT | Qt::Key_M},
                                        {Qt::SHIFT | Qt::Key_L},
                                        {Qt::CTRL | Qt::Key_D},
                                        {Qt::CTRL | Qt::Key_U}};
        for (const QAction *each : window->findChildren<QAction *>()) {
            for (const QKeySequence &keys : each->shortcuts()) {
                QVERIFY2(!taken.contains(keys), qPrintable(each->text()));
                QVERIFY2(keys[0].key() < Qt::Key_0 || keys[0].key() > Qt::Key_9 ||
                             keys[0].keyboardModifiers() != Qt::NoModifier,
                         qPrintable(each->text()));
            }
        }
    }

    void listOfTheWindow()
    {
        openWithMany();
        QTest::keyClicks(list(), QStringLiteral("gg"));
        QTRY_COMPARE(list()->currentIndex().row(), 0);
        QTest::keyClicks(list(), QStringLiteral("3j"));
        QCOMPARE(list()->currentIndex().row(), 3);
        QCOMPARE(list()->selectionModel()->selectedRows().size(), 1);
        QTest::keyClick(list(), Qt::Key_J, Qt::ShiftModifier);
        QCOMPARE(list()->selectionModel()->selectedRows().size(), 2);
        // It can be switched off, and stays so.
        QAction *vim = action(QStringLiteral("Vim-like movement"));
        QVERIFY(vim->isChecked());
        vim->trigger();
        QTest::keyClick(list(), Qt::Key_J);
        QCOMPARE(list()->currentIndex().row(), 4);
        QVERIFY(!window->settings().vimMovement);
        const ConsoleSettings kept = window->settings();
        window.reset();
        open(kept);
        QVERIFY(!action(QStringLiteral("Vim-like movement"))->isChecked());
    }

    void sidebarGoesBackToTheList()
    {
        openWithMany();
        auto *sidebar = find<QTreeWidget>("sidebar");
        sidebar->setFocus();
        const QString before = sidebar->currentItem()->text(0);
        QTest::keyClick(sidebar, Qt::Key_J);
        QVERIFY(sidebar->currentItem()->text(0) != before);
        QTest::keyClick(sidebar, Qt::Key_Escape);
        QTRY_VERIFY(list()->hasFocus());
        // The query takes letters, and Escape goes back to the list.
        QTest::keyClick(list(), Qt::Key_Slash);
        auto *edit = find<QLineEdit>("filterEdit");
        QTRY_VERIFY(edit->hasFocus());
        QTest::keyClicks(edit, QStringLiteral("jk"));
        QCOMPARE(edit->text(), QStringLiteral("jk"));
        QTest::keyClick(edit, Qt::Key_Escape);
        QTest::keyClick(edit, Qt::Key_Escape);
        QTRY_VERIFY(list()->hasFocus());
    }

    void historyHasItsOwnQuery()
    {
        fleet->feed().all = {fleet->sample(QStringLiteral("a"))};
        ConsoleParts parts{.fleets = {fleet.get()}, .clock = &clock, .notice = {}};
        const QTemporaryDir journal;
        parts.journalFolder = journal.path();
        show(parts, {});
        QTRY_COMPARE(rows(), 1);
        list()->selectRow(0);
        action(QStringLiteral("Pause"))->trigger();
        fleet->settle();
        action(QStringLiteral("Event history"))->trigger();
        auto *table = find<QTableView>("historyTable");
        QTRY_VERIFY_WITH_TIMEOUT(table->model()->rowCount() > 0 && table->isVisible(), 30'000);
        QWidget *query = find<QWidget>("eventsQuery")->focusProxy();
        QTRY_VERIFY(query->hasFocus());
        table->setFocus();
        QTRY_VERIFY(table->hasFocus());
        QTest::keyClick(table, Qt::Key_Slash);
        QTRY_VERIFY(query->hasFocus());
        QTest::keyClick(query, Qt::Key_Escape); // it is empty
        QTRY_VERIFY(table->hasFocus());
        QTest::keyClick(table, Qt::Key_Escape);
        QTRY_VERIFY(list()->hasFocus());
        window.reset(); // before the journal's folder
    }

    // Every action, every view, every context and template.
    void thePaletteHasEverything()
    {
        fleet->feed().all = {fleet->sample(QStringLiteral("a"))};
        fleet->feed().all[0].metadata = {{QStringLiteral("team"), QStringLiteral("red")}};
        open();
        QTRY_COMPARE(rows(), 1);
        auto *own = new QAction(QStringLiteral("Something that a part of the window can do"), list());
        list()->addAction(own);
        const QStringList texts = offered();
        const auto has = [&](QString text) {
            text.remove(u'…');
            return std::ranges::any_of(texts, [&](const QString &each) { return each.startsWith(text); });
        };
        int found = 0;
        QList<QWidget *> widgets = window->findChildren<QWidget *>();
        widgets.append(window.get());
        for (const QWidget *widget : std::as_const(widgets)) {
            if (qobject_cast<const QMenu *>(widget) || widget->window() != window.get())
                continue;
            for (const QAction *each : widget->actions()) {
                // What no backend here can do is hidden everywhere.
                if (each->isSeparator() || each->menu() || each->text().isEmpty() || !each->isVisible())
                    continue;
                QVERIFY2(has(each->text()), qPrintable(each->text()));
                ++found;
            }
        }
        QVERIFY(found > 50);
        for (const QAction *each : window->findChildren<QAction *>(QString(), Qt::FindDirectChildrenOnly))
            QVERIFY2(each->text().isEmpty() || !each->isVisible() || has(each->text()),
                     qPrintable(each->text()));
        auto *sidebar = find<QTreeWidget>("sidebar");
        for (int view = 0; view < sidebar->topLevelItem(0)->childCount(); ++view)
            QVERIFY(has(QStringLiteral("View: ") + sidebar->topLevelItem(0)->child(view)->text(0)));
        for (int each = 0; each < sidebar->topLevelItem(1)->childCount(); ++each)
            QVERIFY(has(QStringLiteral("Context: ") + sidebar->topLevelItem(1)->child(each)->text(0)));
        QVERIFY(sidebar->topLevelItem(2)->childCount() > 0);
        for (int each = 0; each < sidebar->topLevelItem(2)->childCount(); ++each)
            QVERIFY(has(QStringLiteral("Launch from ") + sidebar->topLevelItem(2)->child(each)->text(0)));
        QVERIFY(has(QStringLiteral("Group by label: team")));
    }

    void thePaletteLaunchesAndGroups()
    {
        fleet->feed().all = {fleet->sample(QStringLiteral("a"))};
        open();
        QTRY_COMPARE(rows(), 1);
        const auto run = [&](const QString &text) {
            action(QStringLiteral("Command palette"))->trigger();
            auto *query = inDialog<QLineEdit>("commandPalette", "paletteQuery");
            query->setText(text);
            QTest::keyClick(query, Qt::Key_Return);
        };
        run(QStringLiteral("Group by mode"));
        QTRY_VERIFY(find<QTableView>("groupTable")->isVisible());
        run(QStringLiteral("Launch from desktop"));
        QTRY_VERIFY(dialog("launchDialog"));
        dialog("launchDialog")->close();
        QTRY_VERIFY(!dialog("launchDialog"));
        // Nothing by that name: it says so and stays.
        run(QStringLiteral("zzzzqqq"));
        auto *shown = inDialog<QListWidget>("commandPalette", "paletteList");
        QCOMPARE(shown->count(), 1);
        QCOMPARE(shown->item(0)->flags(), Qt::NoItemFlags);
        auto *query = inDialog<QLineEdit>("commandPalette", "paletteQuery");
        query->clear();
        QTest::keyClick(query, Qt::Key_J, Qt::ControlModifier);
        QCOMPARE(shown->currentRow(), 1);
        QTest::keyClick(query, Qt::Key_P, Qt::ControlModifier);
        QCOMPARE(shown->currentRow(), 0);
    }
};

QTEST_MAIN(TestKeys)
#include "tst_keys.moc"
