// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/stock/statespanmodel.h"

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

void StateSpanModel::setSpans(const std::vector<StateSpan> &spans)
{
    // Usually the last one grew, and perhaps some came after it.
    const std::size_t old = m_spans.size();
    const bool grew =
        old > 0 && spans.size() >= old && std::equal(m_spans.begin(), m_spans.end() - 1, spans.begin()) &&
        spans[old - 1].from == m_spans[old - 1].from && spans[old - 1].status == m_spans[old - 1].status;
    if (!grew) {
        beginResetModel();
        m_spans = spans;
        endResetModel();
        return;
    }
    const int came = int(spans.size() - old);
    if (came > 0) {
        beginInsertRows({}, 0, came - 1);
        m_spans = spans;
        endInsertRows();
    }
    m_spans = spans;
    emit dataChanged(index(came, 0), index(came, ColumnCount - 1));
}

QString StateSpanModel::sentence(const StateSpan &span)
{
    const QString state = wording::spanStateText(span);
    const auto took = std::chrono::floor<std::chrono::seconds>(span.until - span.from);
    const QString when = span.goesOn
                             ? QCoreApplication::translate("wording", "since %1", "a moment")
                                   .arg(wording::clockText(span.from))
                             : QCoreApplication::translate("wording", "%1 to %2", "from a moment to another")
                                   .arg(wording::clockText(span.from), wording::clockText(span.until));
    QString text = QCoreApplication::translate("wording", "%1, %2, %3", "state, when, for how long")
                       .arg(state, when, wording::durationText(took));
    if (const QString why = wording::spanCauseText(span); !why.isEmpty())
        text = QCoreApplication::translate("wording", "%1, %2", "what happened, why").arg(text, why);
    return text;
}

int StateSpanModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_spans.size());
}

int StateSpanModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant StateSpanModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const StateSpan &span = m_spans[std::size_t(rowOfSpan(index.row()))];
    switch (role) {
    case Qt::DisplayRole:
        switch (index.column()) {
        case State:
            return wording::spanStateText(span);
        case From:
            return wording::clockText(span.from);
        case For:
            return wording::durationText(std::chrono::floor<std::chrono::seconds>(span.until - span.from));
        case Why:
            return wording::spanCauseText(span);
        default:
            return {};
        }
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return sentence(span);
    case StatusRole:
        return span.status ? QVariant(int(*span.status)) : QVariant();
    default:
        return {};
    }
}

QVariant StateSpanModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case State:
        return say(QT_TRANSLATE_NOOP("wording", "State"));
    case From:
        return say(QT_TRANSLATE_NOOP("wording", "Since"));
    case For:
        return say(QT_TRANSLATE_NOOP("wording", "For"));
    case Why:
        return say(QT_TRANSLATE_NOOP("wording", "Cause"));
    default:
        return {};
    }
}

} // namespace sandglass
