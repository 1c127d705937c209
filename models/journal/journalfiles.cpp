// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/journal/journalfiles.h"

#include <QDir>
#include <QFileInfo>
#include <QLockFile>

namespace sandglass {

namespace {

const QLatin1StringView Prefix("events-");
const QLatin1StringView Suffix(".journal");
constexpr qint64 LargestSegment = 64 * 1024 * 1024; // is read at once
constexpr int NewestSegments = 2;                   // are looked through for what was written last

std::optional<WallTime> timeInName(const QString &name)
{
    if (!name.startsWith(Prefix) || !name.endsWith(Suffix))
        return std::nullopt;
    bool right = false;
    const qint64 millis =
        name.sliced(Prefix.size(), name.size() - Prefix.size() - Suffix.size()).toLongLong(&right);
    return right ? std::optional(WallTime(std::chrono::milliseconds(millis))) : std::nullopt;
}

Error failureOf(const QFile &file)
{
    return Error(file.error() == QFileDevice::ResourceError ? ErrorCode::DiskFull : ErrorCode::StoreFailed,
                 file.fileName() + QStringLiteral(": ") + file.errorString());
}

} // namespace

QList<JournalSegment> journalSegments(const QString &folder)
{
    QList<JournalSegment> segments;
    const QDir dir(folder);
    for (const QString &name : dir.entryList(QDir::Files)) {
        if (const auto since = timeInName(name))
            segments.append({dir.filePath(name), *since});
    }
    std::ranges::sort(segments, {}, &JournalSegment::since);
    return segments;
}

std::vector<JournalRecord> readSegment(const QString &path)
{
    std::vector<JournalRecord> records;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return records;
    const QByteArray bytes = file.read(LargestSegment);
    qsizetype at = 0;
    while (auto record = decodeRecord(bytes, at))
        records.push_back(std::move(*record));
    return records;
}

JournalWriter::JournalWriter(QString folder, JournalLimits limits)
    : m_folder(std::move(folder)), m_limits(limits),
      m_lock(std::make_unique<QLockFile>(m_folder + QStringLiteral("/lock")))
{
    m_lock->setStaleLockTime(0); // only one whose process is gone
}

JournalWriter::~JournalWriter() = default;

// What was written last of each context, so that it is not written again.
void JournalWriter::recall()
{
    m_recalled = true;
    const QList<JournalSegment> segments = journalSegments(m_folder);
    int looked = 0; // of those that say anything: a run in which nothing happened leaves one that does not
    for (auto segment = segments.crbegin(); segment != segments.crend() && looked < NewestSegments;
         ++segment) {
        QHash<ContextId, EventMark> last;
        for (const JournalRecord &record : readSegment(segment->path)) {
            if (const auto *event = std::get_if<Event>(&record))
                last.insert(event->sandbox.context, {event->cursor, event->at});
        }
        looked += last.isEmpty() ? 0 : 1;
        for (auto it = last.cbegin(); it != last.cend(); ++it) {
            if (!m_last.contains(it.key()))
                m_last.insert(it.key(), *it);
        }
    }
}

bool JournalWriter::isKnown(const Event &event) const
{
    const auto last = m_last.constFind(event.sandbox.context);
    return last != m_last.cend() && last->covers(event);
}

// A run begins with a file of its own: the one before may be cut in the middle of a record. Its name is the
// time of the first thing in it, but later than that of the file before.
Result<void> JournalWriter::open(WallTime since)
{
    const QList<JournalSegment> segments = journalSegments(m_folder);
    if (!segments.isEmpty())
        since = std::max(since, segments.constLast().since + std::chrono::milliseconds(1));
    const QString path =
        m_folder + u'/' + Prefix + QString::number(since.time_since_epoch().count()) + Suffix;
    m_file = std::make_unique<QFile>(path);
    m_told.clear();
    if (m_file->open(QIODevice::WriteOnly | QIODevice::NewOnly | QIODevice::Unbuffered))
        return {};
    const Error error = failureOf(*m_file);
    m_file.reset();
    return fail(error);
}

Result<int> JournalWriter::write(const QList<Event> &events, const QHash<SandboxKey, SandboxFacts> &facts,
                                 quint64 lost, WallTime now)
{
    if (!QDir().mkpath(m_folder))
        return fail(Error(ErrorCode::StoreFailed, m_folder));
    // Another console of this user writes already.
    if (!m_lock->isLocked() && !m_lock->tryLock(0))
        return 0;
    if (!m_recalled)
        recall();
    if (!m_file || m_file->size() >= m_limits.segmentBytes) {
        WallTime since = now;
        for (const Event &event : events) {
            if (event.type != EventType::Heartbeat && !isKnown(event))
                since = std::min(since, event.at);
        }
        if (auto opened = open(since); !opened)
            return fail(opened.error());
        forgetOld(now);
    }
    QByteArray bytes;
    if (!m_started)
        bytes += encodeRecord(JournalStart{now});
    if (lost > 0)
        bytes += encodeRecord(JournalLoss{now, lost});
    QHash<SandboxKey, SandboxFacts> told;
    QHash<ContextId, EventMark> last;
    int count = 0;
    for (const Event &event : events) {
        if (event.type == EventType::Heartbeat || isKnown(event))
            continue;
        const auto known = facts.constFind(event.sandbox);
        if (known != facts.cend() && m_told.value(event.sandbox) != *known &&
            told.value(event.sandbox) != *known) {
            bytes += encodeRecord(*known);
            told.insert(event.sandbox, *known);
        }
        bytes += encodeRecord(event);
        last.insert(event.sandbox.context, {event.cursor, event.at});
        ++count;
    }
    const qint64 before = m_file->size();
    if (!bytes.isEmpty() && m_file->write(bytes) != bytes.size()) {
        const Error error = failureOf(*m_file);
        // Half a record would hide all that follows.
        if (!m_file->resize(before))
            m_file.reset();
        return fail(error);
    }
    m_started = true;
    m_told.insert(told);
    m_last.insert(last);
    return count;
}

void JournalWriter::forgetOld(WallTime now)
{
    QList<JournalSegment> segments = journalSegments(m_folder);
    qint64 bytes = 0;
    for (const JournalSegment &segment : std::as_const(segments))
        bytes += QFileInfo(segment.path).size();
    // A segment ends where the next one begins.
    while (segments.size() > 1 &&
           (bytes > m_limits.totalBytes || now - segments.at(1).since > m_limits.age)) {
        const JournalSegment oldest = segments.takeFirst();
        bytes -= QFileInfo(oldest.path).size();
        QFile::remove(oldest.path);
    }
}

} // namespace sandglass
