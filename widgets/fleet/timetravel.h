// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/fleettablemodel.h"
#include "models/journal/pastfleet.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>

namespace sandglass {

class Workbench;

// The fleet as it was at a moment, as a list of its own: read back from the journal, with the query of the
// list. Nothing can be done to it. GUI thread; the workbench must outlive it.
class TimeTravel : public QObject
{
    Q_OBJECT

public:
    static constexpr int MostSandboxes = 200'000;

    enum class State { Now, Reading, There, TooMany, NothingKept };
    Q_ENUM(State)

    explicit TimeTravel(Workbench &bench, QObject *parent = nullptr);
    ~TimeTravel() override;

    // Reads what is kept; then `moment`, or the time it is.
    void begin(std::optional<WallTime> moment = {});
    void end();
    void goTo(WallTime moment);

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] WallTime moment() const { return m_clock.wallNow(); }
    [[nodiscard]] WallTime earliest() const { return m_earliest; }
    [[nodiscard]] WallTime latest() const { return m_latest; }
    [[nodiscard]] const JournalPast *past() const { return m_past.get(); }
    // Nobody listened at the moment that is shown.
    [[nodiscard]] bool isInGap() const;
    [[nodiscard]] FleetTableModel &model() { return m_model; }

signals:
    void stateChanged();
    void momentChanged();

private:
    void become(State state);
    void drop();
    void readPast();
    void take(std::shared_ptr<const JournalPast> past);
    void workOut();
    void show(const QList<Sandbox> &sandboxes, WallTime moment);

    Workbench &m_bench;
    State m_state = State::Now;
    StillClock m_clock{WallTime()};
    FleetStore m_store;
    FleetTableModel m_model;
    std::vector<std::unique_ptr<PastFleet>> m_fleets; // by context
    std::shared_ptr<const JournalPast> m_past;
    std::shared_ptr<const QList<Sandbox>> m_present;
    WallTime m_earliest{};
    WallTime m_latest{};
    WallTime m_wanted{};
    quint64 m_generation = 0;
    bool m_working = false;
    bool m_again = false;
    QThreadPool m_pool;
};

} // namespace sandglass
