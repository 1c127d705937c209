// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/backend/domain/query/queryfuzz.h"

#include "backend/domain/query/completion.h"
#include "backend/domain/query/edit.h"
#include "backend/domain/query/matcher.h"
#include "backend/domain/query/parser.h"

using namespace sandglass;
using namespace sandglass::query;

namespace {

void demand(bool holds, const char *what, const QString &text)
{
    if (!holds)
        qFatal("%s: %s", what, qPrintable(text));
}

Sandbox anySandbox()
{
    Sandbox sandbox;
    sandbox.key = {ContextId(QStringLiteral("local")), SandboxId(QStringLiteral("sb-00ff"))};
    sandbox.name = QStringLiteral("web-3");
    sandbox.metadata = {{QStringLiteral("team"), QStringLiteral("red")},
                        {QStringLiteral("step"), QStringLiteral("3")}};
    return sandbox;
}

void checkParsing(const QString &text)
{
    const Parsed parsed = parse(text);
    if (parsed.fault) {
        const Span where = parsed.fault->where;
        demand(where.start >= 0 && where.length >= 0 && where.end() <= text.size(), "fault out of text",
               text);
        demand(parsed.query.isEmpty(), "a query beside a fault", text);
        return;
    }
    const QString printed = parsed.query.text();
    const Parsed again = parse(printed);
    // Quotes may make the canonical text longer than may be read.
    if (again.fault && again.fault->reason == Reason::TooLong)
        return;
    demand(!again.fault && again.query == parsed.query, "not the same again", text);
    demand(again.query.text() == printed, "canonical text is not stable", text);
    const PriceBook prices = seedPriceBook();
    const Surroundings surroundings{.now = WallTime(std::chrono::hours(500'000)), .prices = &prices};
    const Matcher matcher(parsed.query);
    const bool fits = matcher.matches(anySandbox(), surroundings);
    if (parsed.query.root() && parsed.query.root()->type == Node::Type::Term) {
        const Matcher opposite(Query(negation(*parsed.query.root())));
        demand(fits != opposite.matches(anySandbox(), surroundings), "negation agrees", text);
    }
    (void)withChoices(parsed.query, Field::Status, {1, 2}).text();
}

void checkCompletion(const QString &text, qsizetype caret)
{
    const KnownValues known{.templates = {QStringLiteral("desktop")},
                            .backends = {QStringLiteral("local")},
                            .labelKeys = {QStringLiteral("team"), QStringLiteral("a key")},
                            .labelValues = [](const QString &) {
                                return QStringList{QStringLiteral("red")};
                            }};
    const Completion completion = complete(text, caret, known, 5);
    demand(completion.suggestions.size() <= 5, "too many suggestions", text);
    demand(completion.replaces.start >= 0 && completion.replaces.length >= 0 &&
               completion.replaces.end() <= text.size(),
           "completion out of text", text);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QString text =
        QString::fromUtf8(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    checkParsing(text);
    checkCompletion(text, size > 0 ? data[0] % (text.size() + 1) : 0);
    checkCompletion(text, text.size());
    return 0;
}
