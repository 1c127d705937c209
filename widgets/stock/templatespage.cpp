// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stock/templatespage.h"

#include "models/wording.h"
#include "widgets/parts/tonelabel.h"
#include "widgets/shell/workbench.h"
#include "widgets/stock/losedialog.h"
#include "widgets/stock/recipefolder.h"
#include "widgets/stock/stockparts.h"
#include "widgets/stock/templatedelegate.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/theme.h"

#include <QFileDialog>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>

namespace sandglass {

namespace {

constexpr int MostLines = 5000;

} // namespace

TemplatesPage::TemplatesPage(Workbench &bench, const QString &recipesFolder, QWidget *parent)
    : QWidget(parent), m_bench(bench), m_recipes(new RecipeFolder(recipesFolder, this)),
      m_view(new QListView(this)), m_list(nullptr)
{
    setObjectName(QStringLiteral("templatesPage"));
    m_view->setObjectName(QStringLiteral("templateList"));
    m_view->setAccessibleName(tr("Templates"));
    m_view->setModel(&bench.templates);
    m_view->setItemDelegate(new TemplateDelegate(m_view));
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setMinimumWidth(28 * Grid);
    m_list = new ListOrHint(m_view, QStringLiteral("templatesEmpty"), this);
    auto *split = new QSplitter(Qt::Horizontal, this);
    split->setHandleWidth(3);
    split->addWidget(m_list);
    split->addWidget(makeDetails());
    split->setStretchFactor(1, 1);
    split->setChildrenCollapsible(false);
    split->setSizes({36 * Grid, 70 * Grid});
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeBar());
    layout->addWidget(split, 1);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &TemplatesPage::refresh);
    connect(m_view, &QListView::activated, m_launch, &QPushButton::click);
    connect(&bench.store, &FleetStore::templatesChanged, this, &TemplatesPage::refresh);
    connect(&bench.store, &FleetStore::jobsChanged, this, &TemplatesPage::refreshJob);
    connect(&m_log, &BuildLog::restarted, m_logView, &QPlainTextEdit::clear);
    connect(&m_log, &BuildLog::appended, m_logView, [this](const QString &text) {
        QString lines = text;
        if (lines.endsWith(u'\n'))
            lines.chop(1); // each call is a paragraph
        m_logView->appendPlainText(lines);
    });
    connect(m_recipes, &RecipeFolder::refused, this,
            [this](const QString &why) { emit told(Severity::Warning, why); });
    connect(m_recipes, &RecipeFolder::changed, this, &TemplatesPage::refresh);
    refresh();
}

QWidget *TemplatesPage::makeBar()
{
    auto *barWidget = new QWidget(this);
    auto *bar = new QHBoxLayout(barWidget);
    bar->setContentsMargins(2 * Grid, HalfGrid, Grid, HalfGrid);
    bar->addStretch();
    m_openFolder = addBarButton(bar, QStringLiteral("recipeFolder"), tr("Open the recipes' folder"));
    m_add = addBarButton(bar, QStringLiteral("recipeAdd"), tr("New from a file…"));
    m_remove = addBarButton(bar, QStringLiteral("recipeRemove"), tr("Delete the recipe…"));
    m_add->setToolTip(tr("Copies a recipe (TOML) into the folder and builds it"));
    connect(m_openFolder, &QPushButton::clicked, m_recipes, &RecipeFolder::open);
    connect(m_add, &QPushButton::clicked, this, &TemplatesPage::addRecipe);
    connect(m_remove, &QPushButton::clicked, this, &TemplatesPage::removeRecipe);
    for (QPushButton *button : {m_openFolder, m_add, m_remove})
        button->setVisible(m_recipes->isKnown());
    m_add->setEnabled(m_recipes->isWritable());
    if (!m_recipes->isWritable())
        m_add->setToolTip(tr("The folder %1 cannot be written to.").arg(m_recipes->path()));
    barWidget->setVisible(m_recipes->isKnown());
    return barWidget;
}

QWidget *TemplatesPage::makeDetails()
{
    auto *page = new QWidget(this);
    page->setBackgroundRole(QPalette::Base);
    page->setAutoFillBackground(true);
    m_name = new QLabel(page);
    m_name->setObjectName(QStringLiteral("templateName"));
    m_name->setFont(titleFont(font()));
    m_name->setTextFormat(Qt::PlainText);
    m_state = makeNoteLabel({}, page);
    m_state->setObjectName(QStringLiteral("templateState"));
    m_facts = makeNoteLabel({}, page);
    m_facts->setObjectName(QStringLiteral("templateFacts"));
    m_facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *title = new QHBoxLayout;
    title->addWidget(m_name, 1);
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(2 * Grid, Grid + HalfGrid, 2 * Grid, Grid + HalfGrid);
    layout->setSpacing(Grid);
    layout->addLayout(title);
    layout->addWidget(m_state);
    layout->addWidget(m_facts);
    auto *row = new QWidget(page);
    auto *buttons = new QHBoxLayout(row);
    buttons->setContentsMargins(0, 0, 0, 0);
    m_launch = addBarButton(buttons, QStringLiteral("templateLaunch"), tr("Launch…"));
    m_build = addBarButton(buttons, QStringLiteral("templateBuild"), tr("Build"));
    m_cancel = addBarButton(buttons, QStringLiteral("templateCancel"), tr("Cancel the build"));
    buttons->addStretch();
    layout->addWidget(row);
    m_logNote = makeNoteLabel({}, page);
    m_logNote->setObjectName(QStringLiteral("buildNote"));
    layout->addWidget(m_logNote);
    m_logView = new QPlainTextEdit(page);
    m_logView->setObjectName(QStringLiteral("buildLog"));
    m_logView->setAccessibleName(tr("Log of the build"));
    m_logView->setReadOnly(true);
    m_logView->setMaximumBlockCount(MostLines);
    m_logView->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_logView->setTabChangesFocus(true);
    m_logView->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    layout->addWidget(m_logView, 1);
    connect(m_launch, &QPushButton::clicked, this, [this] {
        if (const auto each = current())
            emit launchRequested(each->context, each->info.id);
    });
    connect(m_build, &QPushButton::clicked, this, &TemplatesPage::build);
    connect(m_cancel, &QPushButton::clicked, this, &TemplatesPage::cancel);
    return page;
}

void TemplatesPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (!m_view->currentIndex().isValid())
        m_view->setCurrentIndex(m_bench.templates.index(0));
    refresh();
}

void TemplatesPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    follow();
}

std::optional<ContextTemplate> TemplatesPage::current() const
{
    const QModelIndex index = m_view->currentIndex();
    return index.isValid() ? std::optional(m_bench.templates.values().at(index.row())) : std::nullopt;
}

// The newest: what runs comes first in the list of jobs.
std::optional<Job> TemplatesPage::jobOf(const ContextTemplate &each) const
{
    for (const ContextJob &job : m_bench.jobs.values()) {
        if (job.context == each.context && job.job.subject == each.info.id)
            return job.job;
    }
    return std::nullopt;
}

void TemplatesPage::refresh()
{
    m_list->setHint(m_bench.templates.values().isEmpty() ? tr("No context here has templates yet.")
                                                         : QString());
    const auto each = current();
    for (QWidget *widget : std::initializer_list<QWidget *>{m_name, m_state, m_facts, m_launch, m_build})
        widget->setVisible(each.has_value());
    if (each) {
        const TemplateInfo &info = each->info;
        m_name->setText(info.id.toString());
        m_state->setTone(info.error ? ToneLabel::Tone::Fault : ToneLabel::Tone::Muted);
        m_state->setText(info.error ? wording::errorSentence(*info.error)
                                    : wording::templateStateText(info.state));
        QString facts = tr("%1; memory from %2 to %3")
                            .arg(wording::resourcesText(info.defaults), wording::bytesText(info.minMemory),
                                 wording::bytesText(info.maxMemory));
        if (info.screen)
            facts += tr("; screen %1 × %2").arg(info.screen->width()).arg(info.screen->height());
        m_facts->setText(info.summary.isEmpty() ? facts : info.summary + u'\n' + facts);
        Fleet *fleet = m_bench.store.fleet(each->context);
        const bool building = info.state == TemplateState::Building;
        m_build->setText(info.state == TemplateState::Missing ? tr("Build") : tr("Build again"));
        m_build->setEnabled(fleet && fleet->control() && !building);
        m_launch->setEnabled(m_bench.store.capabilities(each->context).launch);
    }
    m_remove->setEnabled(each && m_recipes->canRemove(each->info.id.toString()));
    refreshJob();
}

void TemplatesPage::refreshJob()
{
    const auto each = current();
    const auto job = each ? jobOf(*each) : std::nullopt;
    const bool active = job && (job->state == JobState::Running || job->state == JobState::Queued);
    m_cancel->setVisible(active && job->cancellable);
    m_log.setJob(job);
    m_logView->setVisible(job.has_value());
    if (job)
        m_logNote->setText(job->error ? wording::errorSentence(*job->error) : wording::jobText(*job));
    else
        m_logNote->setText(
            each ? tr("Nothing was built since the console is open; the log of a build stands here.")
                 : QString());
    m_logNote->setTone(job && job->error ? ToneLabel::Tone::Fault : ToneLabel::Tone::Muted);
    follow();
}

void TemplatesPage::follow()
{
    const auto each = current();
    const auto job = each ? jobOf(*each) : std::nullopt;
    m_log.setFollowing(isVisible() && job && !job->endedAt);
}

void TemplatesPage::build()
{
    if (const auto each = current())
        m_bench.commander.prepareTemplate(each->context, each->info.id);
}

void TemplatesPage::cancel()
{
    const auto each = current();
    if (const auto job = each ? jobOf(*each) : std::nullopt)
        m_bench.commander.cancelJob(each->context, job->id);
}

void TemplatesPage::addRecipe()
{
    auto *dialog = new QFileDialog(window(), tr("A recipe for a new template"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilter(tr("Recipes (*.toml)"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        const QString name = m_recipes->add(path);
        if (name.isEmpty() || m_bench.templates.values().isEmpty())
            return;
        // The engine reads the folder when it is asked to build.
        const auto each = current();
        m_bench.commander.prepareTemplate(
            each ? each->context : m_bench.templates.values().constFirst().context, TemplateId(name));
    });
    dialog->open();
}

void TemplatesPage::removeRecipe()
{
    const auto each = current();
    if (!each)
        return;
    const QString name = each->info.id.toString();
    auto *dialog = new LoseDialog(tr("Delete the recipe of %1?").arg(name),
                                  tr("The file %1 is deleted; nothing new can be launched from the template. "
                                     "Its image and its sandboxes "
                                     "stay.")
                                      .arg(m_recipes->fileOf(name)),
                                  tr("Delete the recipe"), window());
    connect(dialog, &QDialog::accepted, this, [this, name] { m_recipes->remove(name); });
    dialog->open();
}

} // namespace sandglass
