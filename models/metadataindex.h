// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/metadata.h"

#include <QHash>
#include <QStringList>

namespace sandglass {

// Which labels a set of sandboxes carries, with counts; kept up to date one sandbox at a time, for the
// completion of filters. A value.
class MetadataIndex
{
public:
    void add(const Metadata &metadata);
    void remove(const Metadata &metadata);

    // Sorted; `most` bounds the answer.
    [[nodiscard]] QStringList keys() const;
    [[nodiscard]] QStringList values(const QString &key, int most = 200) const;
    [[nodiscard]] int count(const QString &key, const QString &value) const;

private:
    QHash<QString, QHash<QString, int>> m_counts;
};

} // namespace sandglass
