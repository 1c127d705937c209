// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>

namespace sandglass {

// How much a line of a log matters. In order.
enum class LogLevel { Debug, Info, Warning, Error };

struct LogLine
{
    LogLevel level = LogLevel::Info;
    QString time;   // as the log has it, or local time of day; may be empty
    QString source; // the program or unit; may be empty
    QString text;

    friend bool operator==(const LogLine &, const LogLine &) = default;
};

// One line of a guest's serial console: the kernel's "[    1.234567] text", systemd's "[FAILED] text", or
// anything. The level is told by words, because the console has none. Pure.
[[nodiscard]] LogLine consoleLine(const QString &text);
// One object of `journalctl -o json`; nothing for what is none. Pure.
[[nodiscard]] std::optional<LogLine> journalLine(const QByteArray &json);

// Cuts bytes that arrive into lines; a line that never ends is cut at LongestLine.
class LineSplitter
{
public:
    static constexpr qsizetype LongestLine = 64 * 1024;

    [[nodiscard]] QList<QByteArray> add(const QByteArray &bytes);
    void clear() { m_rest.clear(); }

private:
    QByteArray m_rest;
};

} // namespace sandglass
