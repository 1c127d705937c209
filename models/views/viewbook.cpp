// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/views/viewbook.h"

#include <QSignalBlocker>

#include <QJsonArray>
#include <QJsonDocument>
#include <QUuid>

#include <algorithm>

namespace sandglass {

namespace {

constexpr int Version = 1;
constexpr qsizetype MostViews = 500;
constexpr qsizetype MostUndone = 20;

const QLatin1StringView IdKey("id");
const QLatin1StringView BuiltInKey("built_in");

SavedView builtIn(const char *id, const QString &name, const char *query)
{
    SavedView view;
    view.id = QLatin1StringView(id);
    view.name = name;
    view.builtIn = true;
    view.query = QLatin1StringView(query);
    return view;
}

const SavedView *findIn(const QList<SavedView> &views, const QString &id)
{
    const auto found = std::ranges::find(views, id, &SavedView::id);
    return found == views.end() ? nullptr : &*found;
}

} // namespace

QList<SavedView> builtInViews()
{
    return {
        builtIn("all", ViewBook::tr("All"), ""),
        builtIn("running", ViewBook::tr("Running"), "status:running"),
        builtIn("attention", ViewBook::tr("Needs attention"),
                "status:error or status:pending,creating,pausing,resuming,stopping unchanged>10m"),
        builtIn("paused", ViewBook::tr("Paused"), "status:paused"),
        builtIn("ending", ViewBook::tr("Ending soon"), "status:running left<10m"),
        builtIn("changing", ViewBook::tr("Changing"), "status:pending,creating,pausing,resuming,stopping"),
        builtIn("over", ViewBook::tr("Stopped and deleted"), "status:stopped,deleted"),
    };
}

QByteArray keptViewsToJson(const KeptViews &kept)
{
    QJsonArray views;
    for (const SavedView &view : kept.views) {
        QJsonObject json = view.builtIn ? QJsonObject{{BuiltInKey, true}} : viewToJson(view);
        json.insert(IdKey, view.id);
        views.append(json);
    }
    SavedView shown = kept.shown;
    shown.name = QStringLiteral("shown");
    const QJsonObject root{
        {QLatin1StringView("version"), Version},
        {QLatin1StringView("views"), views},
        {QLatin1StringView("removed"), QJsonArray::fromStringList(kept.removedBuiltIns)},
        {QLatin1StringView("current"), kept.current},
        {QLatin1StringView("shown"), viewToJson(shown)},
    };
    return QJsonDocument(root).toJson();
}

std::optional<ReadViews> keptViewsFromJson(const QByteArray &json)
{
    const QJsonDocument document = QJsonDocument::fromJson(json);
    const QJsonObject root = document.object();
    if (root.value(QLatin1StringView("version")).toInt() != Version)
        return std::nullopt;
    ReadViews read;
    const QList<SavedView> known = builtInViews();
    for (const QJsonValue &each : root.value(QLatin1StringView("views")).toArray()) {
        const QJsonObject object = each.toObject();
        const QString id = object.value(IdKey).toString();
        if (object.value(BuiltInKey).toBool()) {
            if (const SavedView *view = findIn(known, id); view && !findIn(read.kept.views, id))
                read.kept.views.append(*view);
            continue;
        }
        ReadView view = viewFromJson(object);
        const bool usable = view.view && !id.isEmpty() && !findIn(known, id) &&
                            !findIn(read.kept.views, id) && read.kept.views.size() < MostViews;
        if (!usable) {
            ++read.leftOut;
            continue;
        }
        view.view->id = id;
        read.kept.views.append(*view.view);
    }
    for (const QJsonValue &each : root.value(QLatin1StringView("removed")).toArray())
        read.kept.removedBuiltIns.append(each.toString());
    read.kept.current = root.value(QLatin1StringView("current")).toString();
    if (const ReadView shown = viewFromJson(root.value(QLatin1StringView("shown")).toObject()); shown.view) {
        read.kept.shown = *shown.view;
        read.kept.shown.name.clear();
    }
    return read;
}

ViewBook::ViewBook(QObject *parent) : QObject(parent), m_views(builtInViews()) {}

void ViewBook::restore(const KeptViews &kept)
{
    m_views = kept.views;
    m_removed.clear();
    // Those that are new with this version come where they belong: behind the one that they follow.
    const QList<SavedView> known = builtInViews();
    for (qsizetype i = 0; i < known.size(); ++i) {
        if (find(known.at(i).id) || kept.removedBuiltIns.contains(known.at(i).id))
            continue;
        const qsizetype before = i > 0 ? indexOf(known.at(i - 1).id) : -1;
        m_views.insert(before + 1, known.at(i));
    }
    emit changed();
}

KeptViews ViewBook::kept() const
{
    KeptViews kept;
    kept.views = m_views;
    for (const SavedView &view : builtInViews()) {
        if (!find(view.id))
            kept.removedBuiltIns.append(view.id);
    }
    return kept;
}

qsizetype ViewBook::indexOf(const QString &id) const
{
    const auto found = std::ranges::find(m_views, id, &SavedView::id);
    return found == m_views.end() ? -1 : found - m_views.begin();
}

const SavedView *ViewBook::find(const QString &id) const
{
    return findIn(m_views, id);
}

QString ViewBook::freeName(const QString &wanted, const QString &except) const
{
    const auto isTaken = [&](const QString &name) {
        return std::ranges::any_of(m_views, [&](const SavedView &view) {
            return view.id != except && view.name.compare(name, Qt::CaseInsensitive) == 0;
        });
    };
    const QString base = wanted.simplified();
    QString name = base;
    for (int number = 2; isTaken(name); ++number)
        name = tr("%1 (%2)", "a view's name and a number").arg(base).arg(number);
    return name;
}

QString ViewBook::add(SavedView view)
{
    view.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    view.builtIn = false;
    view.name = freeName(view.name);
    m_views.append(view);
    emit changed();
    return view.id;
}

bool ViewBook::update(const QString &id, const SavedView &shown)
{
    const qsizetype at = indexOf(id);
    if (at < 0 || m_views.at(at).builtIn)
        return false;
    SavedView view = shown;
    view.id = id;
    view.name = m_views.at(at).name;
    view.builtIn = false;
    if (view == m_views.at(at))
        return true;
    m_views[at] = view;
    emit changed();
    return true;
}

bool ViewBook::rename(const QString &id, const QString &name)
{
    const qsizetype at = indexOf(id);
    if (at < 0 || m_views.at(at).builtIn || name.simplified().isEmpty())
        return false;
    m_views[at].name = freeName(name, id);
    emit changed();
    return true;
}

void ViewBook::move(const QString &id, int to)
{
    const qsizetype from = indexOf(id);
    const qsizetype target = std::clamp<qsizetype>(to, 0, m_views.size() - 1);
    if (from < 0 || from == target)
        return;
    m_views.move(from, target);
    emit changed();
}

void ViewBook::remove(const QString &id)
{
    const qsizetype at = indexOf(id);
    if (at < 0)
        return;
    m_removed.append({m_views.takeAt(at), at});
    if (m_removed.size() > MostUndone)
        m_removed.removeFirst();
    emit changed();
}

QString ViewBook::undo()
{
    if (m_removed.isEmpty())
        return {};
    Removed back = m_removed.takeLast();
    if (!back.view.builtIn)
        back.view.name = freeName(back.view.name);
    m_views.insert(std::min(back.at, m_views.size()), back.view);
    emit changed();
    return back.view.id;
}

bool ViewBook::hasAllBuiltIns() const
{
    return std::ranges::all_of(builtInViews(), [this](const SavedView &view) { return find(view.id); });
}

void ViewBook::bringBackBuiltIns()
{
    m_removed.removeIf([](const Removed &removed) { return removed.view.builtIn; });
    KeptViews kept = this->kept();
    kept.removedBuiltIns.clear();
    const QList<Removed> removed = m_removed;
    {
        const QSignalBlocker quiet(this); // until what can be undone is there again
        restore(kept);
        m_removed = removed;
    }
    emit changed();
}

} // namespace sandglass
