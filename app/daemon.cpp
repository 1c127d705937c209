// SPDX-License-Identifier: GPL-3.0-or-later
// sandglassd: the engine without a window.
#include "app/cli/commandline.h"
#include "app/cli/exitcodes.h"
#include "app/cli/output.h"
#include "app/cli/words.h"
#include "app/command.h"
#include "app/datafolder.h"
#include "app/imagepreparation.h"
#include "app/languages.h"
#include "app/posixsignals.h"
#include "app/wiring.h"
#include "models/wording.h"

#include <QCoreApplication>

#include <algorithm>

using namespace sandglass;

namespace {

// Long work as lines of text, for whoever reads the daemon's output: a line a step.
void reportJobs(FleetFeed &feed, const cli::Output &output, QObject &context)
{
    auto said = std::make_shared<QHash<JobId, QString>>();
    QObject::connect(&feed, &FleetFeed::jobsChanged, &context, [&feed, output, said] {
        const QList<Job> jobs = feed.jobs();
        for (const Job &job : jobs) {
            QString text =
                QStringLiteral("%1 (%2)").arg(wording::jobText(job), wording::jobStateText(job.state));
            if (job.error)
                text += QStringLiteral(": ") + wording::errorSentence(*job.error);
            if (std::exchange((*said)[job.id], text) != text)
                output.fault(text);
        }
    });
}

int serve(const cli::Invocation &invocation)
{
    const cli::Output output(false);
    const SystemClock clock;
    const QString folder = app::dataFolder(invocation.dataFolder);
    const app::EngineChoice choice{folder,
                                   QStringLiteral("sandglassd"),
                                   invocation.demo,
                                   invocation.accelerator,
                                   invocation.apiPort,
                                   invocation.apiAddresses,
                                   invocation.apiNames,
                                   app::wantsKeyring()};
    const auto host = app::EngineHost::open(choice, clock);
    if (!host) {
        output.failure(host.error());
        return cli::ExitRefused;
    }
    Fleet &fleet = (*host)->fleet();
    const app::PosixSignals posixSignals;
    QObject::connect(&posixSignals, &app::PosixSignals::endRequested, qApp, [] { QCoreApplication::quit(); });
    reportJobs(fleet.feed(), output, *qApp);
    std::unique_ptr<app::ImagePreparation> images;
    if (invocation.prepareImages && !invocation.demo)
        images = std::make_unique<app::ImagePreparation>(fleet);
    fleet.feed().start();
    output.fault(cli::Words::tr("the engine of %1 is running (process %2); Ctrl+C ends it, sandboxes go on")
                     .arg(folder)
                     .arg(QCoreApplication::applicationPid()));
    return QCoreApplication::exec();
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("sandglassd"));
    QCoreApplication::setApplicationVersion(QStringLiteral(SANDGLASS_VERSION));
    const auto parsed = cli::parseCommandLine(cli::Program::Daemon, QCoreApplication::arguments().mid(1));
    app::speakLanguage(application, parsed.invocation ? parsed.invocation->language : QString());
    if (!parsed.invocation) {
        cli::Output(false).fault(parsed.fault);
        return cli::ExitUsage;
    }
    if (const auto exitCode = app::answerAtOnce(*parsed.invocation, true))
        return *exitCode;
    return serve(*parsed.invocation);
}
