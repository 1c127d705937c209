// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/launchrun.h"

#include "app/cli/words.h"
#include "backend/api/wire/sandboxcodec.h"
#include "backend/core/whenanswered.h"
#include "models/wording.h"

#include <algorithm>

namespace sandglass::cli {

LaunchRun::LaunchRun(Fleet &fleet, const Clock &clock, const Output &output, Launch request)
    : CommandRun(fleet, clock, output), m_request(std::move(request)), m_watch(fleet.feed())
{
    connect(&m_watch, &StatusWatch::settled, this, [this](const Sandbox &sandbox, bool expected) {
        report(sandbox);
        if (!expected && sandbox.error)
            m_output.fault(
                QStringLiteral("%1: %2").arg(sandbox.name, wording::errorSentence(*sandbox.error)));
        emit finished(expected ? ExitDone : ExitRefused);
    });
}

void LaunchRun::begin()
{
    const QList<TemplateInfo> templates = m_fleet.feed().templates();
    const auto info = std::ranges::find(templates, m_request.spec.templateId, &TemplateInfo::id);
    const bool byAgent = m_request.spec.templateId.isEmpty(); // which knows its template
    if (info == templates.end() && !byAgent) {
        QStringList names;
        for (const TemplateInfo &known : templates)
            names.append(known.id.toString());
        m_output.fault(Words::tr("There is no template \"%1\"; there are: %2.")
                           .arg(m_request.spec.templateId.toString(), names.join(QStringLiteral(", "))));
        emit finished(ExitNotFound);
        return;
    }
    if (!byAgent) {
        if (const auto checked = checkLaunchSpec(m_request.spec, *info); !checked)
            return finishRefused(checked.error());
    }
    if (!m_fleet.control())
        return finishRefused(Error(ErrorCode::Unsupported));
    whenAnswered(m_fleet.control()->launch(m_request.spec, Cause::Program), this,
                 [this](Result<Sandbox> answer) { accepted(answer); });
}

void LaunchRun::accepted(const Result<Sandbox> &answer)
{
    if (!answer)
        return finishRefused(answer.error());
    if (m_request.wait) {
        m_watch.add(*answer, Status::Running);
        return;
    }
    report(*answer);
    emit finished(ExitDone);
}

void LaunchRun::report(const Sandbox &sandbox)
{
    if (m_output.isJson())
        m_output.json(wire::encode(sandbox));
    else
        m_output.line(QStringLiteral("%1  %2  %3")
                          .arg(sandbox.name, sandbox.key.id.toString(), wording::statusText(sandbox.status)));
}

} // namespace sandglass::cli
