// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/vnc/rfbsession.h"

#include <QtEndian>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <rfb/rfbclient.h>

#include <sys/socket.h>

namespace sandglass::viewers {

namespace {

// RFC 6143, 7.6 and 7.7; the pseudo encodings' numbers as they go over the wire.
constexpr qint32 Raw = 0;
constexpr qint32 CopyRect = 1;
constexpr qint32 Hextile = 5;
constexpr qint32 Zrle = 16;
constexpr qint32 CompressLevel2 = -254;
constexpr qint32 RichCursor = -239;
constexpr qint32 XCursor = -240;
constexpr qint32 PointerPosition = -232;
constexpr qint32 DesktopSize = -223;
constexpr qint32 LastRect = -224;

// On this machine copying is cheaper than coding, and the guest's processor time is dear; JPEG and the
// library's older codings are never offered.
constexpr std::array LocalEncodings{CopyRect,        Raw,         Hextile, Zrle, RichCursor, XCursor,
                                    PointerPosition, DesktopSize, LastRect};
constexpr std::array RemoteEncodings{CopyRect,   Zrle,    Hextile,         Raw,         CompressLevel2,
                                     RichCursor, XCursor, PointerPosition, DesktopSize, LastRect};

// The library prints what servers say to stderr; failures reach us by return values, so its log goes nowhere.
void discardLog(const char *, ...) {}

void silenceLibraryLog()
{
    [[maybe_unused]] static const bool once = [] {
        rfbClientLog = discardLog;
        rfbClientErr = discardLog;
        return true;
    }();
}

// Its address names our data in the library's client.
void *sessionTag()
{
    static const char tag = 0;
    return const_cast<char *>(&tag);
}

template<typename T> void put(QByteArray &out, T value)
{
    const T wire = qToBigEndian(value);
    out.append(reinterpret_cast<const char *>(&wire), sizeof wire);
}

// Without what could reorder or break the line that shows it.
QString plainText(const char *text, qsizetype most)
{
    QString plain = QString::fromUtf8(text).left(most);
    plain.removeIf(
        [](QChar c) { return c.category() == QChar::Other_Control || c.category() == QChar::Other_Format; });
    return plain.trimmed();
}

QImage cursorImage(const uchar *pixels, const uchar *mask, QSize size)
{
    QImage image(size, QImage::Format_ARGB32);
    for (int y = 0; y < size.height(); ++y) {
        auto *line = reinterpret_cast<quint32 *>(image.scanLine(y));
        for (int x = 0; x < size.width(); ++x) {
            const auto at = size_t(y) * size_t(size.width()) + size_t(x);
            quint32 pixel = 0;
            std::memcpy(&pixel, pixels + at * 4, 4);
            line[x] = mask[at] ? pixel | 0xff000000U : 0U;
        }
    }
    return image;
}

// The fourth byte is the server's to fill, and Qt wants it opaque.
QImage opaqueCopy(const uchar *pixels, int screenWidth, const QRect &part)
{
    QImage image(part.size(), QImage::Format_RGB32);
    if (image.isNull())
        return image;
    for (int y = 0; y < part.height(); ++y) {
        const auto offset = size_t(part.y() + y) * size_t(screenWidth) + size_t(part.x());
        const auto *from = reinterpret_cast<const quint32 *>(pixels) + offset;
        auto *to = reinterpret_cast<quint32 *>(image.scanLine(y));
        std::transform(from, from + part.width(), to, [](quint32 pixel) { return pixel | 0xff000000U; });
    }
    return image;
}

constexpr int MostCursorSide = 256;

} // namespace

struct RfbSession::Calls
{
    static RfbSession &of(rfbClient *client)
    {
        return *static_cast<RfbSession *>(rfbClientGetClientData(client, sessionTag()));
    }
    static rfbBool allocate(rfbClient *client) { return of(client).adoptSize() ? TRUE : FALSE; }
    static void bitmap(rfbClient *client, const uint8_t *pixels, int x, int y, int w, int h)
    {
        of(client).m_copyBitmap(client, pixels, x, y, w, h);
        of(client).m_progress();
    }
    static void updated(rfbClient *client, int x, int y, int w, int h)
    {
        of(client).m_damage.add(QRect(x, y, w, h));
        of(client).m_progress();
    }
    static void finished(rfbClient *client) { of(client).m_updateFinished = true; }
    static void cursor(rfbClient *client, int hotX, int hotY, int w, int h, int bytes)
    {
        if (bytes == 4 && client->rcSource && client->rcMask && w <= MostCursorSide && h <= MostCursorSide) {
            of(client).m_notices.cursor = GuestCursor{
                cursorImage(client->rcSource, client->rcMask, {w, h}),
                {std::clamp(hotX, 0, std::max(0, w - 1)), std::clamp(hotY, 0, std::max(0, h - 1))}};
        }
        std::free(client->rcMask); // 0.9.14 forgets it at the next shape
        client->rcMask = nullptr;
    }
    static rfbBool pointer(rfbClient *client, int x, int y)
    {
        of(client).m_notices.pointer = QPoint(x, y);
        return TRUE;
    }
    static void cutText(rfbClient *client, const char *text, int length)
    {
        RfbSession &self = of(client);
        if (length > 0 && length <= self.m_options.mostCutText)
            self.m_notices.cutText = QString::fromLatin1(text, length);
    }
    static void bell(rfbClient *client) { of(client).m_notices.bell = true; }
    static char *password(rfbClient *client)
    {
        RfbSession &self = of(client);
        self.m_askedPassword = true;
        if (self.m_password.isEmpty()) {
            self.m_refusal =
                Error(ErrorCode::PermissionDenied, QStringLiteral("the server asks for a password"));
            return nullptr;
        }
        return ::strdup(self.m_password.constData()); // the library wipes and frees it
    }
};

void RfbSession::ClientDeleter::operator()(_rfbClient *client) const
{
    std::free(client->rcSource); // 0.9.14 leaves these to us, 0.9.15 frees them
    std::free(client->rcMask);
    client->rcSource = nullptr;
    client->rcMask = nullptr;
    client->frameBuffer = nullptr;
    rfbClientCleanup(client); // closes the socket
}

void RfbSession::PixelDeleter::operator()(uchar *pixels) const
{
    std::free(pixels);
}

RfbSession::RfbSession(UniqueFd socket, QByteArray password, bool isLocal, const VncOptions &options,
                       std::function<void()> progress)
    : m_options(options), m_isLocal(isLocal), m_progress(std::move(progress)), m_password(std::move(password))
{
    silenceLibraryLog();
    m_client.reset(rfbGetClient(8, 3, 4));
    if (!m_client)
        return;
    rfbClient *client = m_client.get();
    client->sock = socket.release();
    client->format.redShift = 16; // QImage::Format_RGB32
    client->format.greenShift = 8;
    client->format.blueShift = 0;
    client->canHandleNewFBSize = TRUE;
    m_copyBitmap = client->GotBitmap;
    client->GotBitmap = Calls::bitmap;
    client->MallocFrameBuffer = Calls::allocate;
    client->GotFrameBufferUpdate = Calls::updated;
    client->FinishedFrameBufferUpdate = Calls::finished;
    client->GotCursorShape = Calls::cursor;
    client->HandleCursorPos = Calls::pointer;
    client->GotXCutText = Calls::cutText;
    client->Bell = Calls::bell;
    client->GetPassword = Calls::password;
    const std::array<uint32_t, 2> schemes{rfbNoAuth, rfbVncAuth};
    SetClientAuthSchemes(client, schemes.data(), int(schemes.size()));
    rfbClientSetClientData(client, sessionTag(), this);
}

RfbSession::~RfbSession() = default;

Result<Done> RfbSession::handshake()
{
    rfbClient *client = m_client.get();
    if (!client)
        return fail(ErrorCode::OutOfMemory, QStringLiteral("no memory for a VNC client"));
    const bool greeted = InitialiseRFBConnection(client);
    m_password.fill('\0');
    if (!greeted)
        return fail(whyItEnded("handshake"));
    m_name = plainText(client->desktopName, m_options.mostNameLength);
    client->width = client->si.framebufferWidth;
    client->height = client->si.framebufferHeight;
    if (!adoptSize())
        return fail(*m_refusal);
    keepTheLead();
    if (!SetFormatAndEncodings(client)) // the format only: see keepTheLead()
        return fail(whyItEnded("pixel format"));
    return sendEncodings();
}

Result<Done> RfbSession::handleMessage()
{
    const bool handled = HandleRFBServerMessage(m_client.get());
    keepTheLead();
    if (!handled || m_refusal)
        return fail(whyItEnded("message"));
    return Done{};
}

bool RfbSession::hasBuffered() const
{
    return m_client->buffered > 0;
}

// Takes these two out of what the library believes the server to understand, so that it neither sends its own
// list of encodings nor asks for updates on its own; a server can set them again (SupportedMessages), hence
// each time.
void RfbSession::keepTheLead()
{
    for (const int type : {rfbSetEncodings, rfbFramebufferUpdateRequest})
        m_client->supportedMessages.client2server[type / 8] &= uint8_t(~(1U << (type % 8)));
}

bool RfbSession::adoptSize()
{
    const QSize size(m_client->width, m_client->height);
    const bool fits = !size.isEmpty() && size.width() <= m_options.mostSide &&
                      size.height() <= m_options.mostSide &&
                      qint64(size.width()) * size.height() <= m_options.mostPixels;
    if (!fits) {
        m_refusal = Error(ErrorCode::ProtocolViolation,
                          QStringLiteral("screen of %1x%2 pixels").arg(size.width()).arg(size.height()));
        return false;
    }
    m_pixels.reset(static_cast<uchar *>(std::calloc(size_t(size.width()) * size_t(size.height()), 4)));
    m_client->frameBuffer = m_pixels.get();
    if (!m_pixels) {
        m_refusal = Error(ErrorCode::OutOfMemory, QStringLiteral("no memory for the screen"));
        return false;
    }
    m_size = size;
    m_client->updateRect = {0, 0, size.width(), size.height()};
    m_damage.reset(size);
    m_needsWhole = true;
    return true;
}

Result<Done> RfbSession::sendEncodings()
{
    QByteArray message;
    const auto add = [&message](const auto &encodings) {
        put(message, quint8(rfbSetEncodings));
        put(message, quint8(0));
        put(message, quint16(encodings.size()));
        for (const qint32 encoding : encodings)
            put(message, encoding);
    };
    if (m_isLocal)
        add(LocalEncodings);
    else
        add(RemoteEncodings);
    return write(message);
}

Result<Done> RfbSession::requestUpdate()
{
    QByteArray message;
    put(message, quint8(rfbFramebufferUpdateRequest));
    put(message, quint8(m_needsWhole ? 0 : 1));
    put(message, quint16(0));
    put(message, quint16(0));
    put(message, quint16(m_size.width()));
    put(message, quint16(m_size.height()));
    return write(message);
}

Result<Done> RfbSession::sendKey(KeyStroke stroke)
{
    QByteArray message;
    put(message, quint8(rfbKeyEvent));
    put(message, quint8(stroke.down ? 1 : 0));
    put(message, quint16(0));
    put(message, stroke.keysym);
    return write(message);
}

Result<Done> RfbSession::sendPointer(PointerStroke stroke)
{
    QByteArray message;
    put(message, quint8(rfbPointerEvent));
    put(message, stroke.buttons);
    put(message, quint16(std::clamp(stroke.at.x(), 0, m_size.width() - 1)));
    put(message, quint16(std::clamp(stroke.at.y(), 0, m_size.height() - 1)));
    return write(message);
}

Result<Done> RfbSession::write(const QByteArray &bytes)
{
    if (!WriteToRFBServer(m_client.get(), bytes.constData(), unsigned(bytes.size())))
        return fail(whyItEnded("writing"));
    return Done{};
}

bool RfbSession::takeUpdateFinished()
{
    return std::exchange(m_updateFinished, false);
}

VncFrame RfbSession::takeFrame()
{
    if (std::exchange(m_needsWhole, false))
        m_damage.addAll();
    VncFrame frame{m_size, {}};
    for (const QRect &part : m_damage.take()) {
        QImage pixels = opaqueCopy(m_pixels.get(), m_size.width(), part);
        if (!pixels.isNull())
            frame.patches.push_back({part.topLeft(), std::move(pixels)});
    }
    return frame;
}

Error RfbSession::whyItEnded(const char *phase) const
{
    const QString where = QLatin1StringView(phase);
    if (m_refusal)
        return *m_refusal;
    if (m_askedPassword && m_size.isEmpty())
        return Error(ErrorCode::PermissionDenied, QStringLiteral("the server refused the password"));
    char next = 0;
    const auto left = ::recv(m_client->sock, &next, 1, MSG_PEEK | MSG_DONTWAIT);
    if (left == 0 || (left < 0 && errno != EAGAIN && errno != EWOULDBLOCK))
        return Error(ErrorCode::GuestUnreachable,
                     QStringLiteral("the server closed the connection (%1)").arg(where));
    if (m_size.isEmpty() && m_client->major > 0 && m_client->authScheme == 0)
        return Error(ErrorCode::Unsupported, QStringLiteral("no security type in common"));
    return Error(ErrorCode::ProtocolViolation, where);
}

} // namespace sandglass::viewers
