// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/alertrule.h"

#include <QObject>

namespace sandglass {

// What is said outside of the window; plain text, as it comes from guests: whoever shows it makes it harmless
// and cuts it.
struct DesktopNotice
{
    QString id{}; // a later one with the same id takes its place
    QString title{};
    QString body{};
    AlertSeverity severity = AlertSeverity::Warning;
};

// Where alerts are shown besides the window. Never waits. GUI thread.
class Notifier : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    virtual void show(const DesktopNotice &notice) = 0;
    virtual void withdraw(const QString &id) = 0; // one that is not shown any more, too

signals:
    void chosen(const QString &id);                       // somebody clicked on it
    void refused(const sandglass::DesktopNotice &notice); // in a later turn: it could not be shown
};

} // namespace sandglass

Q_DECLARE_METATYPE(sandglass::DesktopNotice)
