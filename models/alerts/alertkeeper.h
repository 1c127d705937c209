// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/alertengine.h"

#include <QThreadPool>

namespace sandglass {

// Keeps the alerts in a file: read once, before the fleet is, and replaced as a whole shortly after something
// of it changed, on a thread of its own. A file that cannot be read, as a whole or in parts, is copied aside
// before it is written over; when that fails, it is never written. An empty path: nothing is kept. GUI
// thread; book and engine must outlive it.
class AlertKeeper : public QObject
{
    Q_OBJECT

public:
    AlertKeeper(QString path, AlertBook &book, AlertEngine &engine, QObject *parent = nullptr);
    ~AlertKeeper() override; // what has changed is written

    // What was wrong with the file, a sentence each.
    [[nodiscard]] const QStringList &complaints() const { return m_complaints; }
    [[nodiscard]] const QString &setAside() const { return m_aside; } // empty: nothing was
    void save();

private:
    void read();
    void keepAside();

    QString m_path;
    AlertBook &m_book;
    AlertEngine &m_engine;
    KeptAlerts m_written;
    QStringList m_complaints;
    QString m_aside;
    bool m_mayWrite = true;
    QTimer m_settle;
    QThreadPool m_pool; // of one thread: in turn
};

} // namespace sandglass
