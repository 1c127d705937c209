// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/pending.h"
#include "models/journal/journalsearch.h"

#include <QThreadPool>

namespace sandglass {

// What the journal knows of one sandbox: its events oldest first, at most `most` and then the newest, and
// where something may be missing. Segments from before `from` are not read. Any thread, but not the GUI's.
struct JournalStory
{
    QList<Event> events;
    QList<JournalGap> gaps;
    std::optional<WallTime> since; // nothing that the journal was told from here on is left out
};

[[nodiscard]] JournalStory readStory(const QString &folder, const SandboxKey &key, WallTime from,
                                     const std::atomic<bool> &stopped, qsizetype most = 4000);

// Reads stories on a thread of its own. A later question ends the one before, whose answer is then cut short.
// GUI thread.
class StoryReader
{
public:
    explicit StoryReader(QString folder) : m_folder(std::move(folder)) { m_pool.setMaxThreadCount(1); }
    ~StoryReader() { *m_stopped = true; } // and waits for its thread

    [[nodiscard]] Pending<JournalStory> read(const SandboxKey &key, WallTime from);

private:
    QString m_folder;
    std::shared_ptr<std::atomic<bool>> m_stopped = std::make_shared<std::atomic<bool>>(false);
    QThreadPool m_pool;
};

} // namespace sandglass
