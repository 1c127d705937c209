// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stock/recipefolder.h"

#include "backend/domain/sandbox.h"
#include "models/wording.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QUrl>

namespace sandglass {

RecipeFolder::RecipeFolder(QString path, QObject *parent) : QObject(parent), m_path(std::move(path)) {}

bool RecipeFolder::isWritable() const
{
    const QFileInfo info(m_path);
    return isKnown() && info.isDir() && info.isWritable();
}

QString RecipeFolder::fileOf(const QString &name) const
{
    return QDir(m_path).filePath(name + QStringLiteral(".toml"));
}

// A name from a backend is no path.
bool RecipeFolder::canRemove(const QString &name) const
{
    return isWritable() && checkName(name) && QFileInfo(fileOf(name)).isFile();
}

void RecipeFolder::open()
{
    if (!QDesktopServices::openUrl(QUrl::fromLocalFile(m_path)))
        emit refused(tr("No file manager could be opened; the recipes are in %1.").arg(m_path));
}

QString RecipeFolder::add(const QString &file)
{
    const QFileInfo info(file);
    const QString name = info.completeBaseName();
    if (const auto checked = checkName(name); !checked) {
        emit refused(wording::errorSentence(checked.error()));
        return {};
    }
    if (!info.isFile() || info.size() == 0 || info.size() > LargestRecipe) {
        emit refused(tr("%1 is no recipe: a recipe is a text file of at most 256 KiB.").arg(file));
        return {};
    }
    if (QFileInfo::exists(fileOf(name))) {
        emit refused(tr("There is a recipe %1 already; give the file another name.").arg(name));
        return {};
    }
    if (!QFile::copy(file, fileOf(name))) {
        emit refused(tr("%1 could not be copied to %2.").arg(file, m_path));
        return {};
    }
    emit changed();
    return name;
}

void RecipeFolder::remove(const QString &name)
{
    if (!canRemove(name) || !QFile::remove(fileOf(name)))
        return emit refused(tr("%1 could not be deleted.").arg(fileOf(name)));
    emit changed();
}

} // namespace sandglass
