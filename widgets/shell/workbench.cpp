// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/workbench.h"

namespace sandglass {

namespace {

constexpr int MostValues = 200; // of a label are offered

} // namespace

Workbench::Workbench(const ConsoleParts &parts)
    : m_clock(*parts.clock), store(m_clock), cache(store, parts.cacheFile), fleet(store), events(store),
      journal(parts.journalFolder, {}, store), jobs(store), templates(store), contexts(store), counter(store),
      commander(store), stock(store), clones(store)
{
    for (Fleet *each : parts.fleets)
        store.addFleet(*each);
    fleet.setOrder(FleetTableModel::Age, Qt::AscendingOrder);
}

QList<Sandbox> Workbench::selected(qsizetype most) const
{
    QList<Sandbox> sandboxes;
    const qsizetype count = std::min(most, selection.keys().size());
    sandboxes.reserve(count);
    for (const SandboxKey &key : selection.keys().first(count)) {
        if (const auto sandbox = store.sandbox(key))
            sandboxes.append(*sandbox);
    }
    return sandboxes;
}

query::KnownValues Workbench::knownValues() const
{
    query::KnownValues known;
    for (const ContextTemplate &each : templates.values()) {
        if (!known.templates.contains(each.info.id.toString()))
            known.templates.append(each.info.id.toString());
    }
    for (const ContextInfo &context : contexts.values())
        known.backends.append(context.id.toString());
    known.labelKeys = store.labels().keys();
    known.labelValues = [this](const QString &key) {
        return store.labels().values(key, MostValues);
    };
    return known;
}

bool Workbench::permits(const Sandbox &sandbox, Command command) const
{
    return truthOf(sandbox.key).isReachable() &&
           sandglass::permits(store.capabilities(sandbox.key.context), sandbox, command);
}

QMap<QString, QStringList> Workbench::labels() const
{
    QMap<QString, QStringList> result;
    for (const QString &key : store.labels().keys())
        result.insert(key, store.labels().values(key));
    return result;
}

} // namespace sandglass
