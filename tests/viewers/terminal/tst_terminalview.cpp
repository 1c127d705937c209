// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/terminal/terminalview.h"

#include <QApplication>
#include <QClipboard>
#include <QInputMethodEvent>
#include <QScrollBar>
#include <QShortcut>
#include <QSignalSpy>
#include <QTest>

using namespace sandglass;
using namespace sandglass::viewers;

namespace {

TerminalColors someColors()
{
    TerminalColors colors{.foreground = QColor(0x101010),
                          .background = QColor(0xf0f0f0),
                          .cursor = QColor(0x0000ff),
                          .onCursor = QColor(0xffffff),
                          .selection = QColor(0xffff00),
                          .found = QColor(0x00ffff),
                          .ansi = {}};
    for (std::size_t i = 0; i < colors.ansi.size(); ++i)
        colors.ansi[i] = QColor(int(i) * 16, 255 - int(i) * 16, 128);
    return colors;
}

} // namespace

class TestTerminalView : public QObject
{
    Q_OBJECT

    std::unique_ptr<QWidget> window;
    TerminalView *view = nullptr;
    QByteArray typed;

    void feed(const QByteArray &bytes)
    {
        view->write(bytes);
        QTRY_COMPARE_WITH_TIMEOUT(view->backlog(), 0, 30000);
    }
    QString row(int number) const { return view->screen().line(view->screen().screenLine() + number).text(); }
    // The middle of a cell, in pixels of the viewport.
    QPoint at(int rowNumber, int column) const
    {
        const QFontMetricsF metrics(view->terminalFont());
        const int width = int(std::ceil(metrics.horizontalAdvance(u'M')));
        const int height = int(std::ceil(metrics.ascent()) + std::ceil(metrics.descent()));
        return {4 + column * width + width / 2, 4 + rowNumber * height + height / 2};
    }
    void drag(QPoint from, QPoint to)
    {
        QTest::mousePress(view->viewport(), Qt::LeftButton, {}, from);
        QTest::mouseMove(view->viewport(), (from + to) / 2);
        QTest::mouseMove(view->viewport(), to);
        QTest::mouseRelease(view->viewport(), Qt::LeftButton, {}, to);
    }
    QColor pixel(QPoint point) { return view->viewport()->grab().toImage().pixelColor(point); }

private slots:
    void init()
    {
        QApplication::setCursorFlashTime(0);
        window = std::make_unique<QWidget>();
        view = new TerminalView(window.get());
        view->setColors(someColors());
        window->resize(640, 320);
        view->setGeometry(0, 0, 640, 320);
        connect(view, &TerminalView::typed, view, [this](const QByteArray &bytes) { typed += bytes; });
        window->show();
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window.get()));
        view->setFocus();
        typed.clear();
    }
    void cleanup() { window.reset(); }

    void fillsItsRoom()
    {
        const TerminalSize size = view->terminalSize();
        QVERIFY(size.columns > 20 && size.rows > 5);
        QSignalSpy changed(view, &TerminalView::sizeChanged);
        view->resize(320, 320);
        QTRY_COMPARE(changed.size(), 1);
        QVERIFY(view->terminalSize().columns < size.columns);
        view->resize(1, 1); // never smaller than the smallest
        QVERIFY(view->terminalSize().columns >= TerminalScreen::SmallestSize.columns);
    }

    void paintsColoursAndCursor()
    {
        feed("\x1b[?25l\x1b[42m \x1b[0m\x1b[7m \x1b[0m");
        QCOMPARE(pixel(at(0, 0)), someColors().ansi[2]);
        QCOMPARE(pixel(at(0, 1)), someColors().foreground); // reverse
        QCOMPARE(pixel(at(0, 2)), someColors().background);
        feed("\x1b[?25h");
        QCOMPARE(pixel(at(0, 2)), someColors().cursor);
        window->setFocus(); // no focus: an outline
        QWidget other(window.get());
        other.setFocusPolicy(Qt::StrongFocus);
        other.show();
        other.setFocus();
        QTRY_COMPARE(pixel(at(0, 2)), someColors().background);
        feed("\x1b[?5h"); // the whole screen
        QCOMPARE(pixel(at(2, 5)), someColors().foreground);
    }

    void everythingIsPainted()
    {
        feed("plain \x1b[1mbold \x1b[3mboth\x1b[0m \x1b[4munder\x1b[21mtwo\x1b[4:3mcurly\x1b[0m "
             "\x1b[9mstruck\x1b[0m "
             "\xe4\xb8\xad\xe6\x96\x87 \xf0\x9f\x98\x80 e\xcc\x81 \xe2\x94\x82\xe2\x94\x80 "
             "\x1b[38;5;208mo\x1b[38;2;9;8;7mx\r\n"
             "\x1b[3 q|\x1b[5 q");
        const QImage image = view->viewport()->grab().toImage();
        QVERIFY(!image.isNull());
        int inked = 0;
        for (int x = 4; x < image.width() - 4; ++x)
            inked += image.pixelColor(x, at(0, 0).y()) != someColors().background;
        QVERIFY2(inked > 60, qPrintable(QString::number(inked)));
    }

    void keysAreTheProgrammes()
    {
        // What the window would do with a letter, Escape or Delete is not done while one types here.
        int stolen = 0;
        for (const auto key : {Qt::Key_P, Qt::Key_Escape, Qt::Key_Delete, Qt::Key_Tab}) {
            auto *shortcut = new QShortcut(key, window.get());
            connect(shortcut, &QShortcut::activated, this, [&stolen] { ++stolen; });
        }
        QTest::keyClick(view, Qt::Key_P);
        QTest::keyClick(view, Qt::Key_Escape);
        QTest::keyClick(view, Qt::Key_Delete);
        QTest::keyClick(view, Qt::Key_Tab);
        QTest::keyClick(view, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(typed, QByteArray("p\x1b\x1b[3~\t\x03"));
        QCOMPARE(stolen, 0);
        QVERIFY(view->hasFocus());
        view->setEnded(true);
        QTest::keyClick(view, Qt::Key_P); // one may still be typing as it ends
        QCOMPARE(stolen, 0);
        QTest::keyClick(view, Qt::Key_Escape);
        QCOMPARE(stolen, 1);
        QCOMPARE(typed, QByteArray("p\x1b\x1b[3~\t\x03"));
    }

    void leavesByItsChord()
    {
        QSignalSpy left(view, &TerminalView::leaveRequested);
        // As platforms tell it: a modifier's own press comes without it.
        QTest::keyPress(view, Qt::Key_Control);
        QTest::keyPress(view, Qt::Key_Alt, Qt::ControlModifier);
        QTest::keyPress(view, Qt::Key_Shift, Qt::ControlModifier | Qt::AltModifier);
        QTest::keyPress(view, Qt::Key_X, Qt::ControlModifier | Qt::AltModifier | Qt::ShiftModifier);
        QTest::keyRelease(view, Qt::Key_X, Qt::ControlModifier | Qt::AltModifier | Qt::ShiftModifier);
        QTest::keyRelease(view, Qt::Key_Shift, Qt::ControlModifier | Qt::AltModifier);
        QCOMPARE(left.size(), 0); // another key was in it
        QTest::keyPress(view, Qt::Key_Shift, Qt::ControlModifier | Qt::AltModifier);
        QTest::keyRelease(view, Qt::Key_Shift, Qt::ControlModifier | Qt::AltModifier);
        QCOMPARE(left.size(), 1);
    }

    void composedTextArrives()
    {
        QInputMethodEvent composing(QStringLiteral("zhong"), {});
        QApplication::sendEvent(view, &composing);
        QCOMPARE(typed, QByteArray());
        QInputMethodEvent done;
        done.setCommitString(QStringLiteral("\u4e2d"));
        QApplication::sendEvent(view, &done);
        QCOMPARE(typed, QByteArray("\xe4\xb8\xad"));
        const QRect cursor = view->inputMethodQuery(Qt::ImCursorRectangle).toRect();
        QVERIFY(cursor.height() > 0 && view->rect().contains(cursor.topLeft()));
    }

    void scrollsAndStays()
    {
        for (int i = 0; i < 200; ++i)
            view->write("line " + QByteArray::number(i) + "\r\n");
        QTRY_COMPARE_WITH_TIMEOUT(view->backlog(), 0, 30000);
        QScrollBar *bar = view->verticalScrollBar();
        QCOMPARE(bar->value(), bar->maximum());
        QTest::keyClick(view, Qt::Key_PageUp, Qt::ShiftModifier);
        const int value = bar->value();
        QCOMPARE(value, bar->maximum() - view->terminalSize().rows);
        feed("more\r\nand more\r\n"); // what is before the eyes stays
        QCOMPARE(bar->value(), value);
        QTest::keyClick(view, Qt::Key_End, Qt::ShiftModifier);
        QCOMPARE(bar->value(), bar->maximum());
        QTest::keyClick(view, Qt::Key_PageUp, Qt::ShiftModifier);
        QTest::keyClick(view, Qt::Key_A);
        QCOMPARE(bar->value(), bar->maximum()); // whoever types sees it
        view->clearScrollback();
        QCOMPARE(bar->maximum(), 0);
    }

    void selectsAndCopies()
    {
        feed("first word second\r\nnext line");
        drag(at(0, 6) - QPoint(3, 0), at(0, 9) + QPoint(3, 0));
        QCOMPARE(view->selectedText(), QStringLiteral("word"));
        QCOMPARE(pixel(at(0, 7) - QPoint(0, 5)), someColors().selection);
        QTest::keyClick(view, Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("word"));
        QCOMPARE(typed, QByteArray());
        feed("\x1b[1;1Hother"); // what stood there is gone
        QVERIFY(!view->hasSelection());
        QTest::mouseDClick(view->viewport(), Qt::LeftButton, {}, at(1, 1));
        QTRY_COMPARE(view->selectedText(), QStringLiteral("next"));
        view->selectEverything();
        QVERIFY(view->selectedText().startsWith(QStringLiteral("other word second\nnext line")));
    }

    void pastesBracketed()
    {
        QGuiApplication::clipboard()->setText(QStringLiteral("a\nb"));
        QTest::keyClick(view, Qt::Key_V, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(typed, QByteArray("a\rb"));
        typed.clear();
        feed("\x1b[?2004h");
        view->paste();
        QCOMPARE(typed, QByteArray("\x1b[200~a\rb\x1b[201~"));
    }

    void guestsDoNotReachTheClipboard()
    {
        QGuiApplication::clipboard()->setText(QStringLiteral("mine"));
        feed("\x1b]52;c;ZXZpbA==\a\x1b]52;c;?\a");
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("mine"));
        QCOMPARE(typed, QByteArray());
    }

    void mouseGoesToWhoWantsIt()
    {
        feed("\x1b[?1000h\x1b[?1006h");
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, at(2, 4));
        QCOMPARE(typed, QByteArray("\x1b[<0;5;3M\x1b[<0;5;3m"));
        typed.clear();
        // Shift takes it back.
        feed("\x1b[1;1Hword");
        QTest::mousePress(view->viewport(), Qt::LeftButton, Qt::ShiftModifier, at(0, 0));
        QTest::mouseRelease(view->viewport(), Qt::LeftButton, Qt::ShiftModifier, at(0, 3));
        QCOMPARE(typed, QByteArray());
    }

    void wheelScrollsOrMoves()
    {
        for (int i = 0; i < 100; ++i)
            view->write("x\r\n");
        QTRY_COMPARE_WITH_TIMEOUT(view->backlog(), 0, 30000);
        const auto roll = [&](int delta) {
            QWheelEvent event(QPointF(at(1, 1)), view->viewport()->mapToGlobal(QPointF(at(1, 1))), {},
                              {0, delta}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
            QApplication::sendEvent(view->viewport(), &event);
        };
        roll(120);
        QCOMPARE(view->verticalScrollBar()->value(), view->verticalScrollBar()->maximum() - 3);
        roll(-60); // half a notch waits for its other half
        QCOMPARE(view->verticalScrollBar()->value(), view->verticalScrollBar()->maximum() - 3);
        roll(-60);
        QCOMPARE(view->verticalScrollBar()->value(), view->verticalScrollBar()->maximum());
        feed("\x1b[?1049h");
        roll(120);
        QCOMPARE(typed, QByteArray("\x1b[A\x1b[A\x1b[A"));
    }

    void linksOpenWithCtrl()
    {
        feed("see https://example.org/x for more");
        QSignalSpy opened(view, &TerminalView::linkActivated);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, at(0, 8));
        QCOMPARE(opened.size(), 0);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, Qt::ControlModifier, at(0, 8));
        QCOMPARE(opened.size(), 1);
        QCOMPARE(opened.constFirst().constFirst().toUrl(), QUrl(QStringLiteral("https://example.org/x")));
        QTest::mouseClick(view->viewport(), Qt::LeftButton, Qt::ControlModifier, at(0, 1));
        QCOMPARE(opened.size(), 1);
    }

    void finds()
    {
        for (int i = 0; i < 100; ++i)
            view->write("line " + QByteArray::number(i) + "\r\n");
        QTRY_COMPARE_WITH_TIMEOUT(view->backlog(), 0, 30000);
        QVERIFY(view->find(QStringLiteral("LINE 5"), true));
        QVERIFY(view->verticalScrollBar()->value() < view->verticalScrollBar()->maximum());
        QVERIFY(!view->find(QStringLiteral("nothing"), true));
        view->clearFound();
    }

    // A program that prints without end: the window's loop keeps turning, and nothing is kept that was shown.
    void muchIsTakenInPieces()
    {
        QByteArray much;
        for (int i = 0; much.size() < 2'000'000; ++i)
            much += "\x1b[3" + QByteArray::number(i % 8) + "mline " + QByteArray::number(i) +
                    "\x1b[0m of many\r\n";
        qsizetype consumed = 0;
        int turns = 0;
        connect(view, &TerminalView::consumed, view, [&](qsizetype bytes) {
            consumed += bytes;
            ++turns;
        });
        view->write(much);
        QCOMPARE(consumed, 0);
        QTRY_COMPARE_WITH_TIMEOUT(consumed, much.size(), 120000);
        QVERIFY(turns > 1);
        QCOMPARE(view->backlog(), 0);
        QVERIFY(row(view->terminalSize().rows - 2).endsWith(QStringLiteral("of many")));
    }
};

QTEST_MAIN(TestTerminalView)
#include "tst_terminalview.moc"
