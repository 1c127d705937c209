// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "viewers/vnc/damage.h"
#include "viewers/vnc/rfbsocket.h"
#include "viewers/vnc/vnctypes.h"

#include <functional>
#include <memory>
#include <optional>

struct _rfbClient;

namespace sandglass::viewers {

// What a session noticed between two frames; each thing at its newest.
struct RfbNotices
{
    std::optional<GuestCursor> cursor;
    std::optional<QPoint> pointer;
    std::optional<QString> cutText;
    bool bell = false;

    [[nodiscard]] bool isEmpty() const { return !cursor && !pointer && !cutText && !bell; }
};

// One RFB connection (RFC 6143) by libvncclient, with the library held on a short lead: it gets a connected
// blocking socket, speaks only the encodings listed here, asks for no update by itself, and every size is
// checked before memory is. ExtendedDesktopSize is not offered, because 0.9.14 misreads QEMU's screen id 0,
// keeps the old size and then drops the connection over rectangles 'too large'; plain DesktopSize says the
// same.
//
// Lives in one worker thread and blocks there; another thread ends a wait by shutting the socket down.
class RfbSession
{
public:
    // `progress` is called whenever a part of a message has arrived.
    RfbSession(UniqueFd socket, QByteArray password, bool isLocal, const VncOptions &options,
               std::function<void()> progress);
    ~RfbSession();
    Q_DISABLE_COPY_MOVE(RfbSession)

    [[nodiscard]] Result<Done> handshake();
    [[nodiscard]] Result<Done> handleMessage();
    [[nodiscard]] bool hasBuffered() const; // bytes that poll() cannot see any more
    [[nodiscard]] const QString &desktopName() const { return m_name; }

    [[nodiscard]] Result<Done> requestUpdate();
    [[nodiscard]] Result<Done> sendKey(KeyStroke stroke);
    [[nodiscard]] Result<Done> sendPointer(PointerStroke stroke);

    [[nodiscard]] bool takeUpdateFinished();
    [[nodiscard]] bool hasDamage() const { return !m_damage.isEmpty(); }
    [[nodiscard]] VncFrame takeFrame();
    [[nodiscard]] bool hasNotices() const { return !m_notices.isEmpty(); }
    [[nodiscard]] RfbNotices takeNotices() { return std::exchange(m_notices, {}); }

private:
    struct Calls; // the library's callbacks
    using BitmapCall = void (*)(_rfbClient *, const uchar *, int, int, int, int);
    struct ClientDeleter
    {
        void operator()(_rfbClient *client) const;
    };
    struct PixelDeleter
    {
        void operator()(uchar *pixels) const;
    };

    [[nodiscard]] bool adoptSize();
    [[nodiscard]] Result<Done> sendEncodings();
    [[nodiscard]] Result<Done> write(const QByteArray &bytes);
    [[nodiscard]] Error whyItEnded(const char *phase) const;
    void keepTheLead();

    const VncOptions m_options;
    const bool m_isLocal;
    const std::function<void()> m_progress;
    QByteArray m_password;
    std::unique_ptr<_rfbClient, ClientDeleter> m_client;
    std::unique_ptr<uchar, PixelDeleter> m_pixels;
    QSize m_size;
    QString m_name;
    BitmapCall m_copyBitmap = nullptr; // the library's own
    Damage m_damage;
    RfbNotices m_notices;
    std::optional<Error> m_refusal; // of ours, over what the server announced
    bool m_askedPassword = false;
    bool m_updateFinished = false;
    bool m_needsWhole = true; // the next request and the next frame
};

} // namespace sandglass::viewers
