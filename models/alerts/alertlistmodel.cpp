// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/alertlistmodel.h"

#include "models/alerts/alertwords.h"

namespace sandglass {

AlertListModel::AlertListModel(const Clock &clock, AlertBook &book, AlertEngine &engine, QObject *parent)
    : ValueListModel(parent), m_clock(clock), m_book(book), m_engine(engine)
{
    connect(&engine, &AlertEngine::changed, this, &AlertListModel::refresh);
    refresh();
}

void AlertListModel::refresh()
{
    QList<AlertRow> rows;
    const AlertSurroundings around = m_engine.surroundings();
    for (const AlertRule &rule : m_book.rules()) {
        AlertRow row{.rule = rule, .state = m_engine.state(rule), .up = m_engine.isUp(rule)};
        const QString since =
            AlertWords::since(rule, m_engine.progress(rule.id), row.state, around, m_clock.bootNow());
        row.stateText = AlertWords::state(row.state);
        if (!since.isEmpty())
            row.stateText = tr("%1 %2", "state, since when").arg(row.stateText, since);
        const auto reading = m_engine.reading(rule.id);
        if (rule.enabled)
            row.detail = reading ? AlertWords::reading(rule, *reading) : tr("not looked at yet");
        rows.append(row);
    }
    replaceValues(rows);
}

QVariant AlertListModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= values().size())
        return {};
    const AlertRow &row = values().at(index.row());
    const AlertRule &rule = row.rule;
    switch (role) {
    case Qt::DisplayRole:
        return rule.name;
    case IdRole:
        return rule.id;
    case RowRole:
        return QVariant::fromValue(row);
    case ConditionRole:
        return tr("%1 · %2", "query, condition").arg(AlertWords::query(rule), AlertWords::condition(rule));
    case FoundRole:
        return row.detail;
    case Qt::ToolTipRole: // as markup, so that no name is taken for it
        return QString(QStringLiteral("<p>") + AlertWords::query(rule).toHtmlEscaped() +
                       QStringLiteral("<br>") + AlertWords::condition(rule).toHtmlEscaped() +
                       QStringLiteral("<br>") + row.detail.toHtmlEscaped() + QStringLiteral("</p>"));
    case Qt::AccessibleTextRole:
        return tr("%1, %2, %3: %4. %5", "severity, name, state, condition, what was found")
            .arg(AlertWords::severity(rule.severity), rule.name, row.stateText, AlertWords::condition(rule),
                 row.detail);
    default:
        return {};
    }
}

} // namespace sandglass
