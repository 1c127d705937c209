// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/fleetscan.h"

#include <algorithm>

namespace sandglass {

namespace {

using query::Field;
using query::Node;

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

bool isAscii(std::string_view text)
{
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// About how much work a test is, so that dear ones are asked of few rows.
int priceOf(const query::Test &test)
{
    switch (test.field()) {
    case Field::Status:
    case Field::Kind:
    case Field::Mode:
    case Field::Template:
    case Field::Backend:
        return 1;
    case Field::Age:
    case Field::Unchanged:
    case Field::Cpus:
    case Field::Memory:
    case Field::Disk:
        return 2;
    case Field::Meta:
    case Field::Agent:
    case Field::Owner:
    case Field::Has:
        return 4;
    case Field::Left:
        return 6;
    case Field::Text:
    case Field::Name:
    case Field::Id:
        return 8;
    case Field::Cost:
    case Field::Rate:
        return 50;
    }
    return 50;
}

int priceOf(const query::Plan &plan)
{
    if (plan.type == Node::Type::Term)
        return priceOf(*plan.test);
    int sum = 0;
    for (const query::Plan &child : plan.children)
        sum += priceOf(child);
    return sum;
}

} // namespace

bool holdsFolded(std::string_view text, std::string_view part)
{
    if (part.size() > text.size())
        return false;
    const std::size_t last = text.size() - part.size();
    for (std::size_t at = 0; at <= last; ++at) {
        std::size_t i = 0;
        while (i < part.size() && lower(text[at + i]) == part[i])
            ++i;
        if (i == part.size())
            return true;
    }
    return false;
}

FleetScan::FleetScan(const FleetSnapshot &fleet, const FleetQuery &query,
                     const QHash<ContextId, PriceBook> &prices, WallTime now)
    : m_fleet(fleet), m_now(now)
{
    const query::Matcher matcher(query.query);
    m_hides = matcher.hides();
    const WordBlocks<QString> &contexts = fleet.words().contexts;
    for (quint32 context = 0; context < contexts.count(); ++context) {
        const ContextId id(contexts.at(context));
        const auto known = prices.constFind(id);
        m_prices.push_back(known == prices.cend() ? std::nullopt : std::optional(*known));
        if (!query.context.isEmpty())
            m_inContext.push_back(id == query.context);
    }
    if (matcher.plan())
        m_root = stepOf(*matcher.plan());
}

FleetScan::Step FleetScan::stepOf(const query::Plan &plan) const
{
    Step step{.type = plan.type, .test = plan.test, .folded = {}, .words = {}, .keys = {}, .children = {}};
    std::vector<const query::Plan *> children;
    children.reserve(plan.children.size());
    for (const query::Plan &child : plan.children)
        children.push_back(&child);
    std::ranges::sort(children, {},
                      [](const query::Plan *child) { return std::pair(priceOf(*child), child); });
    for (const query::Plan *child : children)
        step.children.push_back(stepOf(*child));
    if (!plan.test)
        return step;
    const query::Test &test = *plan.test;
    const WordTables &words = m_fleet.words();
    switch (test.field()) {
    case Field::Text:
    case Field::Name:
    case Field::Id: {
        const QByteArray part = test.texts().value(0).toLower().toUtf8();
        if (test.isPart() && test.texts().size() == 1 &&
            isAscii({part.constData(), std::size_t(part.size())}))
            step.folded = part;
        break;
    }
    case Field::Template:
        step.words.resize(words.templates.count());
        break;
    case Field::Backend:
        step.words.resize(words.contexts.count());
        break;
    case Field::Meta:
    case Field::Agent:
    case Field::Owner:
    case Field::Has:
        step.words.resize(words.labels.count());
        for (quint32 key = 0; key < words.keys.count(); ++key) {
            const QString &name = words.keys.at(key);
            const bool isAsked =
                test.field() == Field::Has ? test.keysHad().contains(name) : name == test.key();
            step.keys.push_back(isAsked);
            if (isAsked && test.field() != Field::Has)
                step.key = key;
        }
        break;
    default:
        break;
    }
    return step;
}

bool FleetScan::isInContext(Slot slot) const
{
    return m_inContext.empty() || m_inContext[m_fleet.chunkOf(slot).context[slot % FleetChunk::Size]];
}

bool FleetScan::isHidden(Slot slot) const
{
    return m_hides &&
           isHiddenByDefault(static_cast<Status>(m_fleet.chunkOf(slot).status[slot % FleetChunk::Size]));
}

void FleetScan::matching(std::size_t chunk, std::vector<quint16> &rows)
{
    m_chunk = &m_fleet.chunk(chunk);
    rows.clear();
    for (std::size_t row = 0; row < FleetChunk::Size; ++row) {
        const quint8 status = m_chunk->status[row];
        const bool shown = status != FleetChunk::Free && !(m_hides && isHiddenByDefault(Status(status))) &&
                           (m_inContext.empty() || m_inContext[m_chunk->context[row]]);
        if (shown)
            rows.push_back(static_cast<quint16>(row));
    }
    if (m_root)
        narrow(*m_root, rows);
}

// Of what must all be fulfilled, one after another for all rows; anything else row by row.
void FleetScan::narrow(Step &step, std::vector<quint16> &rows)
{
    if (step.type == Node::Type::And) {
        for (Step &child : step.children)
            narrow(child, rows);
        return;
    }
    std::erase_if(rows, [&](quint16 row) {
        m_row = row;
        return !isFulfilled(step);
    });
}

bool FleetScan::matches(Slot slot)
{
    return !isHidden(slot) && isInContext(slot) && fulfils(slot);
}

bool FleetScan::fulfils(Slot slot)
{
    if (!m_root)
        return true;
    m_chunk = &m_fleet.chunkOf(slot);
    m_row = slot % FleetChunk::Size;
    return isFulfilled(*m_root);
}

bool FleetScan::isFulfilled(Step &step)
{
    switch (step.type) {
    case Node::Type::Term:
        return answer(step) != step.test->isNegated();
    case Node::Type::Not:
        return !isFulfilled(step.children.front());
    case Node::Type::And:
        return std::ranges::all_of(step.children, [this](Step &child) { return isFulfilled(child); });
    case Node::Type::Or:
        return std::ranges::any_of(step.children, [this](Step &child) { return isFulfilled(child); });
    }
    return false;
}

bool FleetScan::answer(Step &step)
{
    const query::Test &test = *step.test;
    switch (test.field()) {
    case Field::Status:
        return test.fitsChoice(m_chunk->status[m_row]);
    case Field::Kind:
        return test.fitsChoice(m_chunk->kind[m_row]);
    case Field::Mode:
        return test.fitsChoice(m_chunk->mode[m_row]);
    case Field::Text:
        return answerText(step, m_chunk->name[m_row]) || answerText(step, m_chunk->id[m_row]);
    case Field::Name:
        return answerText(step, m_chunk->name[m_row]);
    case Field::Id:
        return answerText(step, m_chunk->id[m_row]);
    case Field::Template: {
        const quint32 number = m_chunk->templateId[m_row];
        return answerWord(step, number, m_fleet.words().templates.at(number));
    }
    case Field::Backend: {
        const quint32 number = m_chunk->context[m_row];
        return answerWord(step, number, m_fleet.words().contexts.at(number));
    }
    case Field::Meta:
    case Field::Agent:
    case Field::Owner:
        return answerLabels(step);
    case Field::Has:
        return answerProperty(step);
    default: {
        const auto amount = amountOf(test.field());
        return amount && test.fitsAmount(*amount);
    }
    }
}

bool FleetScan::answerText(const Step &step, const PackedText &text) const
{
    const std::string_view utf8 = text.utf8();
    if (!step.folded.isEmpty() &&
        holdsFolded(utf8, {step.folded.constData(), std::size_t(step.folded.size())}))
        return true;
    // Letters beyond ASCII may fold to ASCII ones.
    if (!step.folded.isEmpty() && isAscii(utf8))
        return false;
    return step.test->fitsText(text.toString());
}

bool FleetScan::answerWord(Step &step, quint32 number, const QString &word) const
{
    Known &known = step.words[number];
    if (known == Known::Nothing)
        known = step.test->fitsText(word) ? Known::Yes : Known::No;
    return known == Known::Yes;
}

bool FleetScan::answerLabels(Step &step) const
{
    const auto fits = [&](quint32 label) {
        Known &known = step.words[label];
        if (known == Known::Nothing) {
            const LabelWord &word = m_fleet.words().labels.at(label);
            const bool yes = step.keys[word.key] && step.test->fitsLabel(word.value.toString());
            known = yes ? Known::Yes : Known::No;
        }
        return known == Known::Yes;
    };
    if (step.key == NoKey) // nobody has it
        return false;
    const std::size_t count = m_chunk->labelCount[m_row];
    if (count > FleetChunk::LabelRoom || step.key >= FleetChunk::LastKey) {
        bool any = false;
        m_chunk->forEachLabel(m_row, [&](quint32 label) { any = any || fits(label); });
        return any;
    }
    // A key is there once, and lies beside the row: only its own label is looked at.
    const auto &keys = m_chunk->labelKeys[m_row];
    for (std::size_t i = 0; i < count; ++i) {
        if (keys[i] == step.key)
            return fits(m_chunk->labels[m_row][i]);
    }
    return false;
}

// In the order of choicesOf(Field::Has).
bool FleetScan::answerProperty(Step &step) const
{
    const quint16 flags = m_chunk->flags[m_row];
    const bool troubled =
        (flags & FleetChunk::HasRare) && m_chunk->rare.at(static_cast<quint16>(m_row)).error.has_value();
    const bool has[]{
        m_fleet.words().shapes.at(m_chunk->shape[m_row]).screen.has_value(),
        troubled,
        (flags & (FleetChunk::Expires | FleetChunk::HasLeft)) != 0,
        m_chunk->labelCount[m_row] > 0,
    };
    for (int i = 0; i < int(std::size(has)); ++i) {
        if (has[i] && step.test->fitsChoice(i))
            return true;
    }
    bool fits = false;
    m_chunk->forEachLabel(m_row, [&](quint32 label) {
        Known &known = step.words[label];
        if (known == Known::Nothing) {
            const quint32 key = m_fleet.words().labels.at(label).key;
            const QString &name = m_fleet.words().keys.at(key);
            const bool yes = step.keys[key] || (step.test->fitsChoice(4) && name == u"agent") ||
                             (step.test->fitsChoice(5) && name == u"owner");
            known = yes ? Known::Yes : Known::No;
        }
        fits |= known == Known::Yes;
    });
    return fits;
}

std::optional<query::Amount> FleetScan::amountOf(Field field)
{
    const FleetChunk &chunk = *m_chunk;
    const qint64 now = m_now.time_since_epoch().count();
    switch (field) {
    case Field::Age:
        return now - chunk.createdAt[m_row];
    case Field::Unchanged:
        return now - chunk.statusSince[m_row];
    case Field::Cpus:
        return m_fleet.words().shapes.at(chunk.shape[m_row]).resources.vcpus;
    case Field::Memory:
        return m_fleet.words().shapes.at(chunk.shape[m_row]).resources.memory.value;
    case Field::Disk:
        return m_fleet.words().shapes.at(chunk.shape[m_row]).resources.disk.value;
    default:
        break;
    }
    readFigures(chunk, m_row, m_fleet.words(), m_figures);
    if (field == Field::Left) {
        const auto left = m_figures.lifetime.left(m_now);
        return left ? std::optional<query::Amount>(std::chrono::milliseconds(*left).count()) : std::nullopt;
    }
    const std::optional<PriceBook> &prices = m_prices[chunk.context[m_row]];
    if (!prices)
        return std::nullopt;
    return (field == Field::Cost ? costAt(m_figures, *prices, m_now).total() : hourlyRate(m_figures, *prices))
        .picos();
}

} // namespace sandglass
