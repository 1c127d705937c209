// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/timezonechoice.h"

#include <QCoreApplication>
#include <QTimeZone>

#include <cstring>

namespace sandglass {

namespace {

constexpr char Context[] = "sandglass.timezone";
constexpr char Source[] = "local";

} // namespace

TimeZoneChoice::TimeZoneChoice(QObject *parent) : QTranslator(parent) {}

TimeZoneChoice::~TimeZoneChoice()
{
    QCoreApplication::removeTranslator(this);
}

void TimeZoneChoice::setZone(const QByteArray &id)
{
    const QByteArray wanted = QTimeZone::isTimeZoneIdAvailable(id) ? id : QByteArray();
    if (wanted == m_id)
        return;
    QCoreApplication::removeTranslator(this); // nobody reads it from here on
    m_id = wanted;
    if (!m_id.isEmpty())
        QCoreApplication::installTranslator(this);
}

QString TimeZoneChoice::translate(const char *context, const char *source, const char *, int) const
{
    const bool asked =
        context && source && std::strcmp(context, Context) == 0 && std::strcmp(source, Source) == 0;
    return asked ? QString::fromLatin1(m_id) : QString();
}

QByteArray TimeZoneChoice::chosen()
{
    const QString id = QCoreApplication::translate(Context, Source);
    return id == QLatin1StringView(Source) ? QByteArray() : id.toLatin1();
}

} // namespace sandglass
