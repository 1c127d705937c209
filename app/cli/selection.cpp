// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/selection.h"

#include "app/cli/words.h"

#include <algorithm>

namespace sandglass::cli {

namespace {

QList<Sandbox> matching(const QList<Sandbox> &all, const QString &name)
{
    QList<Sandbox> found;
    for (const Sandbox &sandbox : all) {
        if (sandbox.key.id.toString() == name)
            return {sandbox};
        if (sandbox.name == name && sandbox.status != Status::Deleted)
            found.append(sandbox);
    }
    return found;
}

QString idsOf(const QList<Sandbox> &sandboxes)
{
    QStringList ids;
    for (const Sandbox &sandbox : sandboxes)
        ids.append(sandbox.key.id.toString());
    ids.sort();
    return ids.join(QStringLiteral(", "));
}

} // namespace

Selection selectByName(const QList<Sandbox> &all, const QStringList &names)
{
    Selection selection;
    for (const QString &name : names) {
        const QList<Sandbox> found = matching(all, name);
        if (found.isEmpty()) {
            selection.fault =
                Words::tr("There is no sandbox \"%1\"; `sandglass ls --all` lists them.").arg(name);
            return selection;
        }
        if (found.size() > 1) {
            selection.fault =
                Words::tr("Several sandboxes are named \"%1\"; use an id: %2.").arg(name, idsOf(found));
            return selection;
        }
        const auto same = [&](const Sandbox &other) {
            return other.key == found.first().key;
        };
        if (std::ranges::none_of(selection.sandboxes, same))
            selection.sandboxes.append(found.first());
    }
    return selection;
}

} // namespace sandglass::cli
