// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace sandglass {

// The folder of recipe files (TOML) that templates are built from. A recipe that is there is never written
// over. Whether the engine has seen a change is told by its list of templates. GUI thread.
class RecipeFolder : public QObject
{
    Q_OBJECT

public:
    static constexpr qint64 LargestRecipe = 256 * 1024;

    explicit RecipeFolder(QString path, QObject *parent = nullptr);

    [[nodiscard]] bool isKnown() const { return !m_path.isEmpty(); }
    [[nodiscard]] bool isWritable() const;
    [[nodiscard]] const QString &path() const { return m_path; }
    [[nodiscard]] QString fileOf(const QString &name) const;
    [[nodiscard]] bool canRemove(const QString &name) const;
    void open(); // in the desktop's file manager
    // Its template's name; empty: refused.
    QString add(const QString &file);
    void remove(const QString &name);

signals:
    void refused(const QString &sentence);
    void changed();

private:
    QString m_path;
};

} // namespace sandglass
