// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/jobspopover.h"

#include "models/wording.h"
#include "widgets/parts/tonelabel.h"
#include "widgets/shell/workbench.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/themecolors.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace sandglass {

namespace {

constexpr int PopoverWidth = 52 * Grid;
constexpr int MostHeight = 50 * Grid;

} // namespace

JobsPopover::JobsPopover(Workbench &bench, QWidget *parent)
    : QFrame(parent, Qt::Popup), m_bench(bench), m_rows(new QWidget(this)), m_layout(new QVBoxLayout(m_rows))
{
    setObjectName(QStringLiteral("jobsPopover"));
    setAccessibleName(tr("Jobs"));
    setFixedWidth(PopoverWidth);
    m_layout->setContentsMargins(Grid + HalfGrid, Grid, Grid + HalfGrid, Grid);
    m_layout->setSpacing(Grid);
    auto *scroll = new QScrollArea(this);
    scroll->setAccessibleName(tr("Jobs"));
    scroll->setFrameShape(NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(m_rows);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(1, 1, 1, 1);
    outer->addWidget(scroll);
    const auto refresh = [this] {
        if (isVisible())
            rebuild();
    };
    connect(&bench.store, &FleetStore::jobsChanged, this, refresh);
    connect(&bench.clones, &CloneBatches::changed, this, refresh);
}

QWidget *JobsPopover::makeCloneRow(const CloneBatch &batch)
{
    auto *row = new QWidget(m_rows);
    row->setObjectName(QStringLiteral("cloneRow"));
    auto *layout = new QVBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(HalfGrid);
    auto *top = new QHBoxLayout;
    auto *title = new QLabel(batch.title, row);
    title->setObjectName(QStringLiteral("jobTitle"));
    title->setTextFormat(Qt::PlainText);
    title->setWordWrap(true);
    top->addWidget(title, 1);
    const WallTime end = batch.endedAt.value_or(m_bench.now());
    auto *time = new ToneLabel(
        ToneLabel::Tone::Muted,
        wording::durationText(std::chrono::duration_cast<std::chrono::seconds>(end - batch.startedAt)), row);
    time->setFont(tabularFont(time->font()));
    top->addWidget(time, 0, Qt::AlignTop);
    layout->addLayout(top);
    if (!batch.isOver()) {
        auto *progress = new QProgressBar(row);
        progress->setRange(0, batch.wanted);
        progress->setValue(batch.running + batch.failed);
        progress->setTextVisible(false);
        progress->setFixedHeight(6);
        progress->setAccessibleName(batch.title);
        layout->addWidget(progress);
    }
    QString text = tr("%1 of %2 running").arg(batch.running).arg(batch.wanted);
    if (batch.failed > 0)
        text += tr(", %1 failed").arg(batch.failed);
    if (batch.error)
        text += QStringLiteral(". ") + wording::errorSentence(*batch.error);
    ToneLabel *line = makeNoteLabel(text, row);
    line->setObjectName(QStringLiteral("cloneProgress"));
    line->setFont(smallFont(line->font()));
    if (batch.failed > 0)
        line->setTone(ToneLabel::Tone::Fault);
    layout->addWidget(line);
    return row;
}

QWidget *JobsPopover::makeRow(const ContextJob &each)
{
    const Job &job = each.job;
    auto *row = new QWidget(m_rows);
    auto *layout = new QVBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(HalfGrid);
    auto *top = new QHBoxLayout;
    auto *title = new QLabel(wording::jobText(job), row);
    title->setObjectName(QStringLiteral("jobTitle"));
    title->setWordWrap(true);
    top->addWidget(title, 1);
    const WallTime end = job.endedAt.value_or(m_bench.now());
    const auto took = std::chrono::duration_cast<std::chrono::seconds>(end - job.startedAt);
    auto *time = new ToneLabel(ToneLabel::Tone::Muted, wording::durationText(took), row);
    time->setFont(tabularFont(time->font()));
    top->addWidget(time, 0, Qt::AlignTop);
    if (job.cancellable && (job.state == JobState::Queued || job.state == JobState::Running)) {
        auto *cancel = new QPushButton(tr("Cancel"), row);
        cancel->setObjectName(QStringLiteral("cancelJob"));
        cancel->setAccessibleName(tr("Cancel: %1").arg(title->text()));
        const ContextId context = each.context;
        const JobId id = job.id;
        connect(cancel, &QPushButton::clicked, this,
                [this, context, id] { m_bench.commander.cancelJob(context, id); });
        top->addWidget(cancel, 0, Qt::AlignTop);
    }
    layout->addLayout(top);
    if (job.state == JobState::Running) {
        auto *progress = new QProgressBar(row);
        const auto percent = wholePercent(job);
        progress->setRange(0, percent ? 100 : 0);
        progress->setValue(percent.value_or(0));
        progress->setTextVisible(false);
        progress->setFixedHeight(6);
        layout->addWidget(progress);
    }
    QString text = job.error ? wording::errorSentence(*job.error) : job.text;
    if (!text.isEmpty()) {
        ToneLabel *line = makeNoteLabel(text, row);
        line->setFont(smallFont(line->font()));
        if (job.error)
            line->setTone(ToneLabel::Tone::Fault);
        layout->addWidget(line);
    }
    if (job.error && !job.logPath.isEmpty()) {
        auto *log = new QPushButton(tr("Copy the log's path"), row);
        const QString path = job.logPath;
        connect(log, &QPushButton::clicked, this, [path] { QGuiApplication::clipboard()->setText(path); });
        layout->addWidget(log, 0, Qt::AlignLeft);
    }
    return row;
}

void JobsPopover::rebuild()
{
    while (QLayoutItem *item = m_layout->takeAt(0)) {
        if (item->widget()) {
            item->widget()->hide();
            item->widget()->deleteLater();
        }
        delete item;
    }
    for (const CloneBatch &batch : m_bench.clones.batches())
        m_layout->addWidget(makeCloneRow(batch));
    for (const ContextJob &each : m_bench.jobs.values())
        m_layout->addWidget(makeRow(each));
    if (m_bench.jobs.values().isEmpty() && m_bench.clones.batches().isEmpty())
        m_layout->addWidget(makeNoteLabel(tr("Nothing is being built or cloned."), m_rows));
    m_layout->addStretch();
}

void JobsPopover::popUp(const QWidget *anchor)
{
    rebuild();
    m_rows->adjustSize();
    resize(PopoverWidth, qMin(MostHeight, m_rows->sizeHint().height() + 2 * Grid));
    const QPoint corner = anchor->mapToGlobal(QPoint(anchor->width(), 0));
    move(corner.x() - width(), corner.y() - height() - HalfGrid);
    show();
}

void JobsPopover::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().window());
    painter.setPen(themeColors(palette()).strongBorder);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace sandglass
