// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QString>
#include <QStringView>

namespace sandglass::microvm {

// The part of a recipe (TOML) that the engine reads: single-line strings and whole numbers, by "key" or
// "section.key"; and the sentence that its leading comment is. Lists and all else are for the image builder,
// which checks the file in full. Pure.
struct RecipeFile
{
    QString summary;
    QHash<QString, QString> texts;
    QHash<QString, qint64> numbers;
};

[[nodiscard]] RecipeFile parseRecipeFile(QStringView text);

} // namespace sandglass::microvm
