// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/views/querydraft.h"

#include "backend/domain/query/edit.h"
#include "backend/domain/query/parser.h"
#include "backend/domain/query/printer.h"

#include <QCoreApplication>

namespace sandglass {

namespace {

using query::Field;
using query::FieldType;
using query::Node;
using query::Op;

QString say(const char *text, const char *comment = nullptr)
{
    return QCoreApplication::translate("sandglass::QueryDraft", text, comment);
}

// Quantities are written as they are; texts need quotes where a sign in them would mean something.
QString valueText(const Condition &condition, const QString &value)
{
    const QString trimmed = value.trimmed();
    const bool isPattern = trimmed.contains(u'*') || trimmed.contains(u'?');
    if (isPattern && (trimmed.contains(u'"') || trimmed.contains(u'\\'))) // as it was printed
        return trimmed;
    if (isPattern)
        return query::printedValue(trimmed, true);
    if (condition.field == Field::Text)
        return query::printed(query::wordTerm(value));
    const FieldType type = query::infoOf(condition.field).type;
    return query::isQuantity(type) || type == FieldType::Choice ? value.trimmed()
                                                                : query::printedValue(value);
}

QString conditionText(const Condition &condition)
{
    if (!condition.written.isEmpty())
        return u'(' + condition.written + u')';
    QStringList values;
    for (const QString &value : condition.values) {
        if (!value.trimmed().isEmpty())
            values.append(valueText(condition, value));
    }
    QString text = condition.negated ? QStringLiteral("-") : QString();
    if (condition.field != Field::Text) {
        text += QString::fromLatin1(query::infoOf(condition.field).name);
        if (condition.field == Field::Meta)
            text += u'.' + query::printedValue(condition.label);
        text += QString::fromLatin1(query::opText(condition.op));
    }
    return text + values.join(u',');
}

// As it would be typed: the printer's text behind the operator.
QStringList valuesOf(const query::Term &term)
{
    QStringList values;
    for (const query::Value &value : term.values) {
        query::Term one = term;
        one.values = {value};
        QString text = query::printed(one);
        const QString head =
            term.field == Field::Text
                ? QString()
                : QString::fromLatin1(query::infoOf(term.field).name) +
                      (term.field == Field::Meta ? u'.' + query::printedValue(term.key) : QString()) +
                      QString::fromLatin1(query::opText(term.op));
        if (!text.startsWith(head))
            return {};
        text.remove(0, head.size());
        // What the quotes are for is known here.
        if (!query::isQuantity(query::infoOf(term.field).type) && !value.pattern)
            text = value.text;
        values.append(text);
    }
    return values;
}

// A line of text with commas between values, and the choices that there are, can say it.
bool canBeClicked(const Condition &condition, const query::Term &term)
{
    const FieldType type = query::infoOf(term.field).type;
    const bool usual = operatorsOf(term.field).contains(term.op);
    if (!usual || !condition.isComplete() || (condition.negated && term.op != Op::Colon))
        return false;
    const bool isChoice = term.field != Field::Text && type == FieldType::Choice;
    for (std::size_t i = 0; i < term.values.size(); ++i) {
        const QString &text = condition.values.at(static_cast<qsizetype>(i));
        const bool literalStar = !term.values[i].pattern && (text.contains(u'*') || text.contains(u'?'));
        if (text.isEmpty() || text != text.trimmed() || text.contains(u',') || literalStar ||
            (isChoice && !query::choicesOf(term.field).contains(text)))
            return false;
    }
    return true;
}

Condition conditionOf(const Node &part)
{
    const Node &inner = part.type == Node::Type::Not ? part.children.front() : part;
    if (inner.type == Node::Type::Term) {
        const Condition condition{.field = inner.term.field,
                                  .label = inner.term.key,
                                  .op = inner.term.op,
                                  .negated = part.type == Node::Type::Not,
                                  .values = valuesOf(inner.term),
                                  .written = {}};
        if (canBeClicked(condition, inner.term))
            return condition;
    }
    Condition written;
    written.written = query::printed(part);
    return written;
}

} // namespace

bool Condition::isComplete() const
{
    if (!written.isEmpty())
        return true;
    const bool valued =
        std::ranges::any_of(values, [](const QString &value) { return !value.trimmed().isEmpty(); });
    return valued && (field != Field::Meta || !label.trimmed().isEmpty());
}

QueryDraft draftOf(const Query &query)
{
    QueryDraft draft;
    if (!query.root())
        return draft;
    const Node &root = *query.root();
    draft.any = root.type == Node::Type::Or;
    const std::vector<Node> parts = draft.any ? root.children : query.parts();
    for (const Node &part : parts)
        draft.conditions.append(conditionOf(part));
    return draft;
}

DraftQuery queryOf(const QueryDraft &draft)
{
    DraftQuery answer;
    std::vector<Node> parts;
    for (qsizetype i = 0; i < draft.conditions.size(); ++i) {
        const Condition &condition = draft.conditions.at(i);
        if (!condition.isComplete())
            continue;
        const query::Parsed parsed = query::parse(conditionText(condition));
        if (parsed.fault) {
            answer.fault = parsed.fault;
            answer.faulty = i;
            return answer;
        }
        if (parsed.query.root())
            parts.push_back(*parsed.query.root());
    }
    if (parts.empty())
        return answer;
    answer.query =
        Query(draft.any ? query::disjunction(std::move(parts)) : query::conjunction(std::move(parts)));
    // What is built must be what would be read.
    answer.query = query::parse(answer.query.text()).query;
    return answer;
}

QList<Op> operatorsOf(Field field)
{
    if (field == Field::Text)
        return {Op::Colon};
    switch (query::infoOf(field).type) {
    case FieldType::Text:
    case FieldType::Label:
        return {Op::Colon, Op::Equal, Op::NotEqual};
    case FieldType::Choice:
    case FieldType::Property:
        return {Op::Colon};
    case FieldType::Span:
    case FieldType::Money:
    case FieldType::Size:
    case FieldType::Count:
        return {Op::Greater, Op::AtLeast, Op::Less, Op::AtMost, Op::Colon};
    }
    Q_UNREACHABLE();
}

QString fieldTitle(Field field)
{
    switch (field) {
    case Field::Text:
        return say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "Name or id"));
    case Field::Name:
        return say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "Name"));
    case Field::Id:
        return say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "Id"));
    case Field::Status:
        return say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "Status"));
    case Field::Kind:
        return say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "Kind"));
    case Field::Mode:
        return say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "Mode"));
    case Field::Template:
        return say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "Template"));
    case Field::Agent:
        return say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "Agent"));
    case Field::Owner:
        return say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "Owner"));
    case Field::Backend:
        return say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "Context"));
    case Field::Meta:
        return say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "Label"));
    case Field::Has:
        return say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "It has"));
    case Field::Age:
        return say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "Age"));
    case Field::Unchanged:
        return say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "Time in its status"));
    case Field::Left:
        return say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "Time left"));
    case Field::Cost:
        return say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "Cost so far"));
    case Field::Rate:
        return say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "Cost per hour"));
    case Field::Cpus:
        return say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "Processors"));
    case Field::Memory:
        return say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "Memory"));
    case Field::Disk:
        return say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "Disk"));
    }
    Q_UNREACHABLE();
}

QString operatorTitle(Field field, Op op, bool negated)
{
    const FieldType type = field == Field::Text ? FieldType::Text : query::infoOf(field).type;
    const bool quantity = query::isQuantity(type);
    const bool label = type == FieldType::Label || field == Field::Agent || field == Field::Owner ||
                       field == Field::Template || field == Field::Backend;
    switch (op) {
    case Op::Colon:
        if (quantity)
            return negated ? say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "is not between"))
                           : say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "is between"));
        if (type == FieldType::Choice || type == FieldType::Property || label)
            return negated ? say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "is none of"))
                           : say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "is one of"));
        return negated ? say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "does not contain"))
                       : say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "contains"));
    case Op::Equal:
        return negated ? say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "is not exactly"))
                       : say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "is exactly"));
    case Op::NotEqual:
        return negated ? say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "is exactly"))
                       : say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "is not exactly"));
    case Op::Less:
        return negated ? say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "is not less than"))
                       : say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "is less than"));
    case Op::AtMost:
        return negated ? say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "is not at most"))
                       : say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "is at most"));
    case Op::Greater:
        return negated ? say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "is not more than"))
                       : say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "is more than"));
    case Op::AtLeast:
        return negated ? say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "is not at least"))
                       : say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "is at least"));
    }
    Q_UNREACHABLE();
}

QString valueExample(Field field)
{
    switch (field == Field::Text ? FieldType::Text : query::infoOf(field).type) {
    case FieldType::Span:
        return say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "a span: 90s, 15m, 2h, 1.5d"));
    case FieldType::Money:
        return say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "an amount: 1.50"));
    case FieldType::Size:
        return say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "a size: 512M, 2G"));
    case FieldType::Count:
        return say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "a number: 2"));
    case FieldType::Choice:
    case FieldType::Property:
        return say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "choose"));
    default:
        return say(QT_TRANSLATE_NOOP("sandglass::QueryDraft", "a text; several with commas; * for anything"));
    }
}

} // namespace sandglass
