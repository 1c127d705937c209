// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fleet/querybar.h"

#include "backend/domain/query/edit.h"
#include "models/wording.h"
#include "widgets/parts/kindicon.h"
#include "widgets/parts/multichoicebutton.h"
#include "widgets/parts/queryfield.h"
#include "widgets/parts/tonelabel.h"
#include "widgets/shell/workbench.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/statusmark.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/themecolors.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLocale>

namespace sandglass {

QueryBar::QueryBar(Workbench &bench, QWidget *parent)
    : QWidget(parent), m_bench(bench), m_context(new QComboBox(this)), m_field(new QueryField(this)),
      m_statuses(new MultiChoiceButton(tr("Status"), tr("All but stopped and deleted"), this)),
      m_kinds(new MultiChoiceButton(tr("Kind"), tr("Every kind"), this)),
      m_count(new ToneLabel(ToneLabel::Tone::Muted, {}, this))
{
    setObjectName(QStringLiteral("queryBar"));
    m_context->setObjectName(QStringLiteral("contextBox"));
    m_context->setAccessibleName(tr("Context"));
    m_context->setToolTip(tr("Which fleet to show"));
    m_context->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_context->setMaximumWidth(24 * Grid);
    m_statuses->setObjectName(QStringLiteral("statusChoice"));
    m_kinds->setObjectName(QStringLiteral("kindChoice"));
    m_count->setObjectName(QStringLiteral("matchCount"));
    m_count->setFont(tabularFont(font()));
    addChoices();
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_context);
    layout->addWidget(m_field, 1);
    layout->addWidget(m_statuses);
    layout->addWidget(m_kinds);
    layout->addWidget(m_count);
    refreshContexts();
    refreshCount();
    m_field->setKnownValues([this] { return m_bench.knownValues(); });

    connect(m_context, &QComboBox::activated, this, [this] { setContext(context()); });
    connect(m_field, &QueryField::queryChanged, this, &QueryBar::apply);
    connect(m_field, &QueryField::left, this, &QueryBar::listWanted);
    connect(m_statuses, &MultiChoiceButton::chosenChanged, this,
            [this](const QSet<int> &chosen) { choose(query::Field::Status, chosen); });
    connect(m_kinds, &MultiChoiceButton::chosenChanged, this,
            [this](const QSet<int> &chosen) { choose(query::Field::Kind, chosen); });
    connect(&bench.store, &FleetStore::contextsChanged, this, &QueryBar::refreshContexts);
    connect(&bench.store, &FleetStore::contextChanged, this, &QueryBar::refreshContexts);
    connect(&bench.store, &FleetStore::changed, this, &QueryBar::refreshCount);
    connect(&bench.fleet, &FleetTableModel::filterApplied, this, &QueryBar::refreshCount);
    connect(&bench.fleet, &QAbstractItemModel::rowsInserted, this, &QueryBar::refreshCount);
    connect(&bench.fleet, &QAbstractItemModel::rowsRemoved, this, &QueryBar::refreshCount);
}

void QueryBar::addChoices()
{
    for (const Status status : AllStatuses) {
        m_statuses->addChoice(int(status), wording::statusText(status), [this, status] {
            return statusPixmap(status, palette(), IconSide, devicePixelRatioF());
        });
    }
    for (const Kind kind : AllKinds) {
        m_kinds->addChoice(int(kind), wording::kindText(kind), [this, kind] {
            return tintedPixmap(kindIcon(kind), themeColors(palette()).muted, IconSide, devicePixelRatioF());
        });
    }
}

const Query &QueryBar::query() const
{
    return m_field->query();
}

void QueryBar::setQuery(const Query &query)
{
    m_field->setQuery(query);
    apply();
}

void QueryBar::choose(query::Field field, const QSet<int> &choices)
{
    setQuery(query::withChoices(query(), field, choices));
}

void QueryBar::apply()
{
    m_statuses->setChosen(query::chosen(query(), query::Field::Status));
    m_kinds->setChosen(query::chosen(query(), query::Field::Kind));
    m_bench.fleet.setQuery(query());
    emit queryChanged();
}

void QueryBar::setContext(const ContextId &context)
{
    const int index = m_context->findData(context.toString());
    m_context->setCurrentIndex(qMax(0, index));
    m_bench.fleet.setContext(this->context()); // one that is not here means all
    emit contextChosen();
}

ContextId QueryBar::context() const
{
    return ContextId(m_context->currentData().toString());
}

void QueryBar::focusFilter()
{
    m_field->setFocus(Qt::ShortcutFocusReason);
}

void QueryBar::refreshContexts()
{
    const QString chosen = m_context->currentData().toString();
    QStringList names;
    for (const ContextInfo &context : m_bench.contexts.values())
        names.append(context.name);
    if (m_context->count() == names.size() + 1) {
        bool same = true;
        for (int i = 0; i < names.size(); ++i)
            same = same && m_context->itemText(i + 1) == names.at(i);
        if (same)
            return;
    }
    m_context->clear();
    m_context->addItem(tr("All contexts"), QString());
    for (const ContextInfo &context : m_bench.contexts.values())
        m_context->addItem(themeIcon(Icon::Engine), context.name, context.id.toString());
    m_context->setCurrentIndex(qMax(0, m_context->findData(chosen)));
    m_context->setVisible(names.size() > 1);
}

void QueryBar::refreshCount()
{
    const QLocale locale;
    const int matching = m_bench.fleet.rowCount();
    const int total = m_bench.store.count();
    m_count->setText(
        matching == total
            ? locale.toString(total)
            : tr("%1 of %2", "shown of all").arg(locale.toString(matching), locale.toString(total)));
    m_count->setToolTip(tr("Sandboxes that match, of all that are known"));
}

} // namespace sandglass
