// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/argumentreader.h"

#include "app/cli/words.h"

#include <algorithm>

namespace sandglass::cli {

namespace {

// "-15m" is a value.
bool isOption(const QString &argument)
{
    return argument.size() > 1 && argument.startsWith(u'-') && !argument[1].isDigit();
}

} // namespace

bool ArgumentReader::read(const QStringList &arguments, std::span<const Option> known, bool firstOperandOnly)
{
    for (qsizetype at = 0; at < arguments.size();) {
        const QString &argument = arguments[at];
        if (argument == u"--") {
            m_sawDashes = true;
            m_rest = arguments.mid(at + 1);
            return true;
        }
        if (isOption(argument)) {
            at = takeOption(arguments, at, known);
            if (at < 0)
                return false;
            continue;
        }
        m_operands.append(argument);
        ++at;
        if (firstOperandOnly) {
            m_rest = arguments.mid(at);
            return true;
        }
    }
    return true;
}

QString ArgumentReader::value(const char *option) const
{
    return m_options.value(QLatin1StringView(option)).value(0);
}

QStringList ArgumentReader::values(const char *option) const
{
    return m_options.value(QLatin1StringView(option));
}

// Answers where the next argument is; negative: a fault.
qsizetype ArgumentReader::takeOption(const QStringList &arguments, qsizetype at,
                                     std::span<const Option> known)
{
    const QString &argument = arguments[at];
    const qsizetype equals = argument.startsWith(u"--") ? argument.indexOf(u'=') : -1;
    const QString name = equals < 0 ? argument : argument.first(equals);
    const auto option = std::ranges::find_if(known, [&](const Option &candidate) {
        return name == QLatin1StringView(candidate.name) ||
               (candidate.shortName && name == QLatin1StringView(candidate.shortName));
    });
    if (option == known.end()) {
        m_fault = Words::tr("There is no option %1 here.").arg(name);
        return -1;
    }
    QStringList &values = m_options[QLatin1StringView(option->name)];
    if (!values.isEmpty() && !option->repeats) {
        m_fault = Words::tr("%1 is given twice.").arg(name);
        return -1;
    }
    if (!option->takesValue) {
        if (equals >= 0) {
            m_fault = Words::tr("%1 takes no value.").arg(name);
            return -1;
        }
        values.append(QString());
        return at + 1;
    }
    if (equals >= 0) {
        values.append(argument.sliced(equals + 1));
        return at + 1;
    }
    if (at + 1 >= arguments.size()) {
        m_fault = Words::tr("%1 needs a value.").arg(name);
        return -1;
    }
    values.append(arguments[at + 1]);
    return at + 2;
}

} // namespace sandglass::cli
