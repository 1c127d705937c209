// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/query/termreader.h"

#include "backend/domain/query/printer.h"
#include "backend/domain/query/quantity.h"
#include "backend/domain/query/wildcard.h"

#include <algorithm>

namespace sandglass::query {

namespace {

using ReadValue = std::variant<Value, Fault>;

Fault fault(Reason reason, Span where, const QString &subject = {}, const QString &hint = {})
{
    return {.reason = reason, .where = where, .subject = subject, .hint = hint};
}

bool isComparison(Op op)
{
    return op >= Op::Less;
}

Value textValue(const Token &token)
{
    return {.text = token.text, .pattern = token.pattern, .from = {}, .to = {}, .span = token.span};
}

ReadValue readChoice(Field field, const Token &token)
{
    const QStringList &choices = choicesOf(field);
    Value value = textValue(token);
    value.text = value.text.toLower();
    const bool known =
        value.pattern ? std::ranges::any_of(choices,
                                            [&](const QString &choice) {
                                                return fitsPattern(choice, value.text, Qt::CaseInsensitive);
                                            })
                      : choices.contains(value.text);
    if (known)
        return value;
    return fault(Reason::UnknownChoice, token.span, token.text,
                 nearest(token.text, choices).value_or(QString()));
}

ReadValue readProperty(const Token &token)
{
    if (const auto key = labelKey(token.text)) {
        if (key->isEmpty())
            return fault(Reason::MissingKey, token.span, token.text);
        Value value = textValue(token);
        value.text = QStringLiteral("meta.") + *key;
        value.pattern = false;
        if (!token.pattern)
            return value;
    }
    if (!token.pattern)
        return readChoice(Field::Has, token);
    return fault(Reason::UnknownChoice, token.span, token.text);
}

// `text` is one end of what `token` says, at `offset` in it.
std::variant<Amount, Fault> readAmount(FieldType type, const Token &token, QStringView text)
{
    const Quantity quantity = readQuantity(type, text);
    if (quantity.amount)
        return *quantity.amount;
    QString hint;
    if (!quantity.hint.isEmpty() && text.size() == token.text.size())
        hint = quantity.hint;
    return fault(quantity.reason, token.span, text.toString(), hint);
}

ReadValue readRange(FieldType type, const Token &token, qsizetype dots)
{
    Value value{.text = {}, .pattern = false, .from = {}, .to = {}, .span = token.span};
    const QStringView low = QStringView(token.text).first(dots);
    const QStringView high = QStringView(token.text).sliced(dots + 2);
    if (low.isEmpty() && high.isEmpty())
        return fault(Reason::NotANumber, token.span, token.text);
    for (const auto &[text, end] : {std::pair(low, &value.from), std::pair(high, &value.to)}) {
        if (text.isEmpty())
            continue;
        const auto amount = readAmount(type, token, text);
        if (const Fault *wrong = std::get_if<Fault>(&amount))
            return *wrong;
        *end = std::get<Amount>(amount);
    }
    if (value.from && value.to && *value.from > *value.to)
        return fault(Reason::EmptyRange, token.span, token.text,
                     high.toString() + QStringLiteral("..") + low.toString());
    return value;
}

ReadValue readQuantityValue(FieldType type, const Token &op, const Token &token)
{
    if (token.pattern)
        return fault(Reason::NotANumber, token.span, token.text);
    const qsizetype dots = token.text.indexOf(QStringLiteral(".."));
    if (dots >= 0 && !isComparison(op.op))
        return readRange(type, token, dots);
    const auto amount = readAmount(type, token, token.text);
    if (const Fault *wrong = std::get_if<Fault>(&amount))
        return *wrong;
    if (type == FieldType::Span && !isComparison(op.op)) {
        // Nothing is ever two hours old to the millisecond.
        return fault(Reason::NeedsComparison, op.span, token.text, QStringLiteral(">"));
    }
    const Amount value = std::get<Amount>(amount);
    return Value{.text = {}, .pattern = false, .from = value, .to = value, .span = token.span};
}

ReadValue readValue(const Term &term, const Token &op, const Token &token)
{
    const FieldType type = infoOf(term.field).type;
    if (isQuantity(type))
        return readQuantityValue(type, op, token);
    if (type == FieldType::Label && isComparison(op.op))
        return readQuantityValue(FieldType::Money, op, token);
    if (type == FieldType::Choice)
        return readChoice(term.field, token);
    if (type == FieldType::Property)
        return readProperty(token);
    return textValue(token);
}

} // namespace

std::optional<QString> labelKey(const QString &name)
{
    const qsizetype dot = name.indexOf(u'.');
    if (dot < 0 || fieldFromName(QStringView(name).first(dot)) != Field::Meta)
        return std::nullopt;
    return name.sliced(dot + 1);
}

std::variant<NamedField, Fault> readField(const Token &name, const Token &op)
{
    if (name.pattern)
        return fault(Reason::UnknownField, name.span, name.text);
    if (auto key = labelKey(name.text)) {
        if (key->isEmpty())
            return fault(Reason::MissingKey, name.span, name.text);
        return NamedField{.field = Field::Meta, .key = std::move(*key)};
    }
    const auto field = name.quoted ? std::nullopt : fieldFromName(name.text);
    if (field == Field::Meta)
        return fault(Reason::MissingKey, name.span, name.text);
    if (field)
        return NamedField{.field = *field, .key = {}};
    const auto meant = nearest(name.text, fieldNames());
    const QString label =
        isComparison(op.op)
            ? QString()
            : printed(Term{.field = Field::Meta, .key = name.text, .op = op.op, .values = {}});
    // The hint stands in for the name alone.
    const qsizetype opLength = qsizetype(qstrlen(opText(op.op)));
    return fault(Reason::UnknownField, name.span, name.text,
                 meant.value_or(label.chopped(std::min(label.size(), opLength))));
}

std::variant<Term, Fault> readTermText(const TermText &text)
{
    Term term;
    if (!text.name) {
        for (const Token *token : text.values)
            term.values.push_back(textValue(*token));
        return term;
    }
    auto named = readField(*text.name, *text.op);
    if (const Fault *wrong = std::get_if<Fault>(&named))
        return *wrong;
    term.field = std::get<NamedField>(named).field;
    term.key = std::get<NamedField>(named).key;
    term.op = text.op->op;
    const FieldType type = infoOf(term.field).type;
    if (isComparison(term.op) && !isQuantity(type) && type != FieldType::Label)
        return fault(Reason::NotComparable, text.op->span, text.name->text, QStringLiteral(":"));
    for (const Token *token : text.values) {
        auto value = readValue(term, *text.op, *token);
        if (const Fault *wrong = std::get_if<Fault>(&value))
            return *wrong;
        term.values.push_back(std::get<Value>(std::move(value)));
    }
    if (isComparison(term.op) && term.values.size() > 1)
        return fault(Reason::OneValueOnly, text.values[1]->span, text.name->text);
    return term;
}

} // namespace sandglass::query
