// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/commandhistory.h"

namespace sandglass {

CommandHistory::CommandHistory(const QMap<QString, QStringList> &saved)
{
    for (auto it = saved.begin(); it != saved.end(); ++it) {
        for (const QString &command : it.value())
            add(TemplateId(it.key()), command);
    }
}

void CommandHistory::add(const TemplateId &id, const QString &command)
{
    if (id.isEmpty() || command.trimmed().isEmpty() || command.startsWith(u' ') ||
        command.size() > LongestCommand)
        return;
    const QString key = id.toString();
    if (!m_commands.contains(key) && m_commands.size() >= MostTemplates)
        return;
    QStringList &list = m_commands[key];
    if (!list.isEmpty() && list.constLast() == command)
        return;
    list.append(command);
    while (list.size() > MostCommands)
        list.removeFirst();
}

QString HistoryWalk::older(const QString &shown)
{
    return go(-1, shown);
}

QString HistoryWalk::newer(const QString &shown)
{
    return go(1, shown);
}

QString HistoryWalk::go(int step, const QString &shown)
{
    if (m_at < 0 || m_commands.value(m_at) != shown) { // it was changed since, or the walk begins
        m_at = -1;
        m_written = shown;
    }
    qsizetype at = m_at < 0 ? m_commands.size() : m_at;
    for (at += step; at >= 0 && at < m_commands.size(); at += step) {
        if (m_commands.at(at).startsWith(m_written) && m_commands.at(at) != shown) {
            m_at = at;
            return m_commands.at(at);
        }
    }
    if (step < 0)
        return shown;
    m_at = -1;
    return m_written;
}

} // namespace sandglass
