// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/logline.h"

#include "models/outputtext.h"
#include "models/wording.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

namespace sandglass {

namespace {

constexpr qsizetype LongestText = 4000;

QString oneLine(const QByteArray &bytes)
{
    OutputText cleaner;
    QString text = cleaner.add(bytes.left(4 * LongestText));
    text.replace(u'\n', u' ');
    text.remove(u'\r');
    return text.left(LongestText);
}

LogLevel levelOf(const QString &text)
{
    static const QRegularExpression error(
        QStringLiteral(
            R"(\b(error|fail(ed|ure)?|fatal|panic|oops|bug|segfault|critical|emerg|out of memory)\b)"),
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression warning(
        QStringLiteral(R"(\b(warn(ing)?|deprecated|timed out|retry(ing)?)\b)"),
        QRegularExpression::CaseInsensitiveOption);
    if (error.match(text).hasMatch())
        return LogLevel::Error;
    return warning.match(text).hasMatch() ? LogLevel::Warning : LogLevel::Info;
}

// The journal gives bytes that are no UTF-8 as a list of numbers.
QString textOf(const QJsonValue &value)
{
    if (value.isString())
        return oneLine(value.toString().toUtf8());
    QByteArray bytes;
    const QJsonArray numbers = value.toArray();
    for (const QJsonValue &each : numbers) {
        if (bytes.size() >= LongestText)
            break;
        bytes += static_cast<char>(each.toInt());
    }
    return oneLine(bytes);
}

} // namespace

LogLine consoleLine(const QString &raw)
{
    static const QRegularExpression kernel(QStringLiteral(R"(^(?:<\d+>)?\[\s*(\d+\.\d+)\]\s*(.*)$)"));
    static const QRegularExpression unit(
        QStringLiteral(R"(^\[\s*(OK|FAILED|DEPEND|WARN|TIME|SKIP|INFO)\s*\]\s*(.*)$)"));
    LogLine line;
    line.text = oneLine(raw.toUtf8());
    if (const auto match = kernel.match(line.text); match.hasMatch()) {
        line.time = match.captured(1);
        line.source = QStringLiteral("kernel");
        line.text = match.captured(2);
    } else if (const auto status = unit.match(line.text); status.hasMatch()) {
        line.source = QStringLiteral("systemd");
        line.text = status.captured(2);
        const QString word = status.captured(1);
        line.level = word == u"FAILED" || word == u"DEPEND" ? LogLevel::Error
                     : word == u"WARN" || word == u"TIME"   ? LogLevel::Warning
                                                            : LogLevel::Info;
        return line;
    }
    line.level = levelOf(line.text);
    return line;
}

std::optional<LogLine> journalLine(const QByteArray &json)
{
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    if (object.isEmpty() || !object.contains(QLatin1StringView("MESSAGE")))
        return std::nullopt;
    LogLine line;
    line.text = textOf(object.value(QLatin1StringView("MESSAGE")));
    line.source = textOf(object.value(QLatin1StringView("SYSLOG_IDENTIFIER"))).left(64);
    if (line.source.isEmpty())
        line.source = textOf(object.value(QLatin1StringView("_SYSTEMD_UNIT"))).left(64);
    bool isNumber = false;
    const qint64 micros =
        object.value(QLatin1StringView("__REALTIME_TIMESTAMP")).toString().toLongLong(&isNumber);
    if (isNumber)
        line.time = wording::timeOfDayText(WallTime(std::chrono::milliseconds(micros / 1000)));
    const int priority = object.value(QLatin1StringView("PRIORITY")).toString().toInt(&isNumber);
    if (isNumber)
        line.level = priority <= 3   ? LogLevel::Error
                     : priority == 4 ? LogLevel::Warning
                     : priority <= 6 ? LogLevel::Info
                                     : LogLevel::Debug;
    return line;
}

QList<QByteArray> LineSplitter::add(const QByteArray &bytes)
{
    m_rest += bytes;
    QList<QByteArray> lines;
    qsizetype begin = 0;
    for (qsizetype end = m_rest.indexOf('\n'); end >= 0; end = m_rest.indexOf('\n', begin)) {
        qsizetype size = end - begin;
        if (size > 0 && m_rest.at(end - 1) == '\r')
            --size;
        lines.append(m_rest.mid(begin, qMin(size, LongestLine)));
        begin = end + 1;
    }
    m_rest.remove(0, begin);
    while (m_rest.size() > LongestLine) {
        lines.append(m_rest.first(LongestLine));
        m_rest.remove(0, LongestLine);
    }
    return lines;
}

} // namespace sandglass
