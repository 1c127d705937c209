// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stock/timelinepage.h"

#include "backend/core/whenanswered.h"
#include "widgets/parts/tonelabel.h"
#include "widgets/shell/workbench.h"
#include "widgets/stock/spandelegate.h"
#include "widgets/stock/stockparts.h"
#include "widgets/stock/timelineview.h"
#include "widgets/theme/metrics.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QTableView>
#include <QToolButton>

namespace sandglass {

namespace {

constexpr int Everything = 0; // an id of the zoom; others are hours

} // namespace

TimelinePage::TimelinePage(Workbench &bench, QWidget *parent)
    : QWidget(parent), m_bench(bench), m_reader(bench.journal.folder()), m_view(new TimelineView(this)),
      m_table(new QTableView(this)), m_said(makeNoteLabel({}, this)), m_empty(makeNoteLabel({}, this)),
      m_zoom(new QButtonGroup(this))
{
    setObjectName(QStringLiteral("timelinePage"));
    m_said->setObjectName(QStringLiteral("timelineSaid"));
    m_said->setMinimumHeight(2 * fontMetrics().height());
    m_said->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_empty->setObjectName(QStringLiteral("timelineEmpty"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_table->setObjectName(QStringLiteral("timelineTable"));
    m_table->setAccessibleName(tr("States over time, the newest first"));
    m_table->setModel(&m_model);
    m_table->setItemDelegate(new SpanDelegate(m_table));
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + Grid);
    styleList(m_table, m_table->horizontalHeader());
    const int character = fontMetrics().averageCharWidth();
    m_table->setColumnWidth(StateSpanModel::State, 14 * character);
    m_table->setColumnWidth(StateSpanModel::From,
                            fontMetrics().horizontalAdvance(QStringLiteral("2000-00-00 00:00:00 ")) +
                                2 * Grid);
    m_table->setColumnWidth(StateSpanModel::For, 14 * character);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(Grid, Grid, Grid, Grid);
    layout->setSpacing(HalfGrid);
    layout->addLayout(makeZoom());
    layout->addWidget(m_view);
    layout->addWidget(m_said);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_empty, 1);
    connect(m_zoom, &QButtonGroup::idToggled, this, &TimelinePage::showSpans);
    connect(m_view, &TimelineView::currentChanged, this, [this](int span) {
        say(span);
        if (span >= 0)
            m_table->selectRow(m_model.rowOfSpan(span));
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex &index) {
                if (index.isValid())
                    m_view->setCurrent(m_model.rowOfSpan(index.row()));
            });
    connect(&bench.store, &FleetStore::eventsArrived, this, [this](const QList<Event> &events) {
        if (m_key == SandboxKey())
            return;
        for (const Event &event : events) {
            if (event.sandbox == m_key)
                m_since.append(event);
        }
    });
    connect(&bench.selection, &Selection::changed, this, &TimelinePage::follow);
}

QLayout *TimelinePage::makeZoom()
{
    auto *bar = new QHBoxLayout;
    bar->setSpacing(HalfGrid);
    bar->addStretch();
    for (const auto &[hours, text] :
         {std::pair(1, tr("1 hour")), std::pair(24, tr("24 hours")), std::pair(Everything, tr("All"))}) {
        auto *button = new QToolButton(this);
        button->setObjectName(QStringLiteral("timelineZoom%1").arg(hours));
        button->setText(text);
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        m_zoom->addButton(button, hours);
        bar->addWidget(button);
    }
    m_zoom->button(Everything)->setChecked(true);
    return bar;
}

void TimelinePage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    follow();
}

void TimelinePage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_key = {}; // read anew when it is seen again
    m_since.clear();
}

void TimelinePage::follow()
{
    if (!isVisible())
        return;
    const QList<SandboxKey> &keys = m_bench.selection.keys();
    const SandboxKey key = keys.size() == 1 ? keys.constFirst() : SandboxKey();
    if (key != m_key) {
        m_key = key;
        m_told = {};
        m_since.clear();
        m_view->setCurrent(-1);
        const auto sandbox = m_bench.store.sandbox(key);
        if (sandbox)
            read(key, sandbox->createdAt);
    }
    showSpans();
}

void TimelinePage::read(const SandboxKey &key, WallTime born)
{
    m_since = m_bench.events.eventsOf(key);
    if (!m_bench.journal.isKept())
        return;
    m_reading = true;
    whenAnswered(m_reader.read(key, born), this, [this, key](const Result<JournalStory> &story) {
        if (key != m_key)
            return;
        m_reading = false;
        if (story)
            m_told = *story;
        showSpans();
    });
}

void TimelinePage::refresh()
{
    if (isVisible())
        follow();
}

// The backend's own last events are whole: no gap of ours is one in them.
StateStory TimelinePage::story() const
{
    StateStory story;
    const RowTruth truth = m_bench.truthOf(m_key);
    if (!truth.isGone())
        story.sandbox = m_bench.store.sandbox(m_key);
    story.events = m_told.events + m_since;
    story.gaps = m_told.gaps;
    story.since = m_told.since;
    Fleet *fleet = m_bench.store.fleet(m_key.context);
    const QList<Event> recent = fleet ? fleet->feed().recentEvents() : QList<Event>();
    if (recent.isEmpty())
        return story;
    const WallTime whole = recent.constFirst().at;
    for (const Event &event : recent) {
        if (event.sandbox == m_key)
            story.events.append(event);
    }
    story.since = std::min(story.since.value_or(whole), whole);
    story.gaps.removeIf([&](const JournalGap &gap) { return gap.from >= whole; });
    for (JournalGap &gap : story.gaps)
        gap.until = std::min(gap.until, whole);
    return story;
}

void TimelinePage::showSpans()
{
    if (!isVisible())
        return;
    const bool one = m_key != SandboxKey() && m_bench.store.knows(m_key);
    std::vector<StateSpan> spans;
    if (one)
        spans = stateSpans(story(), m_bench.now());
    const bool any = !spans.empty();
    m_view->setVisible(any);
    m_said->setVisible(any);
    m_table->setVisible(any);
    m_empty->setVisible(!any);
    m_empty->setText(!one ? tr("Select one sandbox to see its states over time.")
                          : tr("Nothing is known of its past yet."));
    const int hours = m_zoom->checkedId();
    WallTime from = any ? spans.front().from : m_bench.now();
    const WallTime until = any ? spans.back().until : m_bench.now();
    if (hours != Everything)
        from = until - std::chrono::hours(hours);
    m_model.setSpans(spans);
    m_view->setSpans(spans, from, until);
    say(m_view->current());
}

void TimelinePage::say(int span)
{
    const std::vector<StateSpan> &spans = m_model.spans();
    if (span >= 0 && span < int(spans.size()))
        m_said->setText(StateSpanModel::sentence(spans[std::size_t(span)]));
    else
        m_said->setText(m_reading ? tr("Reading the journal…")
                                  : tr("Point at a span, or use the arrow keys, to see when and why."));
}

} // namespace sandglass
