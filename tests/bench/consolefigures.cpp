// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/figures.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>

namespace sandglass::bench {

namespace {

using namespace std::chrono_literals;

constexpr int Rounds = 5;

// From the start of the process to its own word that the window, filled, was painted.
std::optional<double> consoleStart(const QString &console)
{
    const QTemporaryDir folder(QStringLiteral("/tmp/sandglass-XXXXXX"));
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), folder.path());
    environment.insert(QStringLiteral("QT_LOGGING_RULES"), QStringLiteral("sandglass.app.debug=true"));
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    QByteArray said;
    QObject::connect(&process, &QProcess::readyRead, &process, [&] { said += process.readAll(); });
    QElapsedTimer timer;
    timer.start();
    process.start(console, {QStringLiteral("--data-folder"), folder.path(), QStringLiteral("--demo"),
                            QStringLiteral("1000")});
    const bool shown =
        turnUntil([&] { return said.contains("window painted") || process.state() == QProcess::NotRunning; },
                  60s) &&
        said.contains("window painted");
    const double taken = milliseconds(timer);
    process.kill();
    process.waitForFinished();
    return shown ? std::optional(taken) : std::nullopt;
}

} // namespace

void measureConsole(Figures &figures)
{
    const QString name = QStringLiteral("console_start_ms");
    if (!figures.wants({name}))
        return;
    std::vector<double> times;
    for (int round = 0; round < Rounds; ++round) {
        const auto taken =
            consoleStart(QCoreApplication::applicationDirPath() + QStringLiteral("/../../app/sandglass"));
        if (!taken) {
            figures.fail(name, QStringLiteral("the console did not show its window"));
            return;
        }
        times.push_back(*taken);
    }
    figures.put(name, median(times), "ms");
}

} // namespace sandglass::bench
