// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/fleettablemodel.h"
#include "tests/widgets/windowtest.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace sandglass;
using test::FakeFleet;

namespace {

QString pathOf(const QWidget *widget)
{
    QStringList parts;
    for (; widget; widget = widget->parentWidget())
        parts.prepend(QLatin1StringView(widget->metaObject()->className()) + u'#' + widget->objectName());
    return parts.join(QStringLiteral(" > "));
}

QString nameOf(QWidget *widget)
{
    const QAccessibleInterface *face = QAccessible::queryAccessibleInterface(widget);
    return face ? face->text(QAccessible::Name) : QString();
}

// Parts of Qt's own controls, which the control itself speaks for.
bool isPartOfAnother(const QWidget *widget)
{
    const QString name = widget->objectName();
    if (name.startsWith(QStringLiteral("qt_")))
        return true;
    for (const char *kind :
         {"QScrollBar", "QHeaderView", "QTableCornerButton", "QMenu", "QTabBar", "QComboBoxPrivateContainer",
          "QComboBoxListView", "QAbstractScrollAreaScrollBarContainer"}) {
        if (widget->inherits(kind))
            return true;
    }
    const QWidget *parent = widget->parentWidget();
    return parent && (parent->inherits("QAbstractSpinBox") || parent->inherits("QComboBox") ||
                      parent->inherits("QComboBoxPrivateContainer"));
}

} // namespace

// Whoever cannot see the window is told what each part of it is.
class TestAccessible : public test::WindowTest
{
    Q_OBJECT

    QStringList m_faults;
    int m_checked = 0;
    QTemporaryDir m_journal;

    void checkCells(const QAbstractItemView &view)
    {
        const QAbstractItemModel *model = view.model();
        if (!model)
            return;
        const int rows = qMin(model->rowCount(view.rootIndex()), 12);
        for (int row = 0; row < rows; ++row) {
            for (int column = 0; column < model->columnCount(view.rootIndex()); ++column) {
                const QModelIndex index = model->index(row, column, view.rootIndex());
                // Where something is painted, something is said.
                const bool painted = !index.data(Qt::DisplayRole).toString().isEmpty() ||
                                     index.data(Qt::DecorationRole).isValid();
                QString said = index.data(Qt::AccessibleTextRole).toString();
                if (said.isEmpty())
                    said = index.data(Qt::DisplayRole).toString();
                if (painted && said.isEmpty())
                    m_faults.append(
                        QStringLiteral("cell %1,%2 of %3").arg(row).arg(column).arg(pathOf(&view)));
            }
        }
    }

    void check(QWidget *root)
    {
        QList<QWidget *> widgets = root->findChildren<QWidget *>();
        widgets.append(root);
        for (QWidget *widget : std::as_const(widgets)) {
            // What is hidden has its text once it is shown; it is looked at then.
            if (isPartOfAnother(widget) || (widget != root && !widget->isVisibleTo(root)))
                continue;
            if (const auto *view = qobject_cast<const QAbstractItemView *>(widget))
                checkCells(*view);
            const bool pressed = qobject_cast<QAbstractButton *>(widget);
            if (widget->focusPolicy() == Qt::NoFocus && !pressed && !widget->isWindow())
                continue;
            const auto *label = qobject_cast<const QLabel *>(widget);
            if (widget->focusProxy() || (label && label->text().isEmpty()))
                continue; // another one is spoken of, or there is nothing to speak of
            ++m_checked;
            if (nameOf(widget).trimmed().isEmpty())
                m_faults.append(pathOf(widget));
        }
        for (const QAction *action : root->findChildren<QAction *>()) {
            if (action->isSeparator() || action->menu() || action->icon().isNull())
                continue;
            if (action->text().isEmpty() && action->toolTip().isEmpty() &&
                !qobject_cast<QLineEdit *>(action->parent()))
                m_faults.append(QStringLiteral("action of ") + action->parent()->objectName());
        }
    }
    void report(const char *where)
    {
        m_faults.removeDuplicates();
        QVERIFY2(m_faults.isEmpty(),
                 qPrintable(QString::fromLatin1(where) + QStringLiteral(":\n") + m_faults.join(u'\n')));
    }
    void openWithSome()
    {
        Sandbox failed = fleet->sample(QStringLiteral("failed"), Status::Error);
        failed.error = Error(ErrorCode::GuestDied, QStringLiteral("exit 1"));
        failed.metadata = {{QStringLiteral("team"), QStringLiteral("red")}};
        fleet->feed().all = {fleet->sample(QStringLiteral("a")),
                             fleet->sample(QStringLiteral("b"), Status::Paused), failed};
        ConsoleSettings settings;
        settings.plans.grace = std::chrono::milliseconds(0);
        ConsoleParts parts{.fleets = {fleet.get()}, .clock = &clock, .notice = QStringLiteral("attached")};
        parts.journalFolder = m_journal.path();
        show(parts, settings);
        QTRY_COMPARE_WITH_TIMEOUT(rows(), 3, 30'000);
    }
    QDialog *opened(const QString &text, const char *name)
    {
        action(text)->trigger();
        for (int i = 0; i < 300 && !dialog(name); ++i)
            QTest::qWait(100);
        return dialog(name);
    }

private slots:
    void init()
    {
        m_faults.clear();
        fleet = std::make_unique<FakeFleet>(clock);
    }
    void cleanup()
    {
        window.reset();
        fleet.reset();
    }

    // It would find what is missing.
    void whatHasNoNameIsFound()
    {
        QWidget bare;
        bare.setWindowTitle(QStringLiteral("bare"));
        auto *edit = new QLineEdit(&bare);
        new QToolButton(&bare);
        check(&bare);
        QCOMPARE(m_faults.size(), 2);
        m_faults.clear();
        edit->setAccessibleName(QStringLiteral("x"));
        bare.findChild<QToolButton *>()->setToolTip(QStringLiteral("only seen"));
        bare.findChild<QToolButton *>()->setText(QStringLiteral("x"));
        check(&bare);
        QVERIFY(m_faults.isEmpty());
    }

    void emptyWindow()
    {
        show({.fleets = {fleet.get()}, .clock = &clock, .notice = {}}, {});
        QTRY_VERIFY(find<QPushButton>("emptyPrimary")->isVisible());
        check(window.get());
        report("empty window");
    }

    void pagesOfTheWindow()
    {
        openWithSome();
        check(window.get());
        report("list");
        list()->selectRow(0);
        auto *tabs = find<QTabWidget>("inspectorTabs");
        QTRY_VERIFY(find<QWidget>("inspector")->isVisible());
        for (int page = 0; page < tabs->count(); ++page) {
            tabs->setCurrentIndex(page);
            QVERIFY(!tabs->tabText(page).isEmpty());
            check(window.get());
            report(qPrintable(tabs->tabText(page)));
        }
        list()->selectAll();
        check(window.get());
        report("several");
        action(QStringLiteral("Group by status"))->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(find<QTableView>("groupTable")->model()->rowCount() > 0, 30'000);
        check(window.get());
        report("groups");
        action(QStringLiteral("Event history"))->trigger();
        check(window.get());
        report("history");
        action(QStringLiteral("The list as it was"))->trigger();
        QTRY_VERIFY(find<QWidget>("pastView")->isVisible());
        check(window.get());
        report("past");
        window->showError(Error(ErrorCode::OutOfMemory, QStringLiteral("4096 MiB wanted")));
        check(window.get());
        report("banner");
        action(QStringLiteral("Jobs"))->trigger();
        check(window.get());
        report("jobs");
        QVERIFY(m_checked > 100);
    }

    void dialogs_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<int>("selected"); // rows; -1: all
        const auto row = [](const char *text, const char *name, int selected = 0) {
            QTest::newRow(name) << QString::fromUtf8(text) << QByteArray(name) << selected;
        };
        row("Launch a sandbox…", "launchDialog");
        row("Command palette", "commandPalette");
        row("Keys", "keysSheet");
        row("Choose columns…", "columnsDialog");
        row("Build a query…", "queryBuilder");
        row("Save as a view…", "viewDialog");
        row("Colours by rule…", "rulesDialog");
        row("Time zone…", "timeZoneDialog");
        row("How plans are carried out…", "planSettings");
        row("Set the time that is left…", "timeoutDialog", 1);
        row("Delete…", "planDialog", -1);
    }

    void dialogs()
    {
        QFETCH(QString, text);
        QFETCH(QByteArray, name);
        QFETCH(int, selected);
        openWithSome();
        if (selected > 0)
            list()->selectRow(0);
        else if (selected < 0)
            list()->selectAll();
        if (selected != 0)
            QTRY_VERIFY(action(text)->isEnabled());
        QDialog *shown = opened(text, name.constData());
        QVERIFY(shown);
        QVERIFY(!shown->windowTitle().isEmpty());
        // Parts that come on demand.
        for (const char *more : {"addRule", "builderAdd", "addMetadata"}) {
            if (auto *button = shown->findChild<QAbstractButton *>(QLatin1StringView(more)))
                button->click();
        }
        check(shown);
        report(name.constData());
    }

    void closingAndResults()
    {
        fleet->feed().info.processId = QCoreApplication::applicationPid();
        openWithSome();
        fleet->refusal = Error(ErrorCode::OutOfMemory, QStringLiteral("no room"));
        list()->selectAll();
        QTRY_VERIFY(action(QStringLiteral("Pause"))->isEnabled());
        QDialog *plan = opened(QStringLiteral("Pause"), "planDialog");
        QVERIFY(plan);
        auto *accept = plan->findChild<QPushButton *>(QStringLiteral("planAccept"));
        QTRY_VERIFY(accept->isEnabled());
        accept->click();
        QTRY_VERIFY_WITH_TIMEOUT(find<QPushButton>("planRetry")->isVisible(), 30'000); // it is over
        check(window.get());
        report("plan bar");
        find<QPushButton>("planDetails")->click();
        QTRY_VERIFY(dialog("planResults"));
        check(dialog("planResults"));
        report("plan results");
        dialog("planResults")->close();
        window->close();
        QTRY_VERIFY(dialog("closeDialog"));
        check(dialog("closeDialog"));
        report("closing");
    }

    // A status is a word, also where it is painted as a mark.
    void statusIsSaid()
    {
        openWithSome();
        for (int row = 0; row < rows(); ++row) {
            const QModelIndex status = list()->model()->index(row, FleetTableModel::Status);
            QVERIFY(status.data(Qt::AccessibleTextRole)
                        .toString()
                        .contains(status.data(Qt::DisplayRole).toString()));
            QVERIFY(!status.data(Qt::DisplayRole).toString().isEmpty());
        }
    }
};

QTEST_MAIN(TestAccessible)
#include "tst_accessible.moc"
