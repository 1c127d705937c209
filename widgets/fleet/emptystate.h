// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/filterexplanation.h"
#include "widgets/theme/icons.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace sandglass {

class ToneLabel;
class Workbench;

// What the list's place says while the list is empty, and what to do then: the engine starts, it cannot be
// reached, an image is being built, there is nothing yet (with a command to copy), or the filter removed
// everything (which term, and a button that takes it away).
class EmptyState : public QWidget
{
    Q_OBJECT

public:
    explicit EmptyState(Workbench &bench, QWidget *parent = nullptr);

    void refresh();

signals:
    void launchRequested();
    void queryWanted(const sandglass::Query &query);
    void everyContextWanted();

protected:
    void changeEvent(QEvent *event) override;

private:
    void say(Icon icon, const QString &title, const QString &text);
    void saySourceState();
    void sayEmptyFleet();
    void sayFiltered(const FilterExplanation &explanation);
    [[nodiscard]] bool sayJob();

    Workbench &m_bench;
    QLabel *m_picture;
    QLabel *m_title;
    ToneLabel *m_text;
    QProgressBar *m_progress;
    QPushButton *m_primary;
    QPushButton *m_secondary;
    QWidget *m_example;
    Icon m_icon = Icon::All;
    Query m_wanted;
    enum class Act { None, Launch, Filter, EveryContext } m_act = Act::None;
};

} // namespace sandglass
