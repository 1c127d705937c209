// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/workbench.h"

namespace sandglass {

Workbench::Workbench(const ConsoleParts &parts)
    : m_clock(*parts.clock), store(m_clock), cache(store, parts.cacheFile), fleet(store), events(store),
      jobs(store), templates(store), contexts(store), commander(store)
{
    for (Fleet *each : parts.fleets)
        store.addFleet(*each);
    fleet.setOrder(FleetTableModel::Age, Qt::AscendingOrder);
}

QList<Sandbox> Workbench::selected() const
{
    QList<Sandbox> sandboxes;
    sandboxes.reserve(selection.keys().size());
    for (const SandboxKey &key : selection.keys()) {
        if (const auto sandbox = store.sandbox(key))
            sandboxes.append(*sandbox);
    }
    return sandboxes;
}

QMap<QString, QStringList> Workbench::labels() const
{
    QMap<QString, QStringList> result;
    for (const QString &key : store.labels().keys())
        result.insert(key, store.labels().values(key));
    return result;
}

} // namespace sandglass
