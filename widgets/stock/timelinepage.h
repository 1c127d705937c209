// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/journal/journalstory.h"
#include "models/stock/statespanmodel.h"

#include <QTimer>
#include <QWidget>

class QButtonGroup;
class QLayout;
class QTableView;

namespace sandglass {

class TimelineView;
class ToneLabel;
class Workbench;

// The life of the one selected sandbox: its states as spans and as rows, from the console's journal and what
// the backend tells. The journal is read once for each sandbox, and only while the page is in sight.
class TimelinePage : public QWidget
{
    Q_OBJECT

public:
    explicit TimelinePage(Workbench &bench, QWidget *parent = nullptr);

    void refresh(); // once a second while it is in sight

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    [[nodiscard]] QLayout *makeZoom();
    void follow();
    void read(const SandboxKey &key, WallTime born);
    void showSpans();
    void say(int span);
    [[nodiscard]] StateStory story() const;

    Workbench &m_bench;
    StoryReader m_reader;
    SandboxKey m_key;    // whose story this is
    JournalStory m_told; // by the journal
    bool m_reading = false;
    QList<Event> m_since; // what came while it was shown
    StateSpanModel m_model;
    TimelineView *m_view;
    QTableView *m_table;
    ToneLabel *m_said;
    ToneLabel *m_empty;
    QButtonGroup *m_zoom;
};

} // namespace sandglass
