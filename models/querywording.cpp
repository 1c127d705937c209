// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of queries: what is wrong with one, and what can be asked.
#include "models/wording.h"

#include <QCoreApplication>

namespace sandglass::wording {

namespace {

QString say(const char *text)
{
    return QCoreApplication::translate("wording", text);
}

// About brackets, joints and limits: the shape of the text.
QString shapeSentence(const query::Fault &fault)
{
    using query::Reason;
    switch (fault.reason) {
    case Reason::TooLong:
        return say(QT_TRANSLATE_NOOP("wording", "A query has at most %1 characters.")).arg(query::MaxLength);
    case Reason::TooDeep:
        return say(QT_TRANSLATE_NOOP("wording", "Brackets and negations are nested too deeply."));
    case Reason::TooManyTerms:
        return say(QT_TRANSLATE_NOOP("wording", "A query has at most %1 terms and values."))
            .arg(query::MaxTerms);
    case Reason::UnclosedQuote:
        return say(QT_TRANSLATE_NOOP("wording", "This quote is not closed."));
    case Reason::UnclosedBracket:
        return say(QT_TRANSLATE_NOOP("wording", "This bracket is not closed."));
    case Reason::UnopenedBracket:
        return say(QT_TRANSLATE_NOOP("wording", "This bracket closes none that was opened."));
    case Reason::EmptyBrackets:
        return say(QT_TRANSLATE_NOOP("wording", "There is nothing between these brackets."));
    case Reason::MissingTerm:
        return fault.subject.isEmpty()
                   ? say(QT_TRANSLATE_NOOP("wording", "Something to look for is missing here."))
                   : say(QT_TRANSLATE_NOOP("wording",
                                           "Something to look for is missing beside \"%1\"; in quotes it is "
                                           "an ordinary word."))
                         .arg(fault.subject);
    default:
        return {};
    }
}

// About fields and their values.
QString termSentence(const query::Fault &fault)
{
    using query::Reason;
    const QString &subject = fault.subject;
    switch (fault.reason) {
    case Reason::MissingField:
        return say(QT_TRANSLATE_NOOP("wording", "The name of a field is missing before %1.")).arg(subject);
    case Reason::MissingValue:
        return subject.isEmpty()
                   ? say(QT_TRANSLATE_NOOP("wording", "A value is missing after the comma."))
                   : say(QT_TRANSLATE_NOOP("wording", "A value of %1 is missing.")).arg(subject);
    case Reason::UnknownField:
        return say(QT_TRANSLATE_NOOP("wording", "There is no field \"%1\".")).arg(subject);
    case Reason::UnknownChoice:
        return say(QT_TRANSLATE_NOOP("wording", "\"%1\" is none of the possible values.")).arg(subject);
    case Reason::MissingKey:
        return say(QT_TRANSLATE_NOOP("wording", "The key of a label is missing, as in meta.env."));
    case Reason::NotComparable:
        return say(QT_TRANSLATE_NOOP("wording", "%1 is a text and has no more or less.")).arg(subject);
    case Reason::NeedsComparison:
        return say(QT_TRANSLATE_NOOP("wording", "A time is asked for with < or >, or as a range: 1h..2h."));
    case Reason::OneValueOnly:
        return say(QT_TRANSLATE_NOOP("wording", "%1 is compared with one value only.")).arg(subject);
    case Reason::NotANumber:
        return say(QT_TRANSLATE_NOOP("wording", "\"%1\" is no amount, as 2h, 512M or 1.5 are.")).arg(subject);
    case Reason::NeedsUnit:
        return say(QT_TRANSLATE_NOOP("wording", "%1 needs a unit: s, m, h or d for times, M or G for sizes."))
            .arg(subject);
    case Reason::EmptyRange:
        return say(QT_TRANSLATE_NOOP("wording", "This range ends before it begins."));
    default:
        return {};
    }
}

} // namespace

QString queryFaultSentence(const query::Fault &fault)
{
    const QString shape = shapeSentence(fault);
    const QString sentence = shape.isEmpty() ? termSentence(fault) : shape;
    if (fault.hint.isEmpty() || fault.reason == query::Reason::UnclosedQuote)
        return sentence;
    return say(QT_TRANSLATE_NOOP("wording", "%1 Perhaps %2?")).arg(sentence, fault.hint);
}

QString queryFieldText(query::Field field)
{
    using query::Field;
    switch (field) {
    case Field::Text:
        return say(QT_TRANSLATE_NOOP("wording", "in the name or id"));
    case Field::Name:
        return say(QT_TRANSLATE_NOOP("wording", "in the name"));
    case Field::Id:
        return say(QT_TRANSLATE_NOOP("wording", "in the id"));
    case Field::Status:
        return say(QT_TRANSLATE_NOOP("wording", "in this state"));
    case Field::Kind:
        return say(QT_TRANSLATE_NOOP("wording", "what is inside"));
    case Field::Mode:
        return say(QT_TRANSLATE_NOOP("wording", "what becomes of it"));
    case Field::Template:
        return say(QT_TRANSLATE_NOOP("wording", "launched from"));
    case Field::Agent:
        return say(QT_TRANSLATE_NOOP("wording", "whose agent it is"));
    case Field::Owner:
        return say(QT_TRANSLATE_NOOP("wording", "whose it is"));
    case Field::Backend:
        return say(QT_TRANSLATE_NOOP("wording", "where it runs"));
    case Field::Meta:
        return say(QT_TRANSLATE_NOOP("wording", "by label"));
    case Field::Has:
        return say(QT_TRANSLATE_NOOP("wording", "what it has"));
    case Field::Age:
        return say(QT_TRANSLATE_NOOP("wording", "since it was made"));
    case Field::Unchanged:
        return say(QT_TRANSLATE_NOOP("wording", "since it is in its state"));
    case Field::Left:
        return say(QT_TRANSLATE_NOOP("wording", "until it ends"));
    case Field::Cost:
        return say(QT_TRANSLATE_NOOP("wording", "so far"));
    case Field::Rate:
        return say(QT_TRANSLATE_NOOP("wording", "per hour"));
    case Field::Cpus:
        return say(QT_TRANSLATE_NOOP("wording", "virtual processors"));
    case Field::Memory:
    case Field::Disk:
        return say(QT_TRANSLATE_NOOP("wording", "as granted"));
    }
    return {};
}

} // namespace sandglass::wording
