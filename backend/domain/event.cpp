// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/event.h"

namespace sandglass {

namespace {

constexpr std::array TypeNames{"status", "heartbeat", "message"};
constexpr std::array CauseNames{"person", "program", "timeout", "policy", "engine", "guest"};

} // namespace

QString eventTypeName(EventType type)
{
    return QString::fromLatin1(TypeNames[static_cast<std::size_t>(type)]);
}

QString causeName(Cause cause)
{
    return QString::fromLatin1(CauseNames[static_cast<std::size_t>(cause)]);
}

std::optional<Cause> causeFromName(QStringView name)
{
    for (std::size_t i = 0; i < CauseNames.size(); ++i) {
        if (name == QLatin1StringView(CauseNames[i]))
            return static_cast<Cause>(i);
    }
    return std::nullopt;
}

} // namespace sandglass
