// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/alerts/notifier.h"

#include <QDBusConnection>
#include <QHash>
#include <QSet>

#include <optional>

namespace sandglass {

// The desktop's own notices: org.freedesktop.Notifications, version 1.2 of the specification, over D-Bus.
// What the service can do is asked once; a body is markup there, so that guests' names are escaped. Refused
// when there is no bus, no service, or it answers with an error. Every call is asynchronous.
class BusNotifier : public Notifier
{
    Q_OBJECT

public:
    explicit BusNotifier(QDBusConnection bus, QObject *parent = nullptr);

    void show(const DesktopNotice &notice) override;
    void withdraw(const QString &id) override;

private slots:
    void actionInvoked(uint number, const QString &action);
    void notificationClosed(uint number, uint reason);

private:
    void askCapabilities();
    void refuse(const DesktopNotice &notice);
    void send(const DesktopNotice &notice);
    void close(uint number);

    QDBusConnection m_bus;
    std::optional<QStringList> m_capabilities;
    bool m_asks = false;
    QList<DesktopNotice> m_waiting; // for the capabilities
    QHash<QString, uint> m_shown;   // by id
    QHash<QString, quint64> m_sent; // the last call for an id that is wanted
    quint64 m_calls = 0;
};

// The body as the service wants it: escaped, and not too long. Pure.
[[nodiscard]] QString noticeMarkup(const QString &text, bool isMarkup);

} // namespace sandglass
