// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/stock/cleanuppreview.h"

#include "models/stock/stockwording.h"
#include "models/wording.h"

#include <QCoreApplication>

namespace sandglass {

namespace {

QString say(const char *text)
{
    return QCoreApplication::translate("wording", text);
}

} // namespace

void CleanupPreview::setPlan(const CleanupPolicy &policy, const QList<sandglass::Sandbox> &sandboxes,
                             WallTime now)
{
    beginResetModel();
    m_now = now;
    m_steps = cleanupPlan(policy, sandboxes);
    m_total = int(m_steps.size());
    m_deletions = int(std::ranges::count(m_steps, Command::Delete, &CleanupStep::act));
    m_atOnce = int(std::ranges::count_if(m_steps, [&](const CleanupStep &step) { return step.at <= now; }));
    if (m_steps.size() > MostRows)
        m_steps.resize(MostRows);
    endResetModel();
}

int CleanupPreview::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_steps.size());
}

int CleanupPreview::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant CleanupPreview::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const CleanupStep &step = m_steps[std::size_t(index.row())];
    if (role == KeyRole)
        return QVariant::fromValue(step.sandbox);
    if (role == LosesRole)
        return step.act == Command::Delete;
    if (role == Qt::ToolTipRole)
        return QCoreApplication::translate("wording", "%1 (%2)", "a moment and a rule's name")
            .arg(wording::clockText(step.at), cleanupRuleName(step.rule));
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Sandbox:
        return step.name.isEmpty() ? step.sandbox.id.toString() : step.name;
    case Act:
        return wording::commandText(step.act);
    case When:
        return step.at <= m_now ? say(QT_TRANSLATE_NOOP("wording", "at once"))
                                : QCoreApplication::translate("wording", "in %1", "a duration")
                                      .arg(wording::durationText(
                                          std::chrono::floor<std::chrono::seconds>(step.at - m_now)));
    case Rule:
        return wording::cleanupRuleText(step.rule);
    default:
        return {};
    }
}

QVariant CleanupPreview::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Sandbox:
        return say(QT_TRANSLATE_NOOP("wording", "Sandbox"));
    case Act:
        return say(QT_TRANSLATE_NOOP("wording", "What"));
    case When:
        return say(QT_TRANSLATE_NOOP("wording", "When"));
    case Rule:
        return say(QT_TRANSLATE_NOOP("wording", "Because it is"));
    default:
        return {};
    }
}

} // namespace sandglass
