// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "viewers/screen/screengeometry.h"
#include "viewers/vnc/keyboard.h"
#include "viewers/vnc/pointer.h"
#include "viewers/vnc/vncconnection.h"

#include <QAbstractScrollArea>
#include <QElapsedTimer>

#include <functional>

namespace sandglass::viewers {

// The screen of one sandbox, live. Watch-only until setControl(true): then keys, wheel and pointer go to the
// guest (Tab and shortcuts too) until setControl(false), the release chord, or the connection ends. Losing
// the focus releases every key and button. What is not live is said in words, and an old picture is dimmed
// with its age. GUI thread; owned by its Qt parent. A hidden view asks for no frames. All colours come from
// the palette.
class ScreenView final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    using ErrorText = std::function<QString(const Error &)>;

    explicit ScreenView(QWidget *parent = nullptr, VncOptions options = {});
    ~ScreenView() override;

    void openScreen(const DisplayAddress &address);
    void closeScreen();
    void retry();

    [[nodiscard]] ScaleMode scaleMode() const { return m_mode; }
    void setScaleMode(ScaleMode mode);

    [[nodiscard]] bool hasControl() const { return m_control; }
    void setControl(bool control); // taking it needs a live connection
    // X11 keysyms pressed in this order and released in the reverse one, for chords that the host keeps for
    // itself. Only in control.
    void sendChord(const QList<quint32> &keysyms);
    [[nodiscard]] static QString releaseChord(); // how the keyboard gives control back, for a label

    [[nodiscard]] VncState state() const { return m_connection.state(); }
    [[nodiscard]] const std::optional<Error> &error() const { return m_connection.error(); }
    [[nodiscard]] QSize guestSize() const { return m_frame.isNull() ? QSize() : m_frame.size(); }
    [[nodiscard]] QImage grabFrame() const
    {
        return m_frame.copy();
    }                                         // guest pixels; null before the first frame
    [[nodiscard]] QString statusText() const; // what the view says over the picture; empty when live
    void setErrorText(ErrorText text);        // sentences for errors; without it short ones of its own

    [[nodiscard]] QSize sizeHint() const override;

signals:
    void stateChanged(sandglass::viewers::VncState state);
    void controlChanged(bool control);
    void guestSizeChanged(QSize size);
    void takeControlRequested(); // double click while watching
    void clipboardOffered(const QString &text);
    void bellRang();
    void inputSent(); // keys or buttons went to the guest; said every few seconds while they do

protected:
    bool event(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    bool focusNextPrevChild(bool next) override;
    void keyPressEvent(QKeyEvent *event) override;
    void keyReleaseEvent(QKeyEvent *event) override;
    void inputMethodEvent(QInputMethodEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void onStateChanged(VncState state);
    void onFrame(const VncFrame &frame);
    void askForFrame();
    void releaseInput();
    void send(const std::vector<KeyStroke> &strokes);
    void send(const std::vector<PointerStroke> &strokes);
    void noteInput();
    void updateScrollBars();
    void updatePointerShape();
    void updateSpokenState();
    [[nodiscard]] ScreenGeometry geometryNow() const;

    VncConnection m_connection;
    ErrorText m_errorText;
    QImage m_frame;
    GuestCursor m_cursor;
    std::optional<QPoint> m_guestPointer;
    Keyboard m_keyboard;
    Pointer m_pointer;
    QElapsedTimer m_frameAge;
    QElapsedTimer m_sinceInput;
    QTimer m_ageTimer;
    ScaleMode m_mode = ScaleMode::Fit;
    bool m_control = false;
    bool m_wantsFrame = true; // a frame was shown and the next one not yet asked for
};

} // namespace sandglass::viewers
