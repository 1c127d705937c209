// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/metadataindex.h"

#include <algorithm>

namespace sandglass {

void MetadataIndex::add(const Metadata &metadata)
{
    for (auto it = metadata.cbegin(); it != metadata.cend(); ++it)
        ++m_counts[it.key()][it.value()];
}

void MetadataIndex::remove(const Metadata &metadata)
{
    for (auto it = metadata.cbegin(); it != metadata.cend(); ++it) {
        const auto values = m_counts.find(it.key());
        if (values == m_counts.end())
            continue;
        const auto count = values->find(it.value());
        if (count == values->end())
            continue;
        if (--*count <= 0)
            values->erase(count);
        if (values->isEmpty())
            m_counts.erase(values);
    }
}

QStringList MetadataIndex::keys() const
{
    QStringList keys = m_counts.keys();
    keys.sort();
    return keys;
}

QStringList MetadataIndex::values(const QString &key, int most) const
{
    const auto values = m_counts.constFind(key);
    if (values == m_counts.cend() || most <= 0)
        return {};
    // A label such as a session's has as many values as there are sandboxes: only the first few are sorted.
    QStringList answer = values->keys();
    const auto end = answer.begin() + std::min<qsizetype>(most, answer.size());
    std::partial_sort(answer.begin(), end, answer.end());
    answer.erase(end, answer.end());
    return answer;
}

int MetadataIndex::count(const QString &key, const QString &value) const
{
    const auto values = m_counts.constFind(key);
    return values == m_counts.cend() ? 0 : values->value(value, 0);
}

} // namespace sandglass
