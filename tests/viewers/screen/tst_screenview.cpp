// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/rfbpeer.h"
#include "viewers/screen/screenview.h"
#include "viewers/screen/screenwords.h"

#include <QLineEdit>
#include <QScrollBar>
#include <QShortcut>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

using namespace sandglass;
using namespace sandglass::viewers;
using sandglass::test::RfbPeer;
using namespace std::chrono_literals;

namespace {

// A window with a screen view and a line that can take the focus away.
class Stage : public QWidget
{
public:
    Stage() : view(new ScreenView(this, options())), other(new QLineEdit(this))
    {
        other->setObjectName(QStringLiteral("other"));
        auto *layout = new QVBoxLayout(this);
        layout->setContentsMargins({});
        layout->addWidget(view);
        layout->addWidget(other);
        resize(400, 330);
    }
    static VncOptions options()
    {
        VncOptions options;
        options.backoff = Backoff(20ms, 20ms);
        options.mostTries = 3;
        return options;
    }
    [[nodiscard]] QWidget *screen() const { return findChild<QWidget *>(QStringLiteral("screenViewport")); }

    ScreenView *view;
    QLineEdit *other;
};

QColor shownAt(const QWidget *widget, QPoint at)
{
    return const_cast<QWidget *>(widget)->grab().toImage().pixelColor(at);
}

} // namespace

class TestScreenView : public QObject
{
    Q_OBJECT

private slots:
    void words_data();
    void words();
    void failureIsSaid();
    void ownErrorText();
    void watchOnlySendsNothing();
    void controlSendsKeysAndPointer();
    void controlTakesShortcutsAndTab();
    void focusLossReleases();
    void chordGivesBack();
    void controlNeedsAConnection();
    void lostConnectionDimsAndEndsControl();
    void hiddenViewAsksForNothing();
    void paintsChangedParts();
    void resizesWithTheGuest();
    void oneToOneScrolls();
    void doubleClickAsks();
    void inputMethodText();
    void namesForOthers();
};

void TestScreenView::words_data()
{
    QTest::addColumn<ScreenCondition>("condition");
    QTest::addColumn<QStringList>("contains");
    const Error lost(ErrorCode::GuestUnreachable);
    QTest::newRow("closed") << ScreenCondition{} << QStringList{"No screen"};
    QTest::newRow("connecting") << ScreenCondition{VncState::Connecting, {}, false, 0ms}
                                << QStringList{"Connecting"};
    QTest::newRow("connecting, tried") << ScreenCondition{VncState::Connecting, lost, false, 0ms}
                                       << QStringList{"Connecting", "cannot be reached"};
    QTest::newRow("no picture yet") << ScreenCondition{VncState::Connected, {}, false, 0ms}
                                    << QStringList{"first picture"};
    QTest::newRow("reconnecting") << ScreenCondition{VncState::Reconnecting, lost, true, 65s}
                                  << QStringList{"lost", "cannot be reached", "1 minute", "old"};
    QTest::newRow("failed, old picture")
        << ScreenCondition{VncState::Failed, Error(ErrorCode::TimedOut), true, 7s}
        << QStringList{"stopped answering", "7 second", "old"};
    QTest::newRow("failed, no reason")
        << ScreenCondition{VncState::Failed, {}, false, 0ms} << QStringList{"cannot be shown"};
}

void TestScreenView::words()
{
    QFETCH(ScreenCondition, condition);
    QFETCH(QStringList, contains);
    const QString words = screenWords(condition, {});
    for (const QString &part : contains)
        QVERIFY2(words.contains(part), qPrintable(words));
    QVERIFY(screenWords({VncState::Connected, {}, true, 5s}, {}).isEmpty());
}

void TestScreenView::failureIsSaid()
{
    RfbPeer::Script script;
    script.size = QSize(65535, 65535);
    RfbPeer peer(script);
    QVERIFY(peer.listen());
    Stage stage;
    stage.show();
    QSignalSpy states(stage.view, &ScreenView::stateChanged);
    stage.view->openScreen({peer.path(), {}, 0, {}});
    QTRY_COMPARE(stage.view->state(), VncState::Failed);
    QCOMPARE(states.back().front().value<VncState>(), VncState::Failed);
    QVERIFY(stage.view->statusText().contains(QStringLiteral("does not accept")));
    QCOMPARE(stage.view->accessibleDescription(), stage.view->statusText());
    QVERIFY(stage.view->grabFrame().isNull());
    QVERIFY(!stage.view->guestSize().isValid());
}

void TestScreenView::ownErrorText()
{
    Stage stage;
    stage.view->setErrorText(
        [](const Error &error) { return QStringLiteral("said: ") + errorCodeName(error.code()); });
    stage.view->openScreen({QString(300, 'x'), {}, 0, {}});
    QTRY_COMPARE(stage.view->state(), VncState::Failed);
    QCOMPARE(stage.view->statusText(), QStringLiteral("said: invalid_argument"));
}

void TestScreenView::watchOnlySendsNothing()
{
    RfbPeer peer;
    QVERIFY(peer.listen());
    Stage stage;
    stage.show();
    stage.view->openScreen({peer.path(), {}, 0, {}});
    QTRY_COMPARE(stage.view->guestSize(), QSize(64, 48));
    QSignalSpy used(stage.view, &ScreenView::inputSent);
    stage.view->setFocus();
    QTest::keyClicks(stage.view, QStringLiteral("rm -rf"));
    QTest::keyClick(stage.view, Qt::Key_Return, Qt::ControlModifier);
    QTest::mouseClick(stage.screen(), Qt::LeftButton);
    QMouseEvent move(QEvent::MouseMove, {50, 50}, stage.screen()->mapToGlobal(QPointF(50, 50)), Qt::NoButton,
                     Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(stage.screen(), &move);
    QTest::mouseDClick(stage.screen(), Qt::LeftButton);
    QWheelEvent wheel({50, 50}, {50, 50}, {}, {0, 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                      false);
    QCoreApplication::sendEvent(stage.screen(), &wheel);
    QInputMethodEvent composed;
    composed.setCommitString(QStringLiteral("text"));
    QCoreApplication::sendEvent(stage.view, &composed);
    stage.other->setFocus();
    QTest::qWait(100);
    QVERIFY(peer.keys.empty());
    QVERIFY(peer.pointers.empty());
    QCOMPARE(used.size(), 0); // watching is no use of it
    QVERIFY(peer.isConnected());
}

void TestScreenView::controlSendsKeysAndPointer()
{
    RfbPeer peer;
    QVERIFY(peer.listen());
    Stage stage;
    stage.show();
    QVERIFY(QTest::qWaitForWindowActive(&stage));
    QSignalSpy control(stage.view, &ScreenView::controlChanged);
    QSignalSpy used(stage.view, &ScreenView::inputSent);
    stage.view->openScreen({peer.path(), {}, 0, {}});
    QTRY_COMPARE(stage.view->guestSize(), QSize(64, 48));
    stage.view->setControl(true);
    QCOMPARE(control.size(), 1);
    QVERIFY(stage.view->hasFocus());
    QTest::keyClick(stage.view, Qt::Key_A);
    QTRY_COMPARE(peer.keys, (std::vector<RfbPeer::Key>{{'a', true}, {'a', false}}));

    const QRectF target = ScreenGeometry({64, 48}, stage.screen()->size(), 1, ScaleMode::Fit).target();
    QTest::mouseClick(stage.screen(), Qt::RightButton, {}, target.center().toPoint());
    QTRY_COMPARE(peer.pointers.size(), size_t(2));
    QCOMPARE(peer.pointers.front().buttons, 4);
    QVERIFY((peer.pointers.front().at - QPoint(32, 24)).manhattanLength() <= 1);
    QCOMPARE(peer.pointers.back().buttons, 0);
    QVERIFY(used.size() >= 1);

    stage.view->setControl(false);
    QTest::keyClick(stage.view, Qt::Key_B);
    QTest::qWait(50);
    QCOMPARE(peer.keys.size(), size_t(2));
}

void TestScreenView::controlTakesShortcutsAndTab()
{
    RfbPeer peer;
    QVERIFY(peer.listen());
    Stage stage;
    QShortcut palette(QKeySequence(QStringLiteral("Ctrl+K")), &stage);
    QSignalSpy fired(&palette, &QShortcut::activated);
    stage.show();
    QVERIFY(QTest::qWaitForWindowActive(&stage));
    stage.view->openScreen({peer.path(), {}, 0, {}});
    QTRY_COMPARE(stage.view->guestSize(), QSize(64, 48));
    stage.view->setFocus();
    QTest::keyClick(stage.view, Qt::Key_K, Qt::ControlModifier);
    QCOMPARE(fired.size(), 1); // while watching it is the console's

    stage.view->setControl(true);
    QTest::keyClick(stage.view, Qt::Key_K, Qt::ControlModifier);
    QTest::keyClick(stage.view, Qt::Key_Tab);
    QTRY_VERIFY(std::find(peer.keys.begin(), peer.keys.end(), RfbPeer::Key{0xff09, true}) != peer.keys.end());
    QVERIFY(std::find(peer.keys.begin(), peer.keys.end(), RfbPeer::Key{'k', true}) != peer.keys.end());
    QCOMPARE(fired.size(), 1);
    QVERIFY(stage.view->hasFocus());
    stage.view->setControl(false);
    QTest::keyClick(stage.view, Qt::Key_Tab);
    QVERIFY(stage.other->hasFocus());
}

void TestScreenView::focusLossReleases()
{
    RfbPeer peer;
    QVERIFY(peer.listen());
    Stage stage;
    stage.show();
    QVERIFY(QTest::qWaitForWindowActive(&stage));
    stage.view->openScreen({peer.path(), {}, 0, {}});
    QTRY_COMPARE(stage.view->guestSize(), QSize(64, 48));
    stage.view->setControl(true);
    QTest::keyPress(stage.view, Qt::Key_Control);
    QTest::mousePress(stage.screen(), Qt::LeftButton, {}, {200, 150});
    QTRY_COMPARE(peer.pointers.size(), size_t(1));
    stage.other->setFocus();
    QTRY_COMPARE(peer.keys, (std::vector<RfbPeer::Key>{{0xffe3, true}, {0xffe3, false}}));
    QTRY_COMPARE(peer.pointers.back().buttons, 0);
    QVERIFY(stage.view->hasControl());
}

void TestScreenView::chordGivesBack()
{
    RfbPeer peer;
    QVERIFY(peer.listen());
    Stage stage;
    stage.show();
    QVERIFY(QTest::qWaitForWindowActive(&stage));
    stage.view->openScreen({peer.path(), {}, 0, {}});
    QTRY_COMPARE(stage.view->guestSize(), QSize(64, 48));
    stage.view->setControl(true);
    QTest::keyPress(stage.view, Qt::Key_Control);
    QTest::keyPress(stage.view, Qt::Key_Alt, Qt::ControlModifier);
    QTest::keyPress(stage.view, Qt::Key_Shift, Qt::ControlModifier | Qt::AltModifier);
    QVERIFY(stage.view->hasControl());
    QTest::keyRelease(stage.view, Qt::Key_Alt, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(!stage.view->hasControl());
    QTRY_COMPARE(peer.keys.size(), size_t(6)); // three down, three up
    QVERIFY(std::none_of(peer.keys.begin() + 3, peer.keys.end(),
                         [](const RfbPeer::Key &key) { return key.down; }));
    QVERIFY(!ScreenView::releaseChord().isEmpty());
}

void TestScreenView::controlNeedsAConnection()
{
    Stage stage;
    QSignalSpy control(stage.view, &ScreenView::controlChanged);
    stage.view->setControl(true);
    QVERIFY(!stage.view->hasControl());
    QVERIFY(control.isEmpty());
}

void TestScreenView::lostConnectionDimsAndEndsControl()
{
    RfbPeer peer;
    QVERIFY(peer.listen());
    Stage stage;
    stage.show();
    stage.view->openScreen({peer.path(), {}, 0, {}});
    QTRY_COMPARE(stage.view->guestSize(), QSize(64, 48));
    stage.view->setControl(true);
    QCOMPARE(shownAt(stage.screen(), {30, 30}), QColor(Qt::blue));
    QString said;
    connect(stage.view, &ScreenView::stateChanged, stage.view, [&](VncState state) {
        if (state == VncState::Reconnecting)
            said = stage.view->statusText();
    });
    peer.stopListening();
    peer.hangUp();
    QTRY_COMPARE(stage.view->state(), VncState::Failed);
    QVERIFY2(said.contains(QStringLiteral("again")) && said.contains(QStringLiteral("old")),
             qPrintable(said));
    QVERIFY(!stage.view->hasControl());
    QVERIFY(stage.view->statusText().contains(QStringLiteral("old")));
    QCOMPARE(stage.view->guestSize(), QSize(64, 48)); // the old picture stays
    QVERIFY(shownAt(stage.screen(), {30, 30}) != QColor(Qt::blue));
    QVERIFY(peer.listen());
    stage.view->retry();
    QTRY_VERIFY(stage.view->statusText().isEmpty());
    QTRY_COMPARE(shownAt(stage.screen(), {30, 30}), QColor(Qt::blue));
}

void TestScreenView::hiddenViewAsksForNothing()
{
    RfbPeer peer;
    QVERIFY(peer.listen());
    Stage stage;
    stage.view->openScreen({peer.path(), {}, 0, {}});
    QTRY_COMPARE(stage.view->state(), VncState::Connected);
    QTest::qWait(60);
    QVERIFY(peer.requests.empty());
    stage.show();
    QTRY_COMPARE(stage.view->guestSize(), QSize(64, 48));
    QTRY_COMPARE(peer.requests.size(), size_t(2));
    stage.hide();
    peer.sendRect({0, 0, 5, 5}, Qt::red); // the one that was asked for already
    QTest::qWait(100);
    QCOMPARE(peer.requests.size(), size_t(2));
    peer.sendRect({0, 0, 5, 5}, Qt::green);
    QTest::qWait(100);
    QVERIFY(stage.view->grabFrame().pixelColor(0, 0) != QColor(Qt::green));
    stage.show();
    QTRY_COMPARE(stage.view->grabFrame().pixelColor(0, 0), QColor(Qt::green));
}

void TestScreenView::paintsChangedParts()
{
    RfbPeer::Script script;
    script.size = QSize(400, 300);
    RfbPeer peer(script);
    QVERIFY(peer.listen());
    Stage stage;
    stage.show();
    stage.view->openScreen({peer.path(), {}, 0, {}});
    QTRY_COMPARE(stage.view->guestSize(), QSize(400, 300));
    QTRY_COMPARE(peer.requests.size(), size_t(2));
    peer.sendRect({100, 100, 20, 20}, Qt::red);
    QTRY_COMPARE(stage.view->grabFrame().pixelColor(110, 110), QColor(Qt::red));
    QCOMPARE(stage.view->grabFrame().pixelColor(99, 110), QColor(Qt::blue));
    QCOMPARE(stage.view->grabFrame().pixelColor(120, 110), QColor(Qt::blue));
    const ScreenGeometry geometry({400, 300}, stage.screen()->size(), 1, ScaleMode::Fit);
    const QPointF at = geometry.target().topLeft() + QPointF(110, 110) * geometry.scale();
    QCOMPARE(shownAt(stage.screen(), at.toPoint()), QColor(Qt::red));
}

void TestScreenView::resizesWithTheGuest()
{
    RfbPeer peer;
    QVERIFY(peer.listen());
    Stage stage;
    stage.show();
    QSignalSpy sizes(stage.view, &ScreenView::guestSizeChanged);
    stage.view->openScreen({peer.path(), {}, 0, {}});
    QTRY_COMPARE(sizes.size(), 1);
    QTRY_COMPARE(peer.requests.size(), size_t(2));
    peer.sendResize({320, 200});
    QTRY_COMPARE(sizes.size(), 2);
    QCOMPARE(sizes.back().front().toSize(), QSize(320, 200));
    QCOMPARE(stage.view->grabFrame().size(), QSize(320, 200));
    stage.view->closeScreen();
    QCOMPARE(sizes.back().front().toSize(), QSize());
    QCOMPARE(stage.view->state(), VncState::Closed);
}

void TestScreenView::oneToOneScrolls()
{
    RfbPeer::Script script;
    script.size = QSize(900, 700);
    RfbPeer peer(script);
    QVERIFY(peer.listen());
    Stage stage;
    stage.show();
    stage.view->openScreen({peer.path(), {}, 0, {}});
    QTRY_COMPARE(stage.view->guestSize(), QSize(900, 700));
    QCOMPARE(stage.view->horizontalScrollBar()->maximum(), 0);
    stage.view->setScaleMode(ScaleMode::OneToOne);
    QTRY_COMPARE(stage.view->horizontalScrollBar()->maximum(), 900 - stage.screen()->width());
    QCOMPARE(stage.view->verticalScrollBar()->maximum(), 700 - stage.screen()->height());
    stage.view->horizontalScrollBar()->setValue(100);
    stage.view->setControl(true);
    QMouseEvent move(QEvent::MouseMove, {20, 10}, stage.screen()->mapToGlobal(QPointF(20, 10)), Qt::NoButton,
                     Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(stage.screen(), &move);
    QTRY_VERIFY(!peer.pointers.empty());
    QCOMPARE(peer.pointers.back().at, QPoint(120, 10));
    stage.view->setScaleMode(ScaleMode::Fit);
    QTRY_COMPARE(stage.view->horizontalScrollBar()->maximum(), 0);
}

void TestScreenView::doubleClickAsks()
{
    RfbPeer peer;
    QVERIFY(peer.listen());
    Stage stage;
    stage.show();
    QSignalSpy asked(stage.view, &ScreenView::takeControlRequested);
    QTest::mouseDClick(stage.screen(), Qt::LeftButton);
    QVERIFY(asked.isEmpty()); // nothing to control
    stage.view->openScreen({peer.path(), {}, 0, {}});
    QTRY_COMPARE(stage.view->state(), VncState::Connected);
    QTest::mouseDClick(stage.screen(), Qt::LeftButton);
    QCOMPARE(asked.size(), 1);
    QVERIFY(!stage.view->hasControl());
}

void TestScreenView::inputMethodText()
{
    RfbPeer peer;
    QVERIFY(peer.listen());
    Stage stage;
    stage.show();
    stage.view->openScreen({peer.path(), {}, 0, {}});
    QTRY_COMPARE(stage.view->state(), VncState::Connected);
    QVERIFY(!stage.view->testAttribute(Qt::WA_InputMethodEnabled));
    stage.view->setControl(true);
    QVERIFY(stage.view->testAttribute(Qt::WA_InputMethodEnabled));
    QInputMethodEvent composed;
    composed.setCommitString(QString::fromUtf8("é"));
    QCoreApplication::sendEvent(stage.view, &composed);
    QTRY_COMPARE(peer.keys, (std::vector<RfbPeer::Key>{{0xe9, true}, {0xe9, false}}));
}

void TestScreenView::namesForOthers()
{
    Stage stage;
    QCOMPARE(stage.view->objectName(), QStringLiteral("screenView"));
    QVERIFY(stage.screen());
    QVERIFY(!stage.view->accessibleName().isEmpty());
    QVERIFY(!stage.view->accessibleDescription().isEmpty());
    QCOMPARE(stage.view->focusPolicy(), Qt::StrongFocus);
}

QTEST_MAIN(TestScreenView)
#include "tst_screenview.moc"
