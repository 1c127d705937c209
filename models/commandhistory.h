// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/ids.h"

#include <QMap>
#include <QStringList>

namespace sandglass {

// The commands that were run in sandboxes of each template, oldest first. One that begins with a space is not
// kept, as in bash; the same one twice in a row is kept once. Plain value.
class CommandHistory
{
public:
    static constexpr qsizetype MostCommands = 200; // of one template
    static constexpr qsizetype MostTemplates = 50;
    static constexpr qsizetype LongestCommand = 4096;

    CommandHistory() = default;
    explicit CommandHistory(const QMap<QString, QStringList> &saved);

    void add(const TemplateId &id, const QString &command);
    void forget(const TemplateId &id) { m_commands.remove(id.toString()); }
    [[nodiscard]] QStringList of(const TemplateId &id) const { return m_commands.value(id.toString()); }
    [[nodiscard]] const QMap<QString, QStringList> &all() const { return m_commands; }

private:
    QMap<QString, QStringList> m_commands;
};

// Walking through a history with the keys Up and Down, as a shell does: what was being written is kept at the
// end, and only commands that begin with it are met. Plain value.
class HistoryWalk
{
public:
    explicit HistoryWalk(QStringList commands = {}) : m_commands(std::move(commands)) {}

    // The text to show, seen from the text that is shown; the same one at the ends.
    [[nodiscard]] QString older(const QString &shown);
    [[nodiscard]] QString newer(const QString &shown);

private:
    [[nodiscard]] QString go(int step, const QString &shown);

    QStringList m_commands;
    qsizetype m_at = -1; // -1: at what was being written
    QString m_written;
};

} // namespace sandglass
