// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/query/parser.h"

#include "backend/domain/query/printer.h"
#include "backend/domain/query/termreader.h"
#include "backend/domain/query/tokenizer.h"

#include <algorithm>

namespace sandglass::query {

namespace {

// Recursive descent; each function answers nothing once there is a fault.
class Parser
{
public:
    explicit Parser(const std::vector<Token> &tokens) : m_tokens(tokens) {}

    Parsed run()
    {
        if (token().type == Token::Type::End)
            return {};
        std::optional<Node> root = readOr();
        if (root && token().type == Token::Type::Close)
            fail(Reason::UnopenedBracket, token().span);
        if (m_fault)
            return {.query = {}, .fault = m_fault};
        return {.query = Query(std::move(*root)), .fault = {}};
    }

private:
    [[nodiscard]] const Token &token(std::size_t ahead = 0) const
    {
        return m_tokens[std::min(m_at + ahead, m_tokens.size() - 1)];
    }
    [[nodiscard]] bool isKeyword(QStringView word) const
    {
        const Token &t = token();
        return t.type == Token::Type::Word && !t.quoted && !t.pattern && !t.isValue &&
               t.text.compare(word, Qt::CaseInsensitive) == 0 && token(1).type != Token::Type::Operator;
    }
    [[nodiscard]] bool isOver() const
    {
        return token().type == Token::Type::End || token().type == Token::Type::Close;
    }
    std::nullopt_t fail(Reason reason, Span where, const QString &subject = {}, const QString &hint = {})
    {
        if (!m_fault)
            m_fault = Fault{.reason = reason, .where = where, .subject = subject, .hint = hint};
        return std::nullopt;
    }
    // A joining word stands here where something to ask was expected.
    std::nullopt_t failMissing(const Token &joint)
    {
        const QString hint = joint.type == Token::Type::Word ? u'"' + joint.text + u'"' : QString();
        return fail(Reason::MissingTerm, joint.span, joint.text, hint);
    }

    std::optional<Node> readOr()
    {
        std::vector<Node> nodes;
        for (;;) {
            auto node = readAnd();
            if (!node)
                return std::nullopt;
            nodes.push_back(std::move(*node));
            if (!isKeyword(u"or"))
                return disjunction(std::move(nodes));
            const Token &joint = token();
            ++m_at;
            if (isOver())
                return failMissing(joint);
        }
    }

    std::optional<Node> readAnd()
    {
        std::vector<Node> nodes;
        for (;;) {
            auto node = readNot();
            if (!node)
                return std::nullopt;
            nodes.push_back(std::move(*node));
            if (isKeyword(u"and")) {
                const Token &joint = token();
                ++m_at;
                if (isOver())
                    return failMissing(joint);
            } else if (isOver() || isKeyword(u"or")) {
                return conjunction(std::move(nodes));
            }
        }
    }

    std::optional<Node> readNot()
    {
        const bool negated = token().type == Token::Type::Negation || isKeyword(u"not");
        if (!negated)
            return readPrimary();
        const Token &sign = token();
        if (m_depth >= MaxDepth)
            return fail(Reason::TooDeep, sign.span);
        ++m_at;
        if (isOver())
            return failMissing(sign);
        ++m_depth;
        auto node = readNot();
        --m_depth;
        if (!node)
            return std::nullopt;
        node->span = {sign.span.start, node->span.end() - sign.span.start};
        return negation(std::move(*node));
    }

    std::optional<Node> readPrimary()
    {
        const Token &first = token();
        switch (first.type) {
        case Token::Type::Open:
            return readBrackets();
        case Token::Type::Close:
            return fail(Reason::UnopenedBracket, first.span);
        case Token::Type::Operator:
            return fail(Reason::MissingField, first.span, QLatin1StringView(opText(first.op)));
        case Token::Type::Word:
            if (isKeyword(u"and") || isKeyword(u"or"))
                return failMissing(first);
            return readTerm();
        default:
            return fail(Reason::MissingTerm, first.span);
        }
    }

    std::optional<Node> readBrackets()
    {
        const Token &open = token();
        if (m_depth >= MaxDepth)
            return fail(Reason::TooDeep, open.span);
        ++m_at;
        if (token().type == Token::Type::Close)
            return fail(Reason::EmptyBrackets, {open.span.start, token().span.end() - open.span.start});
        if (token().type == Token::Type::End)
            return fail(Reason::UnclosedBracket, open.span);
        ++m_depth;
        auto node = readOr();
        --m_depth;
        if (!node)
            return std::nullopt;
        if (token().type != Token::Type::Close)
            return fail(Reason::UnclosedBracket, open.span);
        node->span = {open.span.start, token().span.end() - open.span.start};
        ++m_at;
        return node;
    }

    std::optional<Node> readTerm()
    {
        const Token &first = token();
        TermText text{.name = nullptr, .op = nullptr, .values = {}};
        if (token(1).type == Token::Type::Operator) {
            text.name = &first;
            text.op = &token(1);
            m_at += 2;
            if (token().type != Token::Type::Word)
                return missingValue(text, token());
        }
        for (;;) {
            text.values.push_back(&token());
            if (++m_terms > MaxTerms)
                return fail(Reason::TooManyTerms, token().span);
            ++m_at;
            if (token().type != Token::Type::Comma)
                break;
            ++m_at;
            if (token().type != Token::Type::Word)
                return missingValue(text, token());
        }
        const Span span{first.span.start, text.values.back()->span.end() - first.span.start};
        auto term = readTermText(text);
        if (const Fault *fault = std::get_if<Fault>(&term))
            return fail(fault->reason, fault->where, fault->subject, fault->hint);
        return termNode(std::move(std::get<Term>(term)), span);
    }

    // Nothing stands where a value should; a wrong field's name is the more useful thing to hear about.
    std::nullopt_t missingValue(const TermText &text, const Token &at)
    {
        if (text.name) {
            const auto field = readField(*text.name, *text.op);
            if (const Fault *fault = std::get_if<Fault>(&field))
                return fail(fault->reason, fault->where, fault->subject, fault->hint);
        }
        const qsizetype start = text.name ? text.name->span.start : text.values.back()->span.start;
        return fail(Reason::MissingValue, {start, at.span.start - start},
                    text.name ? text.name->text : QString());
    }

    const std::vector<Token> &m_tokens;
    std::size_t m_at = 0;
    int m_depth = 0;
    int m_terms = 0;
    std::optional<Fault> m_fault;
};

} // namespace

Parsed parse(QStringView text)
{
    if (text.size() > MaxLength) {
        return {.query = {},
                .fault = Fault{.reason = Reason::TooLong,
                               .where = {MaxLength, text.size() - MaxLength},
                               .subject = {},
                               .hint = {}}};
    }
    const Tokens tokens = tokenize(text);
    if (tokens.fault)
        return {.query = {}, .fault = tokens.fault};
    return Parser(tokens.list).run();
}

} // namespace sandglass::query
