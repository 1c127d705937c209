// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/images/recipefile.h"

#include <QRegularExpression>

namespace sandglass::microvm {

namespace {

// Whether the list that begins in this value ends in it, too; a bracket inside quotes is none.
bool closesList(QStringView line)
{
    bool inString = false;
    for (const QChar c : line) {
        if (c == QLatin1Char('"'))
            inString = !inString;
        else if (c == QLatin1Char(']') && !inString)
            return true;
    }
    return false;
}

} // namespace

RecipeFile parseRecipeFile(QStringView text)
{
    const QRegularExpression pair(
        QStringLiteral(R"re(^([A-Za-z0-9_-]+)\s*=\s*(?:"([^"\\]*)"|(-?[0-9]{1,15})|(\[.*))\s*$)re"));
    const QRegularExpression section(QStringLiteral(R"re(^\[([A-Za-z0-9_.-]+)\]$)re"));
    RecipeFile recipe;
    QString prefix;
    QStringList comment;
    bool leading = true;
    bool inList = false;
    for (const QStringView raw : text.split(QLatin1Char('\n'))) {
        const QStringView line = raw.trimmed();
        if (leading && line.startsWith(QLatin1Char('#')))
            comment.append(line.sliced(1).trimmed().toString());
        else
            leading = false;
        if (inList) {
            inList = !closesList(line);
            continue;
        }
        if (const auto match = section.match(line.toString()); match.hasMatch()) {
            prefix = match.captured(1) + QLatin1Char('.');
        } else if (const auto found = pair.match(line.toString()); found.hasMatch()) {
            const QString key = prefix + found.captured(1);
            if (found.hasCaptured(4))
                inList = !closesList(found.capturedView(4).sliced(1));
            else if (found.hasCaptured(3))
                recipe.numbers.insert(key, found.capturedView(3).toLongLong());
            else
                recipe.texts.insert(key, found.captured(2));
        }
    }
    recipe.summary = comment.join(QLatin1Char(' '));
    return recipe;
}

} // namespace sandglass::microvm
