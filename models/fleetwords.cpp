// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/fleetwords.h"

#include <algorithm>

namespace sandglass {

namespace {

// For completion, which asks at each keystroke. Values that many share are among the first.
constexpr quint32 MostLookedAt = 20'000;

size_t labelHash(quint32 key, std::string_view value)
{
    return qHashBits(value.data(), value.size(), (size_t(key) + 1) * 0x9e3779b97f4a7c15ULL);
}

} // namespace

quint32 FleetWords::number(WordBlocks<QString> &words, QHash<QString, quint32> &index, const QString &text)
{
    const auto known = index.constFind(text);
    if (known != index.cend())
        return *known;
    const quint32 number = words.append(text);
    index.insert(text, number);
    return number;
}

std::optional<quint32> FleetWords::knownContext(const QString &text) const
{
    const auto known = m_contexts.constFind(text);
    return known == m_contexts.cend() ? std::nullopt : std::optional(*known);
}

quint32 FleetWords::shape(const Shape &shape)
{
    const Resources &resources = shape.resources;
    const QSize screen = shape.screen.value_or(QSize());
    const size_t hash = qHashMulti(0, resources.vcpus, resources.memory.value, resources.disk.value,
                                   screen.width(), screen.height());
    if (const auto known = m_shapes.find(hash, [&](quint32 n) { return m_tables.shapes.at(n) == shape; }))
        return *known;
    const quint32 number = m_tables.shapes.append(shape);
    m_shapes.insert(hash, number);
    return number;
}

std::optional<quint32> FleetWords::find(quint32 key, const PackedText &value) const
{
    return m_labels.find(labelHash(key, value.utf8()), [&](quint32 label) {
        const LabelWord &word = m_tables.labels.at(label);
        return word.key == key && word.value == value;
    });
}

void FleetWords::labels(const Metadata &metadata, std::vector<quint32> &into)
{
    into.clear();
    for (auto it = metadata.cbegin(); it != metadata.cend(); ++it) {
        const quint32 key = number(m_tables.keys, m_keys, it.key());
        PackedText value(it.value());
        if (const auto known = find(key, value)) {
            into.push_back(*known);
            continue;
        }
        const size_t hash = labelHash(key, value.utf8());
        quint32 label = 0;
        if (m_free.empty()) {
            label = m_tables.labels.append({std::move(value), key});
            m_uses.push_back(0);
        } else {
            label = m_free.back();
            m_free.pop_back();
            m_tables.labels.writable(label) = {std::move(value), key};
        }
        m_labels.insert(hash, label);
        m_keyUses.resize(std::max<std::size_t>(m_keyUses.size(), key + 1), 0);
        ++m_keyUses[key];
        into.push_back(label);
    }
}

void FleetWords::drop(quint32 label)
{
    if (--m_uses[label] > 0)
        return;
    const LabelWord &word = m_tables.labels.at(label);
    m_labels.remove(labelHash(word.key, word.value.utf8()), label);
    --m_keyUses[word.key];
    m_unlooked.push_back(label);
}

void FleetWords::recycle()
{
    m_free.insert(m_free.end(), m_unlooked.begin(), m_unlooked.end());
    m_unlooked.clear();
}

QStringList FleetWords::keys() const
{
    QStringList answer;
    for (quint32 key = 0; key < m_keyUses.size(); ++key) {
        if (m_keyUses[key] > 0)
            answer.append(m_tables.keys.at(key));
    }
    answer.sort();
    return answer;
}

QStringList FleetWords::values(const QString &key, int most) const
{
    const auto known = m_keys.constFind(key);
    if (known == m_keys.cend() || most <= 0)
        return {};
    QStringList answer;
    const quint32 end = std::min(m_tables.labels.count(), MostLookedAt);
    for (quint32 label = 0; label < end; ++label) {
        const LabelWord &word = m_tables.labels.at(label);
        if (word.key == *known && m_uses[label] > 0)
            answer.append(word.value.toString());
    }
    const auto last = answer.begin() + std::min<qsizetype>(most, answer.size());
    std::partial_sort(answer.begin(), last, answer.end());
    answer.erase(last, answer.end());
    return answer;
}

int FleetWords::count(const QString &key, const QString &value) const
{
    const auto known = m_keys.constFind(key);
    if (known == m_keys.cend())
        return 0;
    const auto label = find(*known, PackedText(value));
    return label ? static_cast<int>(m_uses[*label]) : 0;
}

} // namespace sandglass
