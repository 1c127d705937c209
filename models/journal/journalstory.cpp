// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/journal/journalstory.h"

#include "backend/core/inpool.h"

namespace sandglass {

JournalStory readStory(const QString &folder, const SandboxKey &key, WallTime from,
                       const std::atomic<bool> &stopped, qsizetype most)
{
    JournalStory story;
    const QList<JournalSegment> segments = journalSegments(folder);
    // The first one may begin before.
    auto first = segments.cbegin();
    while (first != segments.cend() && first + 1 != segments.cend() && (first + 1)->since <= from)
        ++first;
    if (first != segments.cend())
        story.since = first->since;
    std::optional<WallTime> before;
    std::optional<quint64> cursor; // of the context's last event
    qsizetype doubtful = 0;        // gaps since then
    for (auto segment = first; segment != segments.cend() && !stopped; ++segment) {
        for (const JournalRecord &record : readSegment(segment->path)) {
            if (std::holds_alternative<SandboxFacts>(record))
                continue;
            const WallTime at = timeOf(record);
            const auto *event = std::get_if<Event>(&record);
            if (!event) {
                story.gaps.append({before.value_or(at), at});
                ++doubtful;
            } else if (event->sandbox.context == key.context) {
                // The backend tells its last events at each start: where its count goes on, none is missing.
                if (cursor && event->cursor == *cursor + 1)
                    story.gaps.remove(story.gaps.size() - doubtful, doubtful);
                doubtful = 0;
                cursor = event->cursor;
                if (event->sandbox == key)
                    story.events.append(*event);
            }
            before = before ? std::max(*before, at) : at;
        }
        if (story.events.size() > most) {
            story.events.remove(0, story.events.size() - most);
            story.since = story.events.constFirst().at;
        }
    }
    return story;
}

Pending<JournalStory> StoryReader::read(const SandboxKey &key, WallTime from)
{
    *m_stopped = true;
    m_stopped = std::make_shared<std::atomic<bool>>(false);
    return inPool(m_pool, [folder = m_folder, key, from, stopped = m_stopped]() -> Result<JournalStory> {
        return readStory(folder, key, from, *stopped);
    });
}

} // namespace sandglass
