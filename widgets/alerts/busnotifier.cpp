// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/alerts/busnotifier.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QVariantMap>

namespace sandglass {

namespace {

const QString Service = QStringLiteral("org.freedesktop.Notifications");
const QString Path = QStringLiteral("/org/freedesktop/Notifications");
constexpr qsizetype LongestTitle = 120;
constexpr qsizetype LongestBody = 400;
constexpr int UsualTime = -1;

QDBusMessage call(const QString &method)
{
    return QDBusMessage::createMethodCall(Service, Path, Service, method);
}

QString cut(const QString &text, qsizetype longest)
{
    return text.size() > longest ? text.left(longest - 1) + u'…' : text;
}

QVariantMap hintsOf(const DesktopNotice &notice)
{
    // The severities are the specification's urgencies: low, normal, critical.
    return {{QStringLiteral("urgency"), QVariant::fromValue(static_cast<uchar>(notice.severity))},
            {QStringLiteral("desktop-entry"), QStringLiteral("sandglass")}};
}

} // namespace

QString noticeMarkup(const QString &text, bool isMarkup)
{
    const QString body = cut(text, LongestBody);
    return isMarkup ? body.toHtmlEscaped() : body;
}

BusNotifier::BusNotifier(QDBusConnection bus, QObject *parent) : Notifier(parent), m_bus(std::move(bus))
{
    if (!m_bus.isConnected())
        return;
    m_bus.connect(Service, Path, Service, QStringLiteral("ActionInvoked"), this,
                  SLOT(actionInvoked(uint, QString)));
    m_bus.connect(Service, Path, Service, QStringLiteral("NotificationClosed"), this,
                  SLOT(notificationClosed(uint, uint)));
}

void BusNotifier::show(const DesktopNotice &notice)
{
    if (!m_bus.isConnected())
        return refuse(notice);
    m_sent.insert(notice.id, ++m_calls);
    if (m_capabilities)
        return send(notice);
    m_waiting.append(notice);
    askCapabilities();
}

void BusNotifier::refuse(const DesktopNotice &notice)
{
    QMetaObject::invokeMethod(
        this, [this, notice] { emit refused(notice); }, Qt::QueuedConnection);
}

void BusNotifier::askCapabilities()
{
    if (std::exchange(m_asks, true))
        return;
    auto *watcher =
        new QDBusPendingCallWatcher(m_bus.asyncCall(call(QStringLiteral("GetCapabilities"))), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this](QDBusPendingCallWatcher *done) {
        done->deleteLater();
        const QDBusPendingReply<QStringList> reply = *done;
        m_asks = false;
        const QList<DesktopNotice> waiting = std::exchange(m_waiting, {});
        if (reply.isValid())
            m_capabilities = reply.value();
        for (const DesktopNotice &notice : waiting) {
            if (!m_sent.contains(notice.id))
                continue; // withdrawn meanwhile
            if (m_capabilities)
                send(notice);
            else
                refuse(notice);
        }
    });
}

void BusNotifier::send(const DesktopNotice &notice)
{
    QStringList actions;
    if (m_capabilities->contains(QStringLiteral("actions")))
        actions = {QStringLiteral("default"), tr("Show")};
    const bool isMarkup = m_capabilities->contains(QStringLiteral("body-markup"));
    QDBusMessage notify = call(QStringLiteral("Notify"));
    notify << tr("Sandglass") << m_shown.value(notice.id, 0U) << QStringLiteral("sandglass")
           << cut(notice.title, LongestTitle) << noticeMarkup(notice.body, isMarkup) << actions
           << hintsOf(notice) << UsualTime;
    const quint64 number = m_sent.value(notice.id);
    auto *watcher = new QDBusPendingCallWatcher(m_bus.asyncCall(notify), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this,
            [this, notice, number](QDBusPendingCallWatcher *done) {
                done->deleteLater();
                const QDBusPendingReply<uint> reply = *done;
                const bool wanted = m_sent.value(notice.id) == number;
                if (!reply.isValid()) {
                    m_capabilities.reset(); // perhaps another service is there next time
                    m_shown.remove(notice.id);
                    if (wanted)
                        refuse(notice);
                } else if (wanted || m_sent.contains(notice.id)) {
                    m_shown.insert(notice.id, reply.value());
                } else {
                    close(reply.value());
                }
            });
}

void BusNotifier::close(uint number)
{
    QDBusMessage message = call(QStringLiteral("CloseNotification"));
    message << number;
    m_bus.asyncCall(message);
}

void BusNotifier::withdraw(const QString &id)
{
    m_sent.remove(id);
    const auto shown = m_shown.constFind(id);
    if (shown == m_shown.cend())
        return;
    close(*shown);
    m_shown.erase(shown);
}

void BusNotifier::actionInvoked(uint number, const QString &action)
{
    const QString id = m_shown.key(number);
    if (!id.isEmpty() && action == u"default")
        emit chosen(id);
}

void BusNotifier::notificationClosed(uint number, uint)
{
    const QString id = m_shown.key(number);
    if (!id.isEmpty())
        m_shown.remove(id);
}

} // namespace sandglass
