// SPDX-License-Identifier: GPL-3.0-or-later
// The console's list at a size: how long it loads, what a row weighs, how soon a query and an order are
// painted, how many events a second it takes, what all of it does to the window's loop. Prints `name value
// unit` lines.
#include "tests/bench/consolestart.h"
#include "tests/bench/fleetwindow.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QLoggingCategory>

using namespace sandglass::bench;

namespace {

int number(const QCommandLineParser &parser, const char *name)
{
    return parser.value(QLatin1StringView(name)).toInt();
}

} // namespace

int main(int argc, char **argv)
{
    const QApplication app(argc, argv);
    QLoggingCategory::setFilterRules(QStringLiteral("sandglass.*.info=false"));
    QCommandLineParser parser;
    parser.addHelpOption();
    const QString parts = QStringLiteral("start,filter,sort,proxy,events,churn");
    parser.addOptions({
        {QStringLiteral("rows"), QStringLiteral("how many sandboxes"), QStringLiteral("n"),
         QStringLiteral("1000000")},
        {QStringLiteral("parts"), QStringLiteral("what is measured once they are loaded"),
         QStringLiteral("list"), parts},
        {QStringLiteral("events"), QStringLiteral("a second"), QStringLiteral("n"), QStringLiteral("100000")},
        {QStringLiteral("seconds"), QStringLiteral("of events"), QStringLiteral("n"), QStringLiteral("60")},
        {QStringLiteral("churn-seconds"),
         QStringLiteral("of 10,000 events a second; 600 for the whole figure"), QStringLiteral("n"),
         QStringLiteral("60")},
    });
    parser.process(app);
    const QStringList wanted = parser.value(QStringLiteral("parts")).split(u',');
    const auto wants = [&](const char *part) {
        return wanted.contains(QLatin1StringView(part));
    };
    Figures figures({});
    if (wants("start"))
        measureCachedStart(figures);
    FleetWindow window(number(parser, "rows"), figures);
    if (wanted == QStringList{QStringLiteral("start")})
        return figures.failed() ? 1 : 0;
    window.load();
    if (wants("filter"))
        window.filter();
    if (wants("sort"))
        window.sort();
    if (wants("proxy"))
        window.proxy();
    if (wants("events"))
        window.events(number(parser, "events"), std::chrono::seconds(number(parser, "seconds")));
    if (wants("churn"))
        window.churn(10'000, std::chrono::seconds(number(parser, "churn-seconds")));
    return figures.failed() ? 1 : 0;
}
