// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/screen/screenwords.h"

#include <QCoreApplication>

namespace sandglass::viewers {

namespace {

struct ScreenText
{
    Q_DECLARE_TR_FUNCTIONS(sandglass::viewers::ScreenText)
};

QString ageText(std::chrono::milliseconds age)
{
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(age).count();
    if (seconds < 60)
        return ScreenText::tr("%n second(s)", "age of a picture", int(seconds));
    if (seconds < 3600)
        return ScreenText::tr("%n minute(s)", "age of a picture", int(seconds / 60));
    return ScreenText::tr("%n hour(s)", "age of a picture", int(seconds / 3600));
}

QString shortReason(const Error &error)
{
    switch (error.code()) {
    case ErrorCode::GuestUnreachable:
        return ScreenText::tr("The screen cannot be reached. The sandbox may have stopped.");
    case ErrorCode::TimedOut:
        return ScreenText::tr("The screen stopped answering.");
    case ErrorCode::PermissionDenied:
        return ScreenText::tr("The screen refused access. Check its password.");
    case ErrorCode::ProtocolViolation:
        return ScreenText::tr("The screen sent data that this console does not accept.");
    case ErrorCode::Unsupported:
        return ScreenText::tr("The screen asks for a kind of security that this console does not have.");
    case ErrorCode::LimitReached:
        return ScreenText::tr("Too many files and connections are open. Close some screens and try again.");
    case ErrorCode::OutOfMemory:
        return ScreenText::tr("There is not enough memory for this screen.");
    case ErrorCode::NoScreen:
        return ScreenText::tr("This sandbox has no screen.");
    default:
        return ScreenText::tr("The screen cannot be shown (%1).").arg(errorCodeName(error.code()));
    }
}

} // namespace

QString screenWords(const ScreenCondition &condition, const std::function<QString(const Error &)> &explain)
{
    const auto reason = [&](const Error &error) {
        const QString said = explain ? explain(error) : QString();
        return said.isEmpty() ? shortReason(error) : said;
    };
    QString words;
    switch (condition.state) {
    case VncState::Closed:
        return ScreenText::tr("No screen is open.");
    case VncState::Connecting:
        words = ScreenText::tr("Connecting to the screen…");
        break;
    case VncState::Connected:
        return condition.hasFrame ? QString() : ScreenText::tr("Connected. Waiting for the first picture…");
    case VncState::Reconnecting:
        words = ScreenText::tr("Connection lost. Connecting again…");
        break;
    case VncState::Failed:
        words = condition.error ? reason(*condition.error) : ScreenText::tr("The screen cannot be shown.");
        break;
    }
    if (condition.error && condition.state != VncState::Failed)
        words += QLatin1Char('\n') + reason(*condition.error);
    if (condition.hasFrame)
        words +=
            QLatin1Char('\n') + ScreenText::tr("This picture is %1 old.").arg(ageText(condition.frameAge));
    return words;
}

} // namespace sandglass::viewers
