// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/alerts/notifier.h"

#include <QPointer>

class QSystemTrayIcon;

namespace sandglass {

class BusNotifier;

// The first of these that can: the desktop's notices, a balloon of an icon in its tray; else it is refused,
// and the window says it in a banner.
class DesktopNotifier : public Notifier
{
    Q_OBJECT

public:
    explicit DesktopNotifier(QObject *parent = nullptr);

    void show(const DesktopNotice &notice) override;
    void withdraw(const QString &id) override;

private:
    void showInTray(const DesktopNotice &notice);

    BusNotifier *m_bus;
    QSystemTrayIcon *m_tray = nullptr; // once it is needed
    QString m_inTray;                  // whose balloon it is
};

} // namespace sandglass
