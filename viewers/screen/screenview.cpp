// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/screen/screenview.h"

#include "viewers/screen/screenpainter.h"
#include "viewers/screen/screenwords.h"

#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

#include <cstring>

namespace sandglass::viewers {

namespace {

constexpr auto AgeTick = std::chrono::seconds(1);

// Rows of RGB32; the patch lies inside, the sender cut it to the screen.
void applyPatch(QImage &frame, const VncPatch &patch)
{
    const QRect part = QRect(patch.at, patch.pixels.size()) & frame.rect();
    for (int y = 0; y < part.height(); ++y) {
        const uchar *from = patch.pixels.constScanLine(part.y() - patch.at.y() + y);
        std::memcpy(frame.scanLine(part.y() + y) + qsizetype(part.x()) * 4,
                    from + qsizetype(part.x() - patch.at.x()) * 4, size_t(part.width()) * 4);
    }
}

} // namespace

ScreenView::ScreenView(QWidget *parent, VncOptions options)
    : QAbstractScrollArea(parent), m_connection(options)
{
    setObjectName(QStringLiteral("screenView"));
    viewport()->setObjectName(QStringLiteral("screenViewport"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setAttribute(Qt::WA_InputMethodEnabled, false);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_ageTimer.setInterval(AgeTick);
    connect(&m_ageTimer, &QTimer::timeout, this, [this] {
        updateSpokenState();
        viewport()->update();
    });
    connect(&m_connection, &VncConnection::stateChanged, this, &ScreenView::onStateChanged);
    connect(&m_connection, &VncConnection::frameArrived, this, &ScreenView::onFrame);
    connect(&m_connection, &VncConnection::cursorChanged, this, [this](const GuestCursor &cursor) {
        m_cursor = cursor;
        updatePointerShape();
        viewport()->update();
    });
    connect(&m_connection, &VncConnection::pointerMoved, this, [this](QPoint at) {
        m_guestPointer = at;
        viewport()->update();
    });
    connect(&m_connection, &VncConnection::clipboardOffered, this, &ScreenView::clipboardOffered);
    connect(&m_connection, &VncConnection::bellRang, this, &ScreenView::bellRang);
    updateSpokenState();
}

ScreenView::~ScreenView() = default;

void ScreenView::openScreen(const DisplayAddress &address)
{
    closeScreen();
    m_connection.open(address);
    askForFrame();
}

void ScreenView::closeScreen()
{
    setControl(false);
    m_connection.close();
    const bool hadFrame = !m_frame.isNull();
    m_frame = {};
    m_cursor = {};
    m_guestPointer.reset();
    m_wantsFrame = true;
    updateScrollBars();
    updatePointerShape();
    viewport()->update();
    if (hadFrame)
        emit guestSizeChanged({});
}

void ScreenView::retry()
{
    m_connection.retry();
}

void ScreenView::setScaleMode(ScaleMode mode)
{
    if (m_mode == mode)
        return;
    m_mode = mode;
    const auto policy = mode == ScaleMode::Fit ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded;
    setHorizontalScrollBarPolicy(policy);
    setVerticalScrollBarPolicy(policy);
    updateScrollBars();
    updatePointerShape();
    viewport()->update();
}

void ScreenView::setControl(bool control)
{
    if (m_control == control || (control && state() != VncState::Connected))
        return;
    if (!control)
        releaseInput();
    m_control = control;
    setAttribute(Qt::WA_InputMethodEnabled, control); // dead keys and input methods compose here
    if (control)
        setFocus();
    updatePointerShape();
    updateSpokenState();
    viewport()->update();
    emit controlChanged(control);
}

QString ScreenView::releaseChord()
{
    return tr("Ctrl+Alt+Shift");
}

QString ScreenView::statusText() const
{
    const auto age =
        m_frameAge.isValid() ? std::chrono::milliseconds(m_frameAge.elapsed()) : std::chrono::milliseconds(0);
    return screenWords({state(), error(), !m_frame.isNull(), age}, m_errorText);
}

void ScreenView::setErrorText(ErrorText text)
{
    m_errorText = std::move(text);
    updateSpokenState();
    viewport()->update();
}

QSize ScreenView::sizeHint() const
{
    return m_frame.isNull() ? QSize(640, 400) : m_frame.size().scaled(960, 600, Qt::KeepAspectRatio);
}

void ScreenView::onStateChanged(VncState state)
{
    if (state == VncState::Connected) {
        m_ageTimer.stop();
    } else {
        setControl(false);
        if (!m_frame.isNull() && state != VncState::Closed) // its age is shown and grows
            m_ageTimer.start();
        else
            m_ageTimer.stop();
    }
    updateSpokenState();
    updatePointerShape();
    viewport()->update();
    emit stateChanged(state);
}

void ScreenView::onFrame(const VncFrame &frame)
{
    m_frameAge.start();
    m_wantsFrame = true;
    const bool resized = m_frame.size() != frame.size;
    if (frame.isWhole()) {
        m_frame = frame.patches.front().pixels;
    } else {
        if (resized) {
            m_frame = QImage(frame.size, QImage::Format_RGB32);
            m_frame.fill(Qt::black);
        }
        for (const VncPatch &patch : frame.patches)
            applyPatch(m_frame, patch);
    }
    if (resized) {
        updateScrollBars();
        updatePointerShape();
        updateSpokenState();
        updateGeometry();
        viewport()->update();
        emit guestSizeChanged(m_frame.size());
        return;
    }
    const ScreenGeometry geometry = geometryNow();
    QRegion dirty;
    for (const VncPatch &patch : frame.patches)
        dirty += geometry.toView(QRect(patch.at, patch.pixels.size()));
    dirty &= viewport()->rect();
    if (dirty.isEmpty()) // scrolled out of sight: nothing will be painted, and the next frame may be in sight
        askForFrame();
    else
        viewport()->update(dirty);
}

// After painting, so that the guest is asked no faster than we draw, and not at all while nobody looks.
void ScreenView::askForFrame()
{
    if (!m_wantsFrame || !isVisible() || window()->isMinimized())
        return;
    m_wantsFrame = false;
    m_connection.giveCredit();
}

void ScreenView::paintEvent(QPaintEvent *event)
{
    QPainter painter(viewport());
    ScreenPicture picture{m_frame, geometryNow(), statusText(), state() != VncState::Connected, m_control, {},
                          {}};
    if (!m_control && m_guestPointer && !m_cursor.shape.isNull()) {
        picture.cursor = m_cursor.shape;
        picture.cursorAt = *m_guestPointer - m_cursor.hotspot;
    }
    for (const QRect &dirty : event->region()) // its bounding rectangle could be the whole view for two dots
        paintScreen(painter, picture, viewport()->rect(), dirty, palette());
    painter.end();
    if (state() == VncState::Connected)
        askForFrame();
}

void ScreenView::updateScrollBars()
{
    const QSize most = maximumViewportSize();
    const ScreenGeometry geometry(m_frame.size(), viewport()->size(), devicePixelRatioF(), m_mode);
    const ScreenGeometry bare(m_frame.size(), most, devicePixelRatioF(), m_mode);
    const bool needsNone = bare.scrollRange().isNull();
    const auto set = [](QScrollBar *bar, int range, int page) {
        bar->setPageStep(page);
        bar->setSingleStep(16);
        bar->setRange(0, range);
    };
    set(horizontalScrollBar(), needsNone ? 0 : geometry.scrollRange().x(), viewport()->width());
    set(verticalScrollBar(), needsNone ? 0 : geometry.scrollRange().y(), viewport()->height());
}

ScreenGeometry ScreenView::geometryNow() const
{
    return {m_frame.size(), viewport()->size(), devicePixelRatioF(), m_mode,
            QPoint(horizontalScrollBar()->value(), verticalScrollBar()->value())};
}

void ScreenView::updateSpokenState()
{
    const QString words = statusText();
    setAccessibleName(tr("Screen of the sandbox"));
    setAccessibleDescription(!words.isEmpty() ? words
                             : m_control ? tr("You control it. %1 gives control back.").arg(releaseChord())
                                         : tr("Live, watching only."));
}

void ScreenView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBars();
    updatePointerShape();
}

void ScreenView::scrollContentsBy(int, int)
{
    viewport()->update();
}

void ScreenView::showEvent(QShowEvent *event)
{
    QAbstractScrollArea::showEvent(event);
    askForFrame();
}

void ScreenView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        viewport()->update();
    if (event->type() == QEvent::LanguageChange)
        updateSpokenState();
}

} // namespace sandglass::viewers
