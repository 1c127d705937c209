// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/sidebar.h"

#include "backend/domain/query/edit.h"
#include "models/wording.h"
#include "widgets/parts/kindicon.h"
#include "widgets/shell/sidebardelegate.h"
#include "widgets/shell/workbench.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/statusmark.h"
#include "widgets/theme/themecolors.h"

#include <QEvent>
#include <QHeaderView>
#include <QLocale>

namespace sandglass {

namespace {

enum ItemRole { ContextIdRole = Qt::UserRole + 1, TemplateIdRole };

QString titleOf(Status status)
{
    QString text = wording::statusText(status);
    if (!text.isEmpty())
        text[0] = text.at(0).toUpper();
    return text;
}

} // namespace

Sidebar::Sidebar(Workbench &bench, QWidget *parent) : QTreeWidget(parent), m_bench(bench)
{
    setObjectName(QStringLiteral("sidebar"));
    setAccessibleName(tr("Contexts, views and templates"));
    setHeaderHidden(true);
    setColumnCount(1);
    setIndentation(0);
    setRootIsDecorated(false);
    setFrameShape(NoFrame);
    setItemDelegate(new SidebarDelegate(this));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTabKeyNavigation(false);
    setMinimumWidth(17 * Grid);
    m_views = addGroup(tr("Views"));
    addView(tr("All"), {});
    addView(titleOf(Status::Running), {int(Status::Running)});
    addView(tr("Changing"), {int(Status::Pending), int(Status::Creating), int(Status::Pausing),
                             int(Status::Resuming), int(Status::Stopping)});
    addView(titleOf(Status::Paused), {int(Status::Paused)});
    addView(titleOf(Status::Stopped), {int(Status::Stopped)});
    addView(titleOf(Status::Error), {int(Status::Error)});
    addView(titleOf(Status::Deleted), {int(Status::Deleted)});
    m_contexts = addGroup(tr("Contexts"));
    m_templates = addGroup(tr("Templates"));
    refreshContexts();
    refreshTemplates();
    refreshCounts();
    showQuery({});
    connect(this, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem *item) { choose(item); });
    connect(this, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem *item) { choose(item); });
    connect(&bench.store, &FleetStore::changed, this, &Sidebar::refreshCounts);
    connect(&bench.store, &FleetStore::contextsChanged, this, &Sidebar::refreshContexts);
    connect(&bench.store, &FleetStore::contextChanged, this, &Sidebar::refreshContexts);
    connect(&bench.store, &FleetStore::templatesChanged, this, &Sidebar::refreshTemplates);
}

QTreeWidgetItem *Sidebar::addGroup(const QString &title)
{
    auto *group = new QTreeWidgetItem(this, {title});
    group->setFlags(Qt::ItemIsEnabled);
    group->setData(0, SidebarDelegate::GroupRole, true);
    group->setExpanded(true);
    return group;
}

void Sidebar::addView(const QString &title, const QSet<int> &statuses)
{
    auto *item = new QTreeWidgetItem(m_views, {title});
    m_all.append({item, statuses});
}

void Sidebar::refreshCounts()
{
    const QLocale locale;
    for (const View &view : std::as_const(m_all)) {
        int count = 0;
        for (const Status status : AllStatuses) {
            const bool counts =
                view.statuses.isEmpty() ? !isHiddenByDefault(status) : view.statuses.contains(int(status));
            count += counts ? m_bench.store.countOf(status) : 0;
        }
        view.item->setData(0, SidebarDelegate::SideTextRole, locale.toString(count));
        view.item->setData(0, SidebarDelegate::QuietRole, count == 0);
    }
    for (int i = 0; i < m_contexts->childCount(); ++i) {
        QTreeWidgetItem *item = m_contexts->child(i);
        const int count = m_bench.store.countIn(ContextId(item->data(0, ContextIdRole).toString()));
        item->setData(0, SidebarDelegate::SideTextRole, locale.toString(count));
    }
}

void Sidebar::refreshContexts()
{
    const QList<ContextInfo> contexts = m_bench.contexts.values();
    while (m_contexts->childCount() > contexts.size())
        delete m_contexts->takeChild(m_contexts->childCount() - 1);
    while (m_contexts->childCount() < contexts.size())
        new QTreeWidgetItem(m_contexts);
    for (int i = 0; i < contexts.size(); ++i) {
        const ContextInfo &context = contexts.at(i);
        QTreeWidgetItem *item = m_contexts->child(i);
        item->setText(0, context.name);
        item->setData(0, ContextIdRole, context.id.toString());
        item->setData(0, SidebarDelegate::WarningRole,
                      context.state == ContextState::Down || context.state == ContextState::Silent);
        QString tip = wording::contextStateText(context.state);
        if (context.error)
            tip = wording::errorSentence(*context.error);
        item->setToolTip(0, tip);
        item->setData(0, Qt::AccessibleTextRole, tr("%1: %2").arg(context.name, tip));
    }
    refreshCounts();
    refreshPictures();
}

void Sidebar::refreshTemplates()
{
    const QList<ContextTemplate> templates = m_bench.templates.values();
    while (m_templates->childCount() > templates.size())
        delete m_templates->takeChild(m_templates->childCount() - 1);
    while (m_templates->childCount() < templates.size())
        new QTreeWidgetItem(m_templates);
    for (int i = 0; i < templates.size(); ++i) {
        const TemplateInfo &info = templates.at(i).info;
        QTreeWidgetItem *item = m_templates->child(i);
        item->setText(0, info.id.toString());
        item->setData(0, ContextIdRole, templates.at(i).context.toString());
        item->setData(0, TemplateIdRole, info.id.toString());
        item->setData(0, SidebarDelegate::SideTextRole, wording::templateStateText(info.state));
        item->setData(0, SidebarDelegate::WarningRole, info.state == TemplateState::Broken);
        QString tip = tr("Launch from %1…").arg(info.id.toString());
        if (info.error)
            tip += u'\n' + wording::errorSentence(*info.error);
        item->setToolTip(0, tip);
    }
    m_templates->setHidden(templates.isEmpty());
    refreshPictures();
}

void Sidebar::refreshPictures()
{
    const ThemeColors &colors = themeColors(palette());
    const qreal ratio = devicePixelRatioF();
    for (const View &view : std::as_const(m_all)) {
        if (view.statuses.isEmpty()) {
            view.item->setIcon(0, QIcon(tintedPixmap(Icon::All, colors.muted, IconSide, ratio)));
            continue;
        }
        const bool changing = view.statuses.size() > 1;
        const auto status = changing ? Status::Creating : static_cast<Status>(*view.statuses.cbegin());
        view.item->setIcon(0, QIcon(statusPixmap(status, palette(), IconSide, ratio)));
    }
    for (int i = 0; i < m_contexts->childCount(); ++i)
        m_contexts->child(i)->setIcon(0, QIcon(tintedPixmap(Icon::Engine, colors.muted, IconSide, ratio)));
    for (int i = 0; i < m_templates->childCount() && i < m_bench.templates.values().size(); ++i) {
        const Kind kind = m_bench.templates.values().at(i).info.kind;
        m_templates->child(i)->setIcon(0, QIcon(tintedPixmap(kindIcon(kind), colors.muted, IconSide, ratio)));
    }
}

void Sidebar::changeEvent(QEvent *event)
{
    QTreeWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        refreshPictures();
}

void Sidebar::showQuery(const Query &query)
{
    const QSet<int> chosen = query::chosen(query, query::Field::Status);
    const bool otherwise = chosen.isEmpty() && query.mentionsStatus();
    for (const View &view : std::as_const(m_all)) {
        if (view.statuses == chosen && !otherwise) {
            setCurrentItem(view.item);
            return;
        }
    }
    setCurrentItem(nullptr);
}

void Sidebar::choose(QTreeWidgetItem *item)
{
    for (const View &view : std::as_const(m_all)) {
        if (view.item == item) {
            emit viewChosen(view.statuses);
            return;
        }
    }
    const ContextId context(item->data(0, ContextIdRole).toString());
    const TemplateId id(item->data(0, TemplateIdRole).toString());
    if (!id.isEmpty())
        emit templateChosen(context, id);
    else if (!context.isEmpty())
        emit contextChosen(context);
}

} // namespace sandglass
