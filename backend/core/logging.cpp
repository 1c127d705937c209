// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/core/logging.h"

namespace sandglass {

Q_LOGGING_CATEGORY(lcEngine, "sandglass.engine", QtInfoMsg)
Q_LOGGING_CATEGORY(lcQmp, "sandglass.qmp", QtInfoMsg)
Q_LOGGING_CATEGORY(lcChannel, "sandglass.channel", QtInfoMsg)
Q_LOGGING_CATEGORY(lcStore, "sandglass.store", QtInfoMsg)
Q_LOGGING_CATEGORY(lcImages, "sandglass.images", QtInfoMsg)
Q_LOGGING_CATEGORY(lcGateway, "sandglass.gateway", QtInfoMsg)
Q_LOGGING_CATEGORY(lcViewer, "sandglass.viewer", QtInfoMsg)
Q_LOGGING_CATEGORY(lcApp, "sandglass.app", QtInfoMsg)

} // namespace sandglass
