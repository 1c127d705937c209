// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/consolestart.h"

#include "tests/bench/figures.h"

#include <QCoreApplication>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>

namespace sandglass::bench {

namespace {

using namespace std::chrono_literals;

constexpr int Rounds = 7;

bool isSaid(const QByteArray &said, const ConsoleStart &start)
{
    if (!start.until.isEmpty())
        return said.contains(start.until);
    static const QRegularExpression Painted(QStringLiteral("window painted with (\\d+) rows"));
    const auto match = Painted.match(QString::fromUtf8(said));
    return match.hasMatch() && match.captured(1).toInt() >= start.rows;
}

} // namespace

std::optional<double> startConsole(const ConsoleStart &start)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), start.folder);
    environment.insert(QStringLiteral("QT_LOGGING_RULES"),
                       QStringLiteral("sandglass.app.debug=true;sandglass.store.debug=true"));
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    QByteArray said;
    QObject::connect(&process, &QProcess::readyRead, &process, [&] { said += process.readAll(); });
    QElapsedTimer timer;
    timer.start();
    process.start(QCoreApplication::applicationDirPath() + QStringLiteral("/../../app/sandglass"),
                  {QStringLiteral("--data-folder"), start.folder, QStringLiteral("--demo"),
                   QString::number(start.sandboxes)});
    const bool isSo =
        turnUntil([&] { return isSaid(said, start) || process.state() == QProcess::NotRunning; }, 300s);
    const double taken = milliseconds(timer);
    process.kill();
    process.waitForFinished();
    return isSo && isSaid(said, start) ? std::optional(taken) : std::nullopt;
}

void measureCachedStart(Figures &figures)
{
    constexpr int Many = 100'000;
    const QString name = QStringLiteral("console_start_100k_cached_ms");
    if (!figures.wants({name}))
        return;
    const QTemporaryDir folder(QStringLiteral("/tmp/sandglass-XXXXXX"));
    if (!startConsole({.folder = folder.path(), .sandboxes = Many, .until = "the fleet is kept"}))
        return figures.fail(name, QStringLiteral("the fleet was not kept"));
    std::vector<double> times;
    for (int round = 0; round < Rounds; ++round) {
        // Stopped and deleted ones are not shown.
        const auto taken = startConsole({.folder = folder.path(), .sandboxes = Many, .rows = Many / 5 * 4});
        if (!taken)
            return figures.fail(name, QStringLiteral("it did not begin with what was kept"));
        times.push_back(*taken);
    }
    figures.put(name, std::ranges::min(times), "ms");
    figures.put(name + QStringLiteral("_median"), median(times), "ms");
}

} // namespace sandglass::bench
