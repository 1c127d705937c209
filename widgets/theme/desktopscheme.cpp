// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/desktopscheme.h"

#include "widgets/theme/themecolors.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QGuiApplication>
#include <QStyleHints>

namespace sandglass {

namespace {

const QString PortalService = QStringLiteral("org.freedesktop.portal.Desktop");
const QString PortalPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString PortalSettings = QStringLiteral("org.freedesktop.portal.Settings");
const QString Group = QStringLiteral("org.freedesktop.appearance");
const QString SchemeKey = QStringLiteral("color-scheme");
const QString ContrastKey = QStringLiteral("contrast");

QVariant unwrapped(QVariant value)
{
    while (value.metaType() == QMetaType::fromType<QDBusVariant>())
        value = value.value<QDBusVariant>().variant();
    return value;
}

} // namespace

DesktopScheme::DesktopScheme(QObject *parent) : QObject(parent), m_dark(isDark(QGuiApplication::palette()))
{
    followStyleHints();
    askPortal();
}

void DesktopScheme::followStyleHints()
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    const QStyleHints *hints = QGuiApplication::styleHints();
    if (hints->colorScheme() != Qt::ColorScheme::Unknown)
        m_dark = hints->colorScheme() == Qt::ColorScheme::Dark;
    connect(hints, &QStyleHints::colorSchemeChanged, this, [this](Qt::ColorScheme scheme) {
        if (scheme != Qt::ColorScheme::Unknown)
            setDark(scheme == Qt::ColorScheme::Dark);
    });
#endif
}

void DesktopScheme::askPortal()
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    bus.connect(PortalService, PortalPath, PortalSettings, QStringLiteral("SettingChanged"), this,
                SLOT(settingChanged(QString, QString, QDBusVariant)));
    for (const QString &key : {SchemeKey, ContrastKey}) {
        QDBusMessage read =
            QDBusMessage::createMethodCall(PortalService, PortalPath, PortalSettings, QStringLiteral("Read"));
        read << Group << key;
        auto *watcher = new QDBusPendingCallWatcher(bus.asyncCall(read), this);
        connect(watcher, &QDBusPendingCallWatcher::finished, this,
                [this, key](QDBusPendingCallWatcher *call) {
                    const QDBusPendingReply<QVariant> reply = *call;
                    if (reply.isValid())
                        takePortalValue(key, reply.value());
                    call->deleteLater();
                });
    }
}

void DesktopScheme::settingChanged(const QString &group, const QString &key, const QDBusVariant &value)
{
    if (group == Group)
        takePortalValue(key, value.variant());
}

void DesktopScheme::takePortalValue(const QString &key, const QVariant &value)
{
    bool isNumber = false;
    const uint wish = unwrapped(value).toUInt(&isNumber);
    if (!isNumber)
        return;
    // 0: no preference, 1: dark, 2: light.
    if (key == SchemeKey && (wish == 1 || wish == 2))
        setDark(wish == 1);
    // 0: no preference, 1: higher contrast; what it may mean later is no wish that we know.
    else if (key == ContrastKey)
        setHighContrast(wish == 1);
}

void DesktopScheme::setHighContrast(bool wanted)
{
    if (std::exchange(m_highContrast, wanted) != wanted)
        emit changed();
}

void DesktopScheme::setDark(bool dark)
{
    if (m_dark == dark)
        return;
    m_dark = dark;
    emit changed();
}

} // namespace sandglass
