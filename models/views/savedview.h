// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/fleetquery.h"
#include "models/views/viewrules.h"

#include <QJsonObject>
#include <QStringList>

namespace sandglass {

// A column of a view, by its name (columnName).
struct ViewColumn
{
    QString name;
    int width = 0; // in pixels of the screen it was dragged on; 0: its own

    friend bool operator==(const ViewColumn &, const ViewColumn &) = default;
};

// Which columns are shown, from left to right. Automatic ones step back when room is short; else all that are
// named are shown, and the list scrolls.
struct ViewColumns
{
    bool automatic = true;
    QList<ViewColumn> columns; // none: the usual ones

    friend bool operator==(const ViewColumns &, const ViewColumns &) = default;
};

struct ViewOrder
{
    QString column;
    bool falling = false;

    friend bool operator==(const ViewOrder &, const ViewOrder &) = default;
};

// A way to look at the fleet that people give a name to: what is asked for and how it is shown. A value.
struct SavedView
{
    QString id; // of this console; no part of what is shared
    QString name;
    bool builtIn = false;
    QString query;     // in the language of backend/domain/query
    ContextId context; // empty: every one
    ViewColumns columns;
    QList<ViewOrder> order; // none: as it is
    QString group;          // a column's name; empty: no groups
    QList<ViewRule> rules;  // colours of rows

    // It shows the same, whatever it is called.
    [[nodiscard]] bool showsSame(const SavedView &other) const;
    friend bool operator==(const SavedView &, const SavedView &) = default;
};

// The query made ready; the empty one when the text cannot be read.
[[nodiscard]] Query queryOf(const SavedView &view);

// One line to send to somebody, and back. What is read was written by others: it is checked, and what cannot
// be understood is refused as a whole, with a sentence for people.
struct ReadView
{
    std::optional<SavedView> view;
    QString complaint;
};
[[nodiscard]] QString sharedText(const SavedView &view);
[[nodiscard]] ReadView readSharedText(const QString &text);

// As a part of a file.
[[nodiscard]] QJsonObject viewToJson(const SavedView &view);
[[nodiscard]] ReadView viewFromJson(const QJsonObject &json);

} // namespace sandglass
