// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/views/savedview.h"

#include <QObject>

namespace sandglass {

// What of the views is kept on disk. The order of `views` is the one that people see.
struct KeptViews
{
    QList<SavedView> views;
    QStringList removedBuiltIns;
    QString current; // the view that was chosen last
    SavedView shown; // what was really shown then

    friend bool operator==(const KeptViews &, const KeptViews &) = default;
};

// As a file: versioned JSON. A file of a later version, or one that is broken, is not read at all (nothing),
// so that whoever keeps it does not overwrite it; a single view that cannot be read is left out and counted.
[[nodiscard]] QByteArray keptViewsToJson(const KeptViews &kept);
struct ReadViews
{
    KeptViews kept;
    int leftOut = 0;
};
[[nodiscard]] std::optional<ReadViews> keptViewsFromJson(const QByteArray &json);

// The console's views in the order that people gave them: those that come with it and their own. A removal
// can be undone, the latest first. `changed` says that something of it is different. GUI thread.
class ViewBook : public QObject
{
    Q_OBJECT

public:
    explicit ViewBook(QObject *parent = nullptr);

    void restore(const KeptViews &kept);
    [[nodiscard]] KeptViews kept() const; // without `current` and `shown`

    [[nodiscard]] const QList<SavedView> &views() const { return m_views; }
    [[nodiscard]] const SavedView *find(const QString &id) const; // until the next change
    // Gives it an id, and a number behind its name when that is taken.
    QString add(SavedView view);
    // What it shows; those that come with the console stay what they are: false.
    bool update(const QString &id, const SavedView &shown);
    bool rename(const QString &id, const QString &name);
    void move(const QString &id, int to);
    void remove(const QString &id);
    [[nodiscard]] bool canUndo() const { return !m_removed.isEmpty(); }
    [[nodiscard]] QString undo(); // the id of what is back; empty: there was nothing
    [[nodiscard]] bool hasAllBuiltIns() const;
    void bringBackBuiltIns();

signals:
    void changed();

private:
    struct Removed
    {
        SavedView view;
        qsizetype at;
    };

    [[nodiscard]] qsizetype indexOf(const QString &id) const;
    [[nodiscard]] QString freeName(const QString &wanted, const QString &except = {}) const;

    QList<SavedView> m_views;
    QList<Removed> m_removed;
};

// Those that come with the console, in their order.
[[nodiscard]] QList<SavedView> builtInViews();

} // namespace sandglass
