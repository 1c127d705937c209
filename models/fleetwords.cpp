// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/fleetwords.h"

#include <QSet>
#include <QVarLengthArray>

#include <algorithm>

namespace sandglass {

namespace {

using namespace std::chrono_literals;

// For completion, which asks at each keystroke. Values that many share are among the first.
constexpr quint32 MostLookedAt = 20'000;

// A list of the slots that have a label is kept for up to this part of the fleet.
constexpr std::size_t ListedPart = 16;
constexpr std::size_t AlwaysListed = 4096;

std::size_t mostListed(std::size_t slotCount)
{
    return std::max(slotCount / ListedPart, AlwaysListed);
}

// The same for values that differ in case only, as comparing them without regard to it sees it.
size_t labelHash(quint32 key, std::string_view value)
{
    const size_t seed = (size_t(key) + 1) * 0x9e3779b97f4a7c15ULL;
    if (!isAscii(value)) {
        QList<uint> points = QString::fromUtf8(value.data(), qsizetype(value.size())).toUcs4();
        for (uint &point : points)
            point = QChar::toCaseFolded(point);
        const QByteArray folded =
            QString::fromUcs4(reinterpret_cast<const char32_t *>(points.constData()), points.size()).toUtf8();
        return qHashBits(folded.constData(), static_cast<size_t>(folded.size()), seed);
    }
    QVarLengthArray<char, 256> folded(static_cast<qsizetype>(value.size()));
    std::ranges::transform(value, folded.begin(), asciiLower);
    return qHashBits(folded.constData(), value.size(), seed);
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
    const size_t hash =
        qHashMulti(0, resources.vcpus, resources.memory.value, resources.disk.value, screen.width(),
                   screen.height(), shape.agent, shape.owner, shape.hibernateAfter.value_or(-1s).count());
    if (const auto known = m_shapes.find(hash, [&](quint32 n) { return m_tables.shapes.at(n) == shape; }))
        return *known;
    const quint32 number = m_tables.shapes.append(shape);
    m_shapes.insert(hash, number);
    return number;
}

quint32 FleetWords::label(quint32 key, PackedText value)
{
    const size_t hash = labelHash(key, value.utf8());
    const auto known = m_labels.find(hash, [&](quint32 label) {
        const LabelWord &word = m_tables.labels.at(label);
        return word.key == key && word.value == value;
    });
    if (known)
        return *known;
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
    return label;
}

void FleetWords::labels(const Metadata &metadata, std::vector<quint32> &into)
{
    into.clear();
    for (auto it = metadata.cbegin(); it != metadata.cend(); ++it)
        into.push_back(label(key(it.key()), PackedText(it.value())));
}

std::vector<quint32> FleetWords::labelsWith(const QString &key, const QString &value,
                                            Qt::CaseSensitivity sensitivity) const
{
    std::vector<quint32> labels;
    const auto known = m_keys.constFind(key);
    if (known == m_keys.cend())
        return labels;
    const PackedText packed(value);
    (void)m_labels.find(labelHash(*known, packed.utf8()), [&](quint32 label) {
        const LabelWord &word = m_tables.labels.at(label);
        if (word.key == *known &&
            (word.value == packed || (sensitivity == Qt::CaseInsensitive &&
                                      word.value.toString().compare(value, Qt::CaseInsensitive) == 0)))
            labels.push_back(label);
        return false; // there may be more
    });
    return labels;
}

void FleetWords::use(quint32 label, Slot slot, std::size_t slotCount)
{
    ++m_uses[label];
    m_postings.add(label, slot, mostListed(slotCount));
}

void FleetWords::useShape(quint32 shape, Slot slot, std::size_t slotCount)
{
    const Shape &of = m_tables.shapes.at(shape);
    if (!of.agent.isEmpty() || !of.owner.isEmpty())
        m_shapePostings.add(shape, slot, mostListed(slotCount));
}

void FleetWords::drop(quint32 label)
{
    if (--m_uses[label] > 0)
        return;
    const LabelWord &word = m_tables.labels.at(label);
    m_labels.remove(labelHash(word.key, word.value.utf8()), label);
    m_postings.forget(label);
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

// Agents and owners that backends say, which go by the same names as labels do.
void FleetWords::addSaid(const QString &key, QStringList &into) const
{
    const bool isAgent = key == QStringLiteral("agent");
    if (!isAgent && key != QStringLiteral("owner"))
        return;
    QSet<QString> known(into.cbegin(), into.cend());
    for (quint32 number = 0; number < std::min(m_tables.shapes.count(), MostLookedAt); ++number) {
        const Shape &shape = m_tables.shapes.at(number);
        const QString &said = isAgent ? shape.agent : shape.owner;
        if (!said.isEmpty() && !known.contains(said)) {
            known.insert(said);
            into.append(said);
        }
    }
}

QStringList FleetWords::values(const QString &key, int most) const
{
    const auto known = m_keys.constFind(key);
    if (most <= 0)
        return {};
    QStringList answer;
    const quint32 end = known == m_keys.cend() ? 0 : std::min(m_tables.labels.count(), MostLookedAt);
    for (quint32 label = 0; label < end; ++label) {
        const LabelWord &word = m_tables.labels.at(label);
        if (word.key == *known && m_uses[label] > 0)
            answer.append(word.value.toString());
    }
    addSaid(key, answer);
    const auto last = answer.begin() + std::min<qsizetype>(most, answer.size());
    std::partial_sort(answer.begin(), last, answer.end());
    answer.erase(last, answer.end());
    return answer;
}

int FleetWords::count(const QString &key, const QString &value) const
{
    const std::vector<quint32> labels = labelsWith(key, value, Qt::CaseSensitive);
    return labels.empty() ? 0 : static_cast<int>(m_uses[labels.front()]);
}

} // namespace sandglass
