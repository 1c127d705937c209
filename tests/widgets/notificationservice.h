// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDBusConnection>
#include <QObject>
#include <QProcess>
#include <QVariantMap>

namespace sandglass::test {

// A session bus of its own, so that no desktop of this computer is disturbed; its process ends with it.
class PrivateBus
{
public:
    ~PrivateBus()
    {
        for (const QString &name : std::as_const(m_names))
            QDBusConnection::disconnectFromBus(name);
        m_daemon.kill();
        m_daemon.waitForFinished();
    }
    [[nodiscard]] bool start()
    {
        m_daemon.start(QStringLiteral("dbus-daemon"),
                       {QStringLiteral("--session"), QStringLiteral("--nofork"),
                        QStringLiteral("--nopidfile"), QStringLiteral("--print-address=1")});
        QByteArray said;
        while (!said.contains('\n') && m_daemon.waitForReadyRead(30'000))
            said += m_daemon.readAll();
        m_address = QString::fromLatin1(said.trimmed());
        return !m_address.isEmpty();
    }
    [[nodiscard]] QDBusConnection connection(const QString &name)
    {
        m_names.append(name);
        return QDBusConnection::connectToBus(m_address, name);
    }

private:
    QProcess m_daemon;
    QString m_address;
    QStringList m_names;
};

// A tiny desktop: org.freedesktop.Notifications, which remembers what it was asked.
class NotificationService : public QObject
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")

public:
    struct Notified
    {
        uint replaces = 0;
        QString summary;
        QString body;
        QStringList actions;
        QVariantMap hints;
    };
    QList<Notified> notified;
    QList<uint> closed;

    [[nodiscard]] bool serve(QDBusConnection bus)
    {
        return bus.registerObject(QStringLiteral("/org/freedesktop/Notifications"), this,
                                  QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals) &&
               bus.registerService(QStringLiteral("org.freedesktop.Notifications"));
    }

public slots:
    QStringList GetCapabilities()
    {
        return {QStringLiteral("actions"), QStringLiteral("body"), QStringLiteral("body-markup")};
    }
    uint Notify(const QString &, uint replaces, const QString &, const QString &summary, const QString &body,
                const QStringList &actions, const QVariantMap &hints, int)
    {
        notified.append({replaces, summary, body, actions, hints});
        return 1;
    }
    void CloseNotification(uint number)
    {
        closed.append(number);
        emit NotificationClosed(number, 3);
    }

signals:
    void ActionInvoked(uint number, const QString &action);
    void NotificationClosed(uint number, uint reason);
};

} // namespace sandglass::test
