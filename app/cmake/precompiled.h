// SPDX-License-Identifier: GPL-3.0-or-later
// What nearly every file includes; compiled once and shared by all targets (see SandglassTargets.cmake). A
// file must not rely on it: headers are also compiled alone.
#pragma once

#include <QFuture>
#include <QHash>
#include <QList>
#include <QMap>
#include <QObject>
#include <QPromise>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <variant>
#include <vector>
