// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/sandbox.h"

#include <QRegularExpression>

namespace sandglass {

namespace {

constexpr std::array KindNames{"code", "browser", "desktop", "mobile"};
constexpr std::array ModeNames{"ephemeral", "persistent", "hibernating"};

template<typename Enum, std::size_t N>
std::optional<Enum> fromName(const std::array<const char *, N> &names, QStringView name)
{
    for (std::size_t i = 0; i < N; ++i) {
        if (name == QLatin1StringView(names[i]))
            return static_cast<Enum>(i);
    }
    return std::nullopt;
}

} // namespace

QString kindName(Kind kind)
{
    return QString::fromLatin1(KindNames[static_cast<std::size_t>(kind)]);
}

std::optional<Kind> kindFromName(QStringView name)
{
    return fromName<Kind>(KindNames, name);
}

QString modeName(Mode mode)
{
    return QString::fromLatin1(ModeNames[static_cast<std::size_t>(mode)]);
}

std::optional<Mode> modeFromName(QStringView name)
{
    return fromName<Mode>(ModeNames, name);
}

Result<void> checkName(const QString &name)
{
    static const QRegularExpression Pattern(QStringLiteral("\\A[A-Za-z0-9][A-Za-z0-9._-]{0,62}\\z"));
    if (!Pattern.match(name).hasMatch())
        return fail(ErrorCode::InvalidName, name);
    return {};
}

} // namespace sandglass
