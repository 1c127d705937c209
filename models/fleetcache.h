// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/fleetcachefile.h"
#include "models/fleetstore.h"

#include <QThreadPool>
#include <QTimer>

namespace sandglass {

// Keeps a store's sandboxes in a file, so that the next console shows them at once, as what was known then,
// until the backends have answered. To be made before the store's first fleet is added: it reads the file on
// a thread of its own while the window is made, and the store takes nothing in until that is over. Afterwards
// it writes the file in the background: soon after a list came in, then every few minutes while the fleet
// changes, less often for a large one. A file that cannot be read or written is as none; a cache is nothing
// to trouble people with. GUI thread; the store must outlive it.
class FleetCache : public QObject
{
    Q_OBJECT

public:
    // Without a path nothing is kept.
    FleetCache(FleetStore &store, QString path, QObject *parent = nullptr);
    ~FleetCache() override;

    [[nodiscard]] bool isBusy() const { return m_reads || m_writes; }

signals:
    void loaded(bool found); // the store has them, or there was nothing to take
    void saved(bool written);

private:
    void read();
    void scheduleSave();
    void save();

    FleetStore &m_store;
    QString m_path;
    bool m_reads = false;
    bool m_writes = false;
    bool m_changed = false; // since the last save
    bool m_savedOnce = false;
    QTimer m_timer;
    QThreadPool m_pool;
};

} // namespace sandglass
