// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/stock/statespans.h"

#include <algorithm>

namespace sandglass {

namespace {

// Changes of state in their order, each once.
std::vector<Event> changesOf(const QList<Event> &events, WallTime now)
{
    std::vector<Event> changes;
    for (const Event &event : events) {
        if (event.type == EventType::Status && event.at <= now)
            changes.push_back(event);
    }
    const auto place = [](const Event &event) {
        return std::tuple(event.at, event.cursor, int(event.from), int(event.to));
    };
    std::ranges::sort(changes, {}, place);
    const auto twice = std::ranges::unique(changes, {}, place);
    changes.erase(twice.begin(), twice.end());
    return changes;
}

class SpanWriter
{
public:
    explicit SpanWriter(const StateStory &story, WallTime now) : m_story(story), m_now(now) {}

    [[nodiscard]] std::vector<StateSpan> write()
    {
        const std::vector<Event> changes = changesOf(m_story.events, m_now);
        if (changes.empty()) {
            writeWithoutEvents();
            return std::move(m_spans);
        }
        writeBefore(changes.front());
        for (std::size_t i = 0; i + 1 < changes.size(); ++i)
            writeBetween(changes[i], changes[i + 1]);
        writeAfter(changes.back());
        return std::move(m_spans);
    }

private:
    void add(std::optional<Status> status, WallTime from, WallTime until, const Event *beginning = nullptr)
    {
        until = std::min(until, m_now);
        if (until <= from)
            return;
        StateSpan span;
        span.status = status;
        span.from = from;
        span.until = until;
        if (beginning && status) {
            span.cause = beginning->cause;
            span.error = beginning->error;
            span.text = beginning->text;
        }
        m_spans.push_back(span);
    }
    // In `status` from one moment to another, as long as somebody listened; `after` says what it was when
    // they listened again.
    void addHeard(Status status, WallTime from, WallTime until, const Event *beginning,
                  std::optional<Status> after)
    {
        WallTime begin = until; // of the first gap to the end of the last one
        WallTime end = from;
        for (const JournalGap &gap : m_story.gaps) {
            if (gap.until <= from || gap.from >= until || gap.until <= gap.from)
                continue;
            begin = std::min(begin, std::max(from, gap.from));
            end = std::max(end, std::min(until, gap.until));
        }
        if (begin >= end)
            return add(status, from, until, beginning);
        add(status, from, begin, beginning);
        add(std::nullopt, begin, end);
        add(after, end, until);
    }
    [[nodiscard]] WallTime birth() const { return m_story.sandbox ? m_story.sandbox->createdAt : WallTime(); }

    void writeWithoutEvents()
    {
        if (!m_story.sandbox)
            return;
        const Sandbox &sandbox = *m_story.sandbox;
        const WallTime born = birth() == WallTime() ? sandbox.statusSince : birth();
        add(std::nullopt, born, sandbox.statusSince);
        add(sandbox.status, std::max(born, sandbox.statusSince), m_now);
        goOn();
    }
    void writeBefore(const Event &first)
    {
        const WallTime born = birth();
        if (born == WallTime() || born >= first.at)
            return;
        const bool wholeStory = m_story.since && *m_story.since <= born;
        if (!wholeStory && m_story.since && *m_story.since < first.at) {
            add(std::nullopt, born, *m_story.since);
            addHeard(first.from, *m_story.since, first.at, nullptr, first.from);
        } else if (wholeStory) {
            addHeard(first.from, born, first.at, nullptr, first.from);
        } else {
            add(std::nullopt, born, first.at);
        }
    }
    void writeBetween(const Event &one, const Event &next)
    {
        if (one.to != next.from)
            return add(std::nullopt, one.at, next.at);
        addHeard(one.to, one.at, next.at, &one, next.from);
    }
    void writeAfter(const Event &last)
    {
        if (!m_story.sandbox) {
            if (last.to != Status::Deleted)
                add(std::nullopt, last.at, m_now);
            return;
        }
        const Sandbox &sandbox = *m_story.sandbox;
        if (sandbox.status == last.to && sandbox.statusSince <= last.at) {
            add(last.to, last.at, m_now, &last); // it says so itself, whoever listened
        } else if (sandbox.status == last.to && sandbox.statusSince - last.at < std::chrono::seconds(2)) {
            add(last.to, last.at, m_now, &last); // the event is told a moment before the state is
        } else {
            add(std::nullopt, last.at, sandbox.statusSince);
            add(sandbox.status, std::max(last.at, sandbox.statusSince), m_now);
        }
        goOn();
    }
    void goOn()
    {
        if (!m_spans.empty() && m_spans.back().until == m_now)
            m_spans.back().goesOn = true;
    }

    const StateStory &m_story;
    WallTime m_now;
    std::vector<StateSpan> m_spans;
};

} // namespace

std::vector<StateSpan> stateSpans(const StateStory &story, WallTime now, std::size_t most)
{
    std::vector<StateSpan> spans = SpanWriter(story, now).write();
    if (spans.size() > most && most > 1) {
        StateSpan older;
        older.from = spans.front().from;
        const auto kept = spans.end() - std::ptrdiff_t(most - 1);
        older.until = kept->from;
        spans.erase(spans.begin(), kept);
        spans.insert(spans.begin(), older);
    }
    return spans;
}

} // namespace sandglass
