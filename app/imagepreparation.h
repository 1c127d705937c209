// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/fleet.h"

#include <QSet>

namespace sandglass::app {

// Has the images of missing templates built as soon as the engine is live, one after the other, each tried
// once; they are seen as jobs. Main thread; the fleet outlives it.
class ImagePreparation final : public QObject
{
    Q_OBJECT

public:
    explicit ImagePreparation(Fleet &fleet, QObject *parent = nullptr);

private:
    void look();

    Fleet &m_fleet;
    QSet<TemplateId> m_tried;
    bool m_asking = false;
};

} // namespace sandglass::app
