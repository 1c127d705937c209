// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/result.h"
#include "models/eventmark.h"
#include "models/journal/journalrecord.h"

#include <QFile>
#include <QHash>
#include <QSet>

#include <memory>

class QLockFile;

namespace sandglass {

struct JournalLimits
{
    qint64 segmentBytes = 4 * 1024 * 1024;
    qint64 totalBytes = 256 * 1024 * 1024;
    std::chrono::hours age{24 * 30};

    friend bool operator==(const JournalLimits &, const JournalLimits &) = default;
};

// One file of the journal: records in the order in which they came. Each can be understood by itself: what
// its events are about is in it.
struct JournalSegment
{
    QString path;
    WallTime since{}; // of its first record, from its name

    friend bool operator==(const JournalSegment &, const JournalSegment &) = default;
};

// The segments of a folder, the oldest first. Any thread.
[[nodiscard]] QList<JournalSegment> journalSegments(const QString &folder);
// What can be read of a segment, in order. A file that somebody writes, or that was cut, ends at the last
// whole record.
[[nodiscard]] std::vector<JournalRecord> readSegment(const QString &path);

// Writes the journal: begins a segment of its own, another one when that is full, and forgets the oldest ones
// beyond a size or an age. Events that are there already (the backend tells its last ones at each start) are
// left out. One writer a folder: while another one, of any process, has begun, nothing is written. One
// thread.
class JournalWriter
{
public:
    JournalWriter(QString folder, JournalLimits limits);
    ~JournalWriter();

    // `facts` of whom the events are about, as far as they are known. How many events were written. Errors:
    // StoreFailed, DiskFull; what failed is tried again with the next ones.
    [[nodiscard]] Result<int> write(const QList<Event> &events, const QHash<SandboxKey, SandboxFacts> &facts,
                                    quint64 lost, WallTime now);

private:
    [[nodiscard]] Result<void> open(WallTime since);
    void recall();
    void forgetOld(WallTime now);
    [[nodiscard]] bool isKnown(const Event &event) const;

    QString m_folder;
    JournalLimits m_limits;
    std::unique_ptr<QLockFile> m_lock;
    std::unique_ptr<QFile> m_file;
    QHash<SandboxKey, SandboxFacts> m_told; // in this segment
    QHash<ContextId, EventMark> m_last;     // by context
    bool m_recalled = false;
    bool m_started = false; // it is written that somebody began to
};

} // namespace sandglass
