// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fleet/emptystate.h"

#include "backend/domain/query/edit.h"
#include "models/wording.h"
#include "widgets/parts/copyline.h"
#include "widgets/parts/tonelabel.h"
#include "widgets/shell/workbench.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/themecolors.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace sandglass {

namespace {

constexpr int PictureSide = 48;
constexpr int ColumnWidth = 56 * Grid;

} // namespace

EmptyState::EmptyState(Workbench &bench, QWidget *parent)
    : QWidget(parent), m_bench(bench), m_picture(new QLabel(this)), m_title(new QLabel(this)),
      m_text(makeNoteLabel({}, this)), m_progress(new QProgressBar(this)), m_primary(new QPushButton(this)),
      m_secondary(new QPushButton(this)), m_example(new QWidget(this))
{
    setObjectName(QStringLiteral("emptyState"));
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_title->setObjectName(QStringLiteral("emptyTitle"));
    m_title->setFont(titleFont(font()));
    m_title->setAlignment(Qt::AlignCenter);
    m_title->setWordWrap(true);
    m_text->setObjectName(QStringLiteral("emptyText"));
    m_text->setAlignment(Qt::AlignCenter);
    m_picture->setAlignment(Qt::AlignCenter);
    m_primary->setObjectName(QStringLiteral("emptyPrimary"));
    m_primary->setDefault(true);
    m_secondary->setObjectName(QStringLiteral("emptySecondary"));
    m_progress->setObjectName(QStringLiteral("emptyProgress"));
    m_progress->setMaximumHeight(6);
    m_progress->setTextVisible(false);

    auto *example = new QVBoxLayout(m_example);
    example->setContentsMargins(0, 2 * Grid, 0, 0);
    example->setSpacing(HalfGrid);
    example->addWidget(makeNoteLabel(tr("Or from a terminal:"), m_example));
    example->addWidget(new CopyLine(QStringLiteral("sandglass launch desktop\nsandglass ls\n"
                                                   "sandglass exec NAME -- uname -a"),
                                    m_example));

    auto *buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(m_primary);
    buttons->addWidget(m_secondary);
    buttons->addStretch();
    auto *column = new QWidget(this);
    column->setMaximumWidth(ColumnWidth);
    column->setMinimumWidth(30 * Grid);
    auto *inner = new QVBoxLayout(column);
    inner->setSpacing(Grid + HalfGrid);
    inner->addWidget(m_picture);
    inner->addWidget(m_title);
    inner->addWidget(m_text);
    inner->addWidget(m_progress);
    inner->addLayout(buttons);
    inner->addWidget(m_example);
    auto *outer = new QVBoxLayout(this);
    outer->addStretch(2);
    auto *centred = new QHBoxLayout;
    centred->addStretch();
    centred->addWidget(column, 10);
    centred->addStretch();
    outer->addLayout(centred);
    outer->addStretch(3);

    connect(m_primary, &QPushButton::clicked, this, [this] {
        if (m_act == Act::Launch)
            emit launchRequested();
        else if (m_act == Act::Filter)
            emit queryWanted(m_wanted);
        else if (m_act == Act::EveryContext)
            emit everyContextWanted();
    });
    connect(m_secondary, &QPushButton::clicked, this, [this] { emit queryWanted({}); });
    refresh();
}

void EmptyState::say(Icon icon, const QString &title, const QString &text)
{
    m_icon = icon;
    m_title->setText(title);
    m_text->setText(text);
    m_text->setVisible(!text.isEmpty());
    m_picture->setPixmap(
        tintedPixmap(icon, themeColors(palette()).disabled, PictureSide, devicePixelRatioF()));
    m_progress->hide();
    m_example->hide();
    m_primary->hide();
    m_secondary->hide();
    m_act = Act::None;
}

void EmptyState::refresh()
{
    const FilterExplanation &explanation = m_bench.fleet.filterExplanation();
    const bool nothingAtAll = m_bench.store.count() == 0;
    if (!nothingAtAll && explanation.term != FilterExplanation::Term::EmptyFleet &&
        explanation.term != FilterExplanation::Term::None)
        return sayFiltered(explanation);
    saySourceState();
}

void EmptyState::saySourceState()
{
    bool live = false;
    for (const ContextInfo &context : m_bench.contexts.values()) {
        if (context.state == ContextState::Down) {
            say(Icon::Warning, tr("%1 cannot be reached").arg(context.name),
                context.error ? wording::errorSentence(*context.error) : QString());
        } else if (context.state == ContextState::Starting) {
            say(Icon::Engine, tr("%1 is starting").arg(context.name),
                tr("It looks for running sandboxes and tries which accelerator works here."));
            m_progress->setRange(0, 0);
            m_progress->show();
        } else {
            live = true;
        }
    }
    if (!live && !m_bench.contexts.values().isEmpty())
        return; // it has said what keeps the list away
    if (m_bench.store.isLoading())
        return say(Icon::Jobs, tr("The list is being read"), {});
    sayEmptyFleet();
}

bool EmptyState::sayJob()
{
    for (const ContextJob &each : m_bench.jobs.values()) {
        if (each.job.state != JobState::Running)
            continue;
        say(Icon::Jobs, wording::jobText(each.job),
            tr("This is done once and kept. You can launch already: the sandbox starts as soon as it can."));
        const auto percent = wholePercent(each.job);
        m_progress->setRange(0, percent ? 100 : 0);
        m_progress->setValue(percent.value_or(0));
        m_progress->show();
        return true;
    }
    return false;
}

void EmptyState::sayEmptyFleet()
{
    if (!sayJob()) {
        say(Icon::Desktop, tr("No sandboxes yet"),
            tr("A sandbox is a small virtual machine for an agent: a desktop or a shell of its own, "
               "with a lifetime and a price."));
        m_example->show();
    }
    m_primary->setText(tr("Launch a sandbox…"));
    m_primary->show();
    m_act = Act::Launch;
}

void EmptyState::sayFiltered(const FilterExplanation &explanation)
{
    say(Icon::Filter, tr("Nothing to show"), wording::filterSentence(explanation));
    const Query &query = m_bench.fleet.query();
    if (explanation.term == FilterExplanation::Term::Context) {
        m_act = Act::EveryContext;
        m_primary->setText(tr("Show every context"));
        m_primary->show();
        return;
    }
    m_wanted = withoutTerm(query, explanation);
    m_act = Act::Filter;
    if (explanation.term == FilterExplanation::Term::HiddenByDefault) {
        m_primary->setText(tr("Show stopped and deleted ones"));
        m_wanted =
            query::withChoices(query, query::Field::Status, {int(Status::Stopped), int(Status::Deleted)});
    } else {
        m_primary->setText(explanation.term == FilterExplanation::Term::Combination ? tr("Clear the filter")
                                                                                    : tr("Remove this term"));
    }
    m_primary->show();
    if (!query.isEmpty() && !m_wanted.isEmpty()) {
        m_secondary->setText(tr("Clear the filter"));
        m_secondary->show();
    }
}

void EmptyState::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        m_picture->setPixmap(
            tintedPixmap(m_icon, themeColors(palette()).disabled, PictureSide, devicePixelRatioF()));
    QWidget::changeEvent(event);
}

} // namespace sandglass
