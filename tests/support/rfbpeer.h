// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QLocalServer>
#include <QLocalSocket>
#include <QPointer>
#include <QRect>
#include <QTemporaryDir>

#include <optional>
#include <vector>

namespace sandglass::test {

// A scripted RFB 3.8 server on a real unix socket, as good or as broken as a test wants it. It greets, notes
// what the client says, and sends only what the test tells it to; with autoUpdate it answers requests in one
// colour. Lives in the test's thread and needs its event loop.
class RfbPeer : public QObject
{
    Q_OBJECT

public:
    struct Script
    {
        QSize size{64, 48};
        QByteArray name = "scripted";
        std::optional<quint32> nameLength; // announced instead of the real one
        QByteArray greeting = "RFB 003.008\n";
        QByteArray security = QByteArray(1, '\1'); // 1 none, 2 password
        bool acceptsPassword = true;
        bool autoUpdate = true;
        qsizetype cutAfter = -1; // bytes sent, over one connection
    };
    struct Key
    {
        quint32 keysym;
        bool down;
        friend bool operator==(const Key &, const Key &) = default;
    };
    struct PointerAt
    {
        QPoint at;
        int buttons;
        friend bool operator==(const PointerAt &, const PointerAt &) = default;
    };

    RfbPeer();
    explicit RfbPeer(Script script);

    [[nodiscard]] QString path() const;
    [[nodiscard]] bool listen();
    void stopListening();
    Script script;

    // What the client did.
    int connections = 0;
    std::vector<Key> keys;
    std::vector<PointerAt> pointers;
    std::vector<bool> requests; // true: incremental
    std::vector<qint32> encodings;
    QSize requestedSize;
    [[nodiscard]] bool isShaken() const { return m_stage == Stage::Messages; }
    [[nodiscard]] bool isConnected() const
    {
        return m_socket && m_socket->state() == QLocalSocket::ConnectedState;
    }

    // What the server does next.
    void send(const QByteArray &bytes);
    void sendRect(const QRect &rect, QColor colour);
    void sendHalfRect(const QRect &rect, QColor colour);
    void sendResize(QSize size);
    void sendBell() { send(QByteArray(1, '\2')); }
    void sendCutText(const QByteArray &text);
    void sendCursor(QSize size, QPoint hotspot, QColor colour);
    void stopReading();
    void hangUp();

    [[nodiscard]] static QByteArray u16(int value);
    [[nodiscard]] static QByteArray u32(quint32 value);

private:
    enum class Stage { Version, Security, Password, ClientInit, Messages };

    void accept();
    void read();
    [[nodiscard]] bool step();
    [[nodiscard]] bool handshakeStep();
    void message(int type, const QByteArray &bytes);
    [[nodiscard]] QByteArray pixels(QSize size, QColor colour) const;
    [[nodiscard]] static QByteArray rectHead(const QRect &rect, qint32 encoding);
    [[nodiscard]] std::optional<qsizetype> lengthOf(int type) const;

    QTemporaryDir m_folder;
    QLocalServer m_server;
    QPointer<QLocalSocket> m_socket;
    QByteArray m_input;
    Stage m_stage = Stage::Version;
    qsizetype m_sent = 0;
    bool m_answered = false;
};

} // namespace sandglass::test
