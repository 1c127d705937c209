// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/alerts/desktopnotifier.h"

#include "widgets/alerts/busnotifier.h"
#include "widgets/theme/icons.h"

#include <QSystemTrayIcon>

namespace sandglass {

namespace {

// A balloon may take a text for markup or not, and does not say which: nothing in it looks like markup.
QString harmless(const QString &text)
{
    QString plain = noticeMarkup(text, false);
    plain.replace(u'<', u'‹').replace(u'>', u'›').replace(u'&', u'+');
    return plain;
}

} // namespace

DesktopNotifier::DesktopNotifier(QObject *parent)
    : Notifier(parent), m_bus(new BusNotifier(QDBusConnection::sessionBus(), this))
{
    connect(m_bus, &Notifier::chosen, this, &Notifier::chosen);
    connect(m_bus, &Notifier::refused, this, &DesktopNotifier::showInTray);
}

void DesktopNotifier::show(const DesktopNotice &notice)
{
    m_bus->show(notice);
}

void DesktopNotifier::showInTray(const DesktopNotice &notice)
{
    if (!QSystemTrayIcon::isSystemTrayAvailable() || !QSystemTrayIcon::supportsMessages()) {
        emit refused(notice);
        return;
    }
    if (!m_tray) {
        m_tray = new QSystemTrayIcon(applicationIcon(), this);
        const auto choose = [this] {
            m_tray->hide();
            if (!m_inTray.isEmpty())
                emit chosen(std::exchange(m_inTray, {}));
        };
        connect(m_tray, &QSystemTrayIcon::messageClicked, this, choose);
        connect(m_tray, &QSystemTrayIcon::activated, this, choose);
    }
    m_inTray = notice.id;
    m_tray->setToolTip(harmless(notice.title));
    m_tray->show();
    m_tray->showMessage(harmless(notice.title), harmless(notice.body),
                        notice.severity == AlertSeverity::Critical  ? QSystemTrayIcon::Critical
                        : notice.severity == AlertSeverity::Warning ? QSystemTrayIcon::Warning
                                                                    : QSystemTrayIcon::Information);
}

void DesktopNotifier::withdraw(const QString &id)
{
    m_bus->withdraw(id);
    if (m_tray && m_inTray == id) {
        m_inTray.clear();
        m_tray->hide();
    }
}

} // namespace sandglass
