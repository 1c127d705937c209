// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/views/savedview.h"

#include "backend/domain/query/parser.h"
#include "models/views/columnnames.h"
#include "models/wording.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>

namespace sandglass {

namespace {

constexpr int Version = 1;
const QLatin1StringView Mark("sandglass_view");
constexpr qsizetype LongestText = 32 * 1024;
constexpr qsizetype LongestName = 80;
constexpr qsizetype MostColumns = 64;
constexpr qsizetype MostOrders = 8;
constexpr int WidestColumn = 4000;

ReadView refused(const QString &why)
{
    return {std::nullopt, why};
}

QString translated(const char *text)
{
    return QCoreApplication::translate("sandglass::SavedView", text);
}

// A column that a name means; empty: none.
QString checkedColumn(const QJsonValue &value)
{
    const QString name = value.toString();
    return columnFromName(name) ? name : QString();
}

bool readColumns(const QJsonObject &json, ViewColumns &into)
{
    const QJsonArray columns = json.value(QLatin1StringView("columns")).toArray();
    const QJsonObject widths = json.value(QLatin1StringView("widths")).toObject();
    if (columns.size() > MostColumns)
        return false;
    for (const QJsonValue &each : columns) {
        const QString name = checkedColumn(each);
        const bool known =
            std::ranges::any_of(into.columns, [&](const ViewColumn &other) { return other.name == name; });
        if (name.isEmpty() || known)
            return false;
        into.columns.append({name, std::clamp(widths.value(name).toInt(), 0, WidestColumn)});
    }
    into.automatic = into.columns.isEmpty() || json.value(QLatin1StringView("fit")).toBool();
    return true;
}

bool readOrder(const QJsonObject &json, QList<ViewOrder> &into)
{
    const QJsonArray order = json.value(QLatin1StringView("order")).toArray();
    for (const QJsonValue &each : order) {
        QString name = each.toString();
        const bool falling = name.startsWith(u'-');
        if (falling)
            name.remove(0, 1);
        if (!columnFromName(name) || into.size() >= MostOrders)
            return false;
        into.append({name, falling});
    }
    return true;
}

} // namespace

bool SavedView::showsSame(const SavedView &other) const
{
    return queryOf(*this) == queryOf(other) && context == other.context && columns == other.columns &&
           order == other.order && group == other.group && rules == other.rules;
}

Query queryOf(const SavedView &view)
{
    return query::parse(view.query).query;
}

QJsonObject viewToJson(const SavedView &view)
{
    QJsonObject json{{QLatin1StringView("name"), view.name}, {QLatin1StringView("query"), view.query}};
    if (!view.context.isEmpty())
        json.insert(QLatin1StringView("context"), view.context.toString());
    QJsonArray columns;
    QJsonObject widths;
    for (const ViewColumn &column : view.columns.columns) {
        columns.append(column.name);
        if (column.width > 0)
            widths.insert(column.name, column.width);
    }
    if (!columns.isEmpty())
        json.insert(QLatin1StringView("columns"), columns);
    if (!widths.isEmpty())
        json.insert(QLatin1StringView("widths"), widths);
    if (!columns.isEmpty() && view.columns.automatic)
        json.insert(QLatin1StringView("fit"), true);
    QJsonArray order;
    for (const ViewOrder &each : view.order)
        order.append((each.falling ? QStringLiteral("-") : QString()) + each.column);
    if (!order.isEmpty())
        json.insert(QLatin1StringView("order"), order);
    if (!view.group.isEmpty())
        json.insert(QLatin1StringView("group"), view.group);
    if (!view.rules.isEmpty())
        json.insert(QLatin1StringView("rules"), rulesToJson(view.rules));
    return json;
}

ReadView viewFromJson(const QJsonObject &json)
{
    SavedView view;
    view.name = json.value(QLatin1StringView("name")).toString().simplified().left(LongestName);
    if (view.name.isEmpty())
        return refused(translated(QT_TRANSLATE_NOOP("sandglass::SavedView", "The view has no name.")));
    const QString query = json.value(QLatin1StringView("query")).toString();
    const query::Parsed parsed = query::parse(query);
    if (parsed.fault)
        return refused(
            translated(QT_TRANSLATE_NOOP("sandglass::SavedView", "The query of “%1” cannot be read: %2"))
                .arg(view.name, wording::queryFaultSentence(*parsed.fault)));
    view.query = parsed.query.text();
    view.context = ContextId(json.value(QLatin1StringView("context")).toString());
    view.group = json.value(QLatin1StringView("group")).toString();
    const bool right = readColumns(json, view.columns) && readOrder(json, view.order) &&
                       (view.group.isEmpty() || columnFromName(view.group));
    if (!right)
        return refused(translated(QT_TRANSLATE_NOOP("sandglass::SavedView",
                                                    "“%1” names a column that does not exist here."))
                           .arg(view.name));
    const ReadRules read = rulesFromJson(json.value(QLatin1StringView("rules")));
    if (!read.complaint.isEmpty())
        return refused(translated(QT_TRANSLATE_NOOP("sandglass::SavedView", "“%1” has colours that cannot be "
                                                                            "read: %2"))
                           .arg(view.name, read.complaint));
    view.rules = read.rules;
    return {view, {}};
}

QString sharedText(const SavedView &view)
{
    QJsonObject json = viewToJson(view);
    json.insert(Mark, Version);
    return QString::fromUtf8(QJsonDocument(json).toJson(QJsonDocument::Compact));
}

ReadView readSharedText(const QString &text)
{
    const QString nothing = translated(
        QT_TRANSLATE_NOOP("sandglass::SavedView", "This is no view. Copy one with “Copy the view as text”."));
    if (text.size() > LongestText)
        return refused(nothing);
    const QJsonDocument document = QJsonDocument::fromJson(text.trimmed().toUtf8());
    if (!document.isObject() || !document.object().contains(Mark))
        return refused(nothing);
    const int version = document.object().value(Mark).toInt();
    if (version != Version)
        return refused(translated(QT_TRANSLATE_NOOP("sandglass::SavedView",
                                                    "The view was written by another version of Sandglass "
                                                    "(format %1); this one reads format %2."))
                           .arg(version)
                           .arg(Version));
    return viewFromJson(document.object());
}

} // namespace sandglass
