// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/imagepreparation.h"

#include "backend/core/logging.h"
#include "backend/core/whenanswered.h"

#include <algorithm>

namespace sandglass::app {

namespace {

// What every console starts with; other templates are built when somebody asks for them.
bool isStandard(const TemplateId &id)
{
    return id.toString() == u"code" || id.toString() == u"desktop";
}

bool isUnderWay(const Job &job)
{
    return job.kind == JobKind::BuildImage &&
           (job.state == JobState::Queued || job.state == JobState::Running);
}

} // namespace

ImagePreparation::ImagePreparation(Fleet &fleet, QObject *parent) : QObject(parent), m_fleet(fleet)
{
    FleetFeed &feed = fleet.feed();
    connect(&feed, &FleetFeed::reset, this, &ImagePreparation::look);
    connect(&feed, &FleetFeed::contextChanged, this, &ImagePreparation::look);
    connect(&feed, &FleetFeed::templatesChanged, this, &ImagePreparation::look);
    connect(&feed, &FleetFeed::jobsChanged, this, &ImagePreparation::look);
}

void ImagePreparation::look()
{
    FleetFeed &feed = m_fleet.feed();
    if (m_asking || !m_fleet.control() || feed.context().state != ContextState::Live ||
        std::ranges::any_of(feed.jobs(), isUnderWay))
        return;
    const QList<TemplateInfo> templates = feed.templates();
    const auto missing = std::ranges::find_if(templates, [this](const TemplateInfo &info) {
        return info.state == TemplateState::Missing && isStandard(info.id) && !m_tried.contains(info.id);
    });
    if (missing == templates.end())
        return;
    m_tried.insert(missing->id);
    m_asking = true;
    whenAnswered(m_fleet.control()->prepareTemplate(missing->id), this,
                 [this, id = missing->id](Result<JobId> job) {
                     m_asking = false;
                     if (!job)
                         qCWarning(lcApp, "image of %s: %s", qUtf8Printable(id.toString()),
                                   qUtf8Printable(job.error().toLogLine()));
                     look();
                 });
}

} // namespace sandglass::app
