// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command.h"

#include "app/cli/commandline.h"
#include "app/cli/output.h"
#include "app/cli/session.h"
#include "app/datafolder.h"
#include "app/enginelock.h"
#include "app/wiring.h"

#include <QCoreApplication>

namespace sandglass::app {

int runCommand(QCoreApplication &application, const cli::Invocation &invocation)
{
    const QString folder = dataFolder(invocation.dataFolder);
    const SystemClock clock;
    const std::unique_ptr<Fleet> fleet = attachedFleet(localSocketPath(folder), clock);
    cli::Session session(invocation, *fleet, clock,
                         [folder] { return EngineLock::holder(folder).has_value(); });
    QObject::connect(&session, &cli::Session::finished, &application,
                     [](int exitCode) { QCoreApplication::exit(exitCode); });
    QMetaObject::invokeMethod(&session, &cli::Session::start, Qt::QueuedConnection);
    return QCoreApplication::exec();
}

std::optional<int> answerAtOnce(const cli::Invocation &invocation, bool daemon)
{
    const cli::Output output(invocation.json);
    if (const auto *help = std::get_if<cli::ShowHelp>(&invocation.request)) {
        const QString text =
            cli::helpText(daemon ? cli::Program::Daemon : cli::Program::Console, help->topic);
        output.line(text.trimmed());
        return cli::ExitDone;
    }
    if (std::holds_alternative<cli::ShowVersion>(invocation.request)) {
        output.line(QStringLiteral("sandglass " SANDGLASS_VERSION));
        return cli::ExitDone;
    }
    return std::nullopt;
}

} // namespace sandglass::app
