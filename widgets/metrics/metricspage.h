// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/loadhistory.h"
#include "widgets/inspector/guestpage.h"

#include <QTimer>

class QComboBox;

namespace sandglass {

class LoadChart;
class ToneLabel;

// How busy the selected sandbox is: processors, memory and disk over the last minutes. Reads every two
// seconds while it is seen and the guest answers, and never otherwise; what was read is kept for a while.
class MetricsPage : public GuestPage
{
    Q_OBJECT

public:
    explicit MetricsPage(Workbench &bench, QWidget *parent = nullptr);

protected:
    [[nodiscard]] bool isOffered(Fleet &fleet) const override;
    [[nodiscard]] QString notOfferedText() const override;
    [[nodiscard]] QString resumeText() const override;
    [[nodiscard]] bool showsStopped(const Sandbox &sandbox) const override;
    void enter(const Sandbox &sandbox) override;
    void present(const Sandbox &sandbox) override;
    void leave() override;

private:
    void read();
    void draw();

    LoadHistory m_history;
    QList<LoadChart *> m_charts;
    QComboBox *m_span;
    ToneLabel *m_state;
    QTimer m_timer;
    quint64 m_generation = 0;
    bool m_reading = false;
    bool m_runs = false;
    QString m_trouble;
};

} // namespace sandglass
