// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/microvm/engine/enginenews.h"

#include <QHash>
#include <QObject>
#include <QTimer>

namespace sandglass::microvm {

// Gathers what happened and tells it at most 30 times a second; the first news after a quiet time goes out at
// once. Engine thread.
class NewsDesk : public QObject
{
    Q_OBJECT

public:
    explicit NewsDesk(QObject *parent = nullptr);

    void tellAll(const QList<Sandbox> &all);
    void tell(const Sandbox &sandbox);
    void tell(const QList<Event> &events);
    void tell(const ContextInfo &context);
    void tell(const QList<TemplateInfo> &templates);
    void tell(const QList<Job> &jobs);
    void tell(const QList<CheckpointInfo> &checkpoints);
    void tell(const QList<PoolInfo> &pools);
    void tell(const QList<Agent> &agents);
    void tell(const FleetPolicy &policy);

signals:
    void published(const sandglass::microvm::EngineNews &news);

private:
    void soon();
    void publish();

    EngineNews m_news;
    QHash<SandboxId, qsizetype> m_places; // in m_news.delta.changed
    QTimer m_pause;
    bool m_posted = false;
};

} // namespace sandglass::microvm
