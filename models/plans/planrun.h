// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/plans/actionplan.h"

#include <chrono>

namespace sandglass {

// How quickly a plan may be carried out.
struct PlanLimits
{
    int perSecond = 10;
    int atOnce = 8;                          // sent and not answered yet
    std::chrono::milliseconds grace{10'000}; // before a delete begins, in which it can be taken back

    friend bool operator==(const PlanLimits &, const PlanLimits &) = default;
};

// A plan while it is carried out, as a machine without clock or wire: it says which rows may be sent at a
// moment, is told what became of them, and knows how far it is. Times are counted from the start. A value.
class PlanRun
{
public:
    enum class Step {
        Waiting, // its turn has not come
        Sent,
        Done,     // the backend accepted it
        Failed,   // the backend refused it
        Skipped,  // it was not possible any more
        TakenBack // nobody sent it: the plan was stopped
    };
    struct Row
    {
        SandboxKey key;
        QString name;
        Step step = Step::Waiting;
        std::optional<Error> error;
        QString note; // why it was skipped
    };
    struct Counts
    {
        int waiting = 0;
        int sent = 0;
        int done = 0;
        int failed = 0;
        int skipped = 0;
        int takenBack = 0;

        friend bool operator==(const Counts &, const Counts &) = default;
    };
    using Millis = std::chrono::milliseconds;

    PlanRun() = default;
    PlanRun(const ActionPlan &plan, const PlanLimits &limits);

    [[nodiscard]] Command command() const { return m_command; }
    // Of SetTimeout, for a sandbox that has so much left.
    [[nodiscard]] std::optional<std::chrono::seconds> timeoutFor(std::chrono::seconds left) const;
    [[nodiscard]] const std::vector<Row> &rows() const { return m_rows; }
    [[nodiscard]] const Counts &counts() const { return m_counts; }

    // How long it can be taken back as if nothing had been.
    [[nodiscard]] Millis graceLeft(Millis now) const;
    // The rows to be sent now; they count as sent from here on.
    [[nodiscard]] std::vector<std::size_t> take(Millis now);
    // When take() may have something, if nothing is answered before; nothing: only after an answer.
    [[nodiscard]] std::optional<Millis> nextAt(Millis now) const;

    void done(std::size_t row);
    void failed(std::size_t row, const Error &error);
    void skipped(std::size_t row, const QString &why);
    // What was not sent is not sent any more.
    void stop();
    // What failed has its turn again; with nothing failed it stays finished.
    void retryFailed(Millis now);

    [[nodiscard]] bool isFinished() const { return m_counts.waiting == 0 && m_counts.sent == 0; }
    // Those that the command was done to.
    [[nodiscard]] QList<SandboxKey> doneKeys() const;

private:
    void move(std::size_t row, Step to);
    [[nodiscard]] int &countOf(Step step);
    [[nodiscard]] Millis spacing() const;

    Command m_command = Command::Pause;
    std::optional<std::chrono::seconds> m_timeout;
    std::optional<std::chrono::seconds> m_more;
    PlanLimits m_limits;
    std::vector<Row> m_rows;
    Counts m_counts;
    std::size_t m_cursor = 0; // no row before it waits
    Millis m_begin{0};        // nothing is sent before
    Millis m_next{0};         // nor before this
};

} // namespace sandglass
