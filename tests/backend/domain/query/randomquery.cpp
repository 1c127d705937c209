// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/backend/domain/query/randomquery.h"

#include "backend/domain/query/wildcard.h"

namespace sandglass::test {

using namespace sandglass::query;

QString RandomQuery::word()
{
    static const QStringList Words{
        QStringLiteral("web"),      QStringLiteral("a b"),   QStringLiteral("and"),
        QStringLiteral("NOT"),      QStringLiteral("-x"),    QStringLiteral("!y"),
        QStringLiteral("a:b"),      QStringLiteral("k=v"),   QStringLiteral("(c)"),
        QStringLiteral("1,2"),      QStringLiteral("\"q\""), QStringLiteral("back\\slash"),
        QStringLiteral("star*"),    QStringLiteral("wh?t"),  QStringLiteral("1..2"),
        QStringLiteral("（全角）"), QStringLiteral("沙漏"),  QStringLiteral("\\"),
        QStringLiteral("a.b/c"),    QStringLiteral("x!=y"),  QStringLiteral(" "),
        QStringLiteral("“x”"),      QStringLiteral("<>"),    QStringLiteral("status"),
        QString(QChar(u'\x3000')),  QStringLiteral("-"),
    };
    QString made = Words.at(below(int(Words.size())));
    if (below(4) == 0)
        made += Words.at(below(int(Words.size())));
    return made;
}

Value RandomQuery::range(FieldType type)
{
    Value value{.text = {}, .pattern = false, .from = {}, .to = {}, .span = {}};
    const qint64 most = type == FieldType::Count ? 1000 : 3'000'000'000'000;
    Amount low = m_random.bounded(most);
    Amount high = m_random.bounded(most);
    if (low > high)
        std::swap(low, high);
    const int open = below(4);
    if (open != 0)
        value.from = low;
    if (open != 1)
        value.to = high;
    return value;
}

Value RandomQuery::value(const Term &term)
{
    const FieldType type = infoOf(term.field).type;
    if (isQuantity(type) || (type == FieldType::Label && term.op >= Op::Less)) {
        Value made = range(type);
        const bool single = term.op >= Op::Less || (type != FieldType::Span && below(2) == 0);
        if (single)
            made.from = made.to = made.from.value_or(made.to.value_or(0));
        else if (made.from == made.to)
            made.to = *made.from + 1;
        return made;
    }
    Value made{.text = word(), .pattern = false, .from = {}, .to = {}, .span = {}};
    const QStringList &choices = choicesOf(term.field);
    if (!choices.isEmpty())
        made.text = choices.at(below(int(choices.size())));
    if (type == FieldType::Choice && below(4) == 0) {
        made.text = made.text.first(2) + u'*';
        made.pattern = true;
    } else if (type == FieldType::Property && below(2) == 0) {
        made.text = QStringLiteral("meta.") + word();
    } else if (choices.isEmpty() && below(3) == 0) {
        made.text = escaped(made.text) + u'*' + escaped(word());
        made.pattern = true;
    } else if (choices.isEmpty() && below(20) == 0 && term.field != Field::Text) {
        made.text.clear();
    }
    return made;
}

Term RandomQuery::term()
{
    Term made;
    const int which = below(int(fields().size()) + 4);
    made.field = which < int(fields().size()) ? fields()[std::size_t(which)].field : Field::Text;
    const FieldType type = infoOf(made.field).type;
    if (made.field == Field::Meta)
        made.key = word();
    const bool comparable = isQuantity(type) || type == FieldType::Label;
    if (made.field != Field::Text)
        made.op = static_cast<Op>(below(comparable ? 7 : 3));
    const int count = made.op >= Op::Less ? 1 : 1 + below(3);
    for (int i = 0; i < count; ++i)
        made.values.push_back(value(made));
    return made;
}

Node RandomQuery::node(int depth)
{
    const int type = depth >= 4 ? 0 : below(5);
    if (type < 2)
        return termNode(term());
    if (type == 2)
        return negation(node(depth + 1));
    std::vector<Node> nodes;
    for (int count = 2 + below(3); count > 0; --count)
        nodes.push_back(node(depth + 1));
    return type == 3 ? conjunction(std::move(nodes)) : disjunction(std::move(nodes));
}

Query RandomQuery::query()
{
    return below(50) == 0 ? Query() : Query(node(0));
}

QString RandomQuery::text()
{
    static const QStringList Pieces{
        QStringLiteral("status"),  QStringLiteral(":"),        QStringLiteral("="),
        QStringLiteral("!="),      QStringLiteral("<"),        QStringLiteral(">="),
        QStringLiteral("("),       QStringLiteral(")"),        QStringLiteral(","),
        QStringLiteral("\""),      QStringLiteral(" "),        QStringLiteral("and "),
        QStringLiteral("or "),     QStringLiteral("not "),     QStringLiteral("-"),
        QStringLiteral("running"), QStringLiteral("age"),      QStringLiteral("2h"),
        QStringLiteral(".."),      QStringLiteral("meta."),    QStringLiteral("*"),
        QStringLiteral("\\"),      QStringLiteral("cost>1.5"), QStringLiteral("team"),
        QStringLiteral("：“（"),   QStringLiteral("has:"),     QStringLiteral("9999999999999999999999"),
    };
    QString made;
    for (int count = below(24); count > 0; --count)
        made += Pieces.at(below(int(Pieces.size())));
    return made;
}

} // namespace sandglass::test
