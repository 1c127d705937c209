// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/display.h"
#include "viewers/vnc/vnctypes.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace sandglass::viewers {

class VncWorker;

// A live view of one RFB (VNC) server, reconnecting by itself. Lives in the GUI thread and never blocks it:
// libvncclient runs in one thread per open connection, and only values cross. At most one frame is in flight:
// after each frameArrived() the consumer calls giveCredit() when it wants the next one, so a hidden view asks
// for nothing. An unreachable server is tried again with growing pauses; a refused password, an oversized or
// malformed server and too many tries end in Failed. close() and the destructor return at once.
class VncConnection final : public QObject
{
    Q_OBJECT

public:
    explicit VncConnection(VncOptions options = {}, QObject *parent = nullptr);
    ~VncConnection() override;

    void open(const DisplayAddress &address);
    void close();
    void retry(); // from Failed: the same address again

    [[nodiscard]] VncState state() const { return m_state; }
    [[nodiscard]] const std::optional<Error> &error() const
    {
        return m_error;
    }                                                                   // of the last lost or failed try
    [[nodiscard]] const QString &desktopName() const { return m_name; } // from the guest: show as plain text

    void giveCredit();
    // Dropped unless Connected.
    void sendKeys(const std::vector<KeyStroke> &strokes);
    void sendPointer(const std::vector<PointerStroke> &strokes);

signals:
    void stateChanged(sandglass::viewers::VncState state);
    void frameArrived(const sandglass::viewers::VncFrame &frame);
    void cursorChanged(const sandglass::viewers::GuestCursor &cursor);
    void pointerMoved(QPoint at); // by the guest
    void clipboardOffered(const QString &text);
    void bellRang();

private:
    friend class VncPost;

    void start();
    void stopWorker();
    void setState(VncState state);
    void onConnected(const QString &name);
    void onEnded(const Error &error);
    [[nodiscard]] bool isWorthRetrying(const Error &error) const;

    VncOptions m_options;
    Backoff m_backoff;
    DisplayAddress m_address;
    VncState m_state = VncState::Closed;
    std::optional<Error> m_error;
    QString m_name;
    std::unique_ptr<VncWorker> m_worker;
    QTimer m_retryTimer;
    QTimer m_watchTimer;
    quint64 m_generation = 0; // answers of an earlier worker are dropped
    int m_tries = 0;
    bool m_wasConnected = false;
    bool m_credit = false;
    std::chrono::steady_clock::time_point m_connectedAt;
};

} // namespace sandglass::viewers
