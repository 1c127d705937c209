// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stock/agentdialog.h"

#include "backend/core/whenanswered.h"
#include "models/stock/stockwording.h"
#include "models/wording.h"
#include "widgets/parts/metadataeditor.h"
#include "widgets/parts/timeoutchooser.h"
#include "widgets/parts/tonelabel.h"
#include "widgets/shell/workbench.h"
#include "widgets/stock/stockactor.h"
#include "widgets/theme/metrics.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>

namespace sandglass {

namespace {

constexpr int MemoryStep = 256;

// Lines of NAME=value; nothing when one is none.
std::optional<QMap<QString, QString>> readEnvironment(const QString &text)
{
    QMap<QString, QString> environment;
    for (const QString &line : text.split(u'\n')) {
        if (line.trimmed().isEmpty())
            continue;
        const qsizetype equals = line.indexOf(u'=');
        if (equals < 1)
            return std::nullopt;
        environment.insert(line.left(equals).trimmed(), line.sliced(equals + 1));
    }
    return environment;
}

} // namespace

AgentDialog::AgentDialog(Workbench &bench, StockActor &actor, const std::optional<ContextAgent> &agent,
                         QWidget *parent)
    : QDialog(parent), m_bench(bench), m_actor(actor), m_was(agent), m_context(new QComboBox(this)),
      m_id(new QLineEdit(this)), m_title(new QLineEdit(this)), m_template(new QComboBox(this)),
      m_vcpus(new QSpinBox(this)), m_memory(new QSpinBox(this)), m_mode(new QComboBox(this)),
      m_idle(new QLineEdit(this)), m_timeout(new TimeoutChooser(this)), m_metadata(new MetadataEditor(this)),
      m_environment(new QPlainTextEdit(this)), m_fault(makeFaultLabel(this)),
      m_save(new QPushButton(tr("Save"), this))
{
    setObjectName(QStringLiteral("agentDialog"));
    setWindowTitle(agent ? tr("Agent %1").arg(agent->agent.id.toString()) : tr("New agent"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto *inner = new QWidget(this);
    auto *column = new QVBoxLayout(inner);
    column->setContentsMargins(0, 0, HalfGrid, 0);
    auto *form = new QFormLayout;
    column->addLayout(form);
    column->addStretch();
    build(form);
    auto *scroll = new QScrollArea(this);
    scroll->setWidget(inner);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus); // its fields have it
    auto *buttons = new QDialogButtonBox(this);
    buttons->addButton(m_save, QDialogButtonBox::AcceptRole);
    m_save->setDefault(true);
    m_save->setObjectName(QStringLiteral("agentSave"));
    buttons->addButton(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    connect(buttons, &QDialogButtonBox::accepted, this, &AgentDialog::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(scroll, 1);
    layout->addWidget(m_fault);
    layout->addWidget(buttons);
    resize(66 * Grid, 76 * Grid);
    fillContexts();
    show(agent ? agent->agent : Agent());
    connect(m_context, &QComboBox::currentIndexChanged, this, &AgentDialog::fillTemplates);
    connect(m_template, &QComboBox::currentIndexChanged, this, &AgentDialog::check);
    for (QLineEdit *edit : {m_id, m_title, m_idle})
        connect(edit, &QLineEdit::textChanged, this, &AgentDialog::check);
    for (QSpinBox *spin : {m_vcpus, m_memory})
        connect(spin, &QSpinBox::valueChanged, this, &AgentDialog::check);
    connect(m_mode, &QComboBox::currentIndexChanged, this, &AgentDialog::check);
    connect(m_timeout, &TimeoutChooser::changed, this, &AgentDialog::check);
    connect(m_metadata, &MetadataEditor::changed, this, &AgentDialog::check);
    connect(m_environment, &QPlainTextEdit::textChanged, this, &AgentDialog::check);
    check();
}

void AgentDialog::build(QFormLayout *form)
{
    form->setHorizontalSpacing(2 * Grid);
    form->setVerticalSpacing(Grid);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    const auto name = [](QWidget *widget, const char *object, const QString &accessible) {
        widget->setObjectName(QLatin1StringView(object));
        widget->setAccessibleName(accessible);
    };
    name(m_context, "agentContext", tr("Location"));
    name(m_id, "agentId", tr("Name for programs"));
    name(m_title, "agentTitle", tr("Title for people"));
    name(m_template, "agentTemplate", tr("Template"));
    name(m_vcpus, "agentVcpus", tr("Virtual processors"));
    name(m_memory, "agentMemory", tr("Memory in MiB"));
    name(m_mode, "agentMode", tr("Mode"));
    name(m_idle, "agentIdle", tr("Hibernate after, such as 10m"));
    name(m_environment, "agentEnvironment", tr("Environment, a line each"));
    m_fault->setObjectName(QStringLiteral("agentFault"));
    m_id->setMaxLength(63);
    m_vcpus->setSpecialValueText(tr("the template's"));
    m_memory->setSpecialValueText(tr("the template's"));
    m_memory->setSingleStep(MemoryStep);
    m_memory->setSuffix(tr(" MiB"));
    m_idle->setPlaceholderText(tr("as the policy says"));
    m_environment->setPlaceholderText(QStringLiteral("NAME=value"));
    m_environment->setTabChangesFocus(true);
    m_environment->setMaximumHeight(9 * Grid);
    for (const Mode mode : AllModes)
        m_mode->addItem(wording::modeText(mode), int(mode));
    form->addRow(tr("Location"), m_context);
    form->addRow(tr("Name for programs"), m_id);
    form->addRow(tr("Title"), m_title);
    form->addRow(tr("Template"), m_template);
    form->addRow(tr("Processors"), m_vcpus);
    form->addRow(tr("Memory"), m_memory);
    form->addRow(tr("Mode"), m_mode);
    form->addRow(tr("Hibernate after"), m_idle);
    form->addRow(tr("Lifetime"), m_timeout);
    form->addRow(tr("Labels"), m_metadata);
    form->addRow(tr("Environment"), m_environment);
}

void AgentDialog::fillContexts()
{
    for (const ContextId &each : m_bench.stock.contexts()) {
        if (m_bench.stock.can(each, &Capabilities::agents))
            m_context->addItem(m_bench.store.contextInfo(each).name, each.toString());
    }
    if (m_was)
        m_context->setCurrentIndex(m_context->findData(m_was->context.toString()));
    m_context->setEnabled(!m_was && m_context->count() > 1);
    fillTemplates();
}

void AgentDialog::fillTemplates()
{
    m_template->clear();
    for (const TemplateInfo &info : m_bench.store.templates(context()))
        m_template->addItem(info.id.toString());
    m_timeout->allowRenewing(m_bench.store.capabilities(context()).renewing);
    check();
}

void AgentDialog::show(const Agent &agent)
{
    m_id->setText(agent.id.toString());
    m_id->setReadOnly(m_was.has_value());
    m_title->setText(agent.title);
    if (const int row = m_template->findText(agent.templateId.toString()); row >= 0)
        m_template->setCurrentIndex(row);
    else if (m_was)
        m_template->setCurrentIndex(-1); // it is gone; another one must be chosen
    m_vcpus->setRange(0, 64);
    m_vcpus->setValue(agent.vcpus.value_or(0));
    m_memory->setRange(0, 1024 * 1024);
    m_memory->setValue(agent.memory ? int(agent.memory->toMiB()) : 0);
    m_mode->setCurrentIndex(m_mode->findData(int(agent.mode)));
    m_idle->setText(agent.hibernateAfter ? wording::durationFieldText(*agent.hibernateAfter) : QString());
    m_timeout->setTimeout(agent.timeout);
    m_metadata->setMetadata(agent.metadata);
    QStringList lines;
    for (auto it = agent.environment.cbegin(); it != agent.environment.cend(); ++it)
        lines.append(it.key() + u'=' + it.value());
    m_environment->setPlainText(lines.join(u'\n'));
}

ContextId AgentDialog::context() const
{
    return ContextId(m_context->currentData().toString());
}

std::optional<TemplateInfo> AgentDialog::chosenTemplate() const
{
    for (const TemplateInfo &info : m_bench.store.templates(context())) {
        if (info.id.toString() == m_template->currentText())
            return info;
    }
    return std::nullopt;
}

Agent AgentDialog::agent() const
{
    Agent agent = m_was ? m_was->agent : Agent();
    agent.id = AgentId(m_id->text().trimmed());
    agent.title = m_title->text().trimmed();
    agent.templateId = TemplateId(m_template->currentText());
    agent.vcpus = m_vcpus->value() > 0 ? std::optional(m_vcpus->value()) : std::nullopt;
    agent.memory = m_memory->value() > 0 ? std::optional(Bytes::fromMiB(m_memory->value())) : std::nullopt;
    agent.mode = static_cast<Mode>(m_mode->currentData().toInt());
    agent.hibernateAfter = agent.mode == Mode::Hibernating ? parseDuration(m_idle->text()) : std::nullopt;
    agent.timeout = m_timeout->timeout();
    agent.metadata = m_metadata->metadata();
    agent.environment = readEnvironment(m_environment->toPlainText()).value_or(QMap<QString, QString>());
    return agent;
}

void AgentDialog::check()
{
    const bool hibernating = static_cast<Mode>(m_mode->currentData().toInt()) == Mode::Hibernating;
    m_idle->setEnabled(hibernating);
    const auto info = chosenTemplate();
    QString fault;
    if (!info)
        fault = tr("Choose a template.");
    else if (!readEnvironment(m_environment->toPlainText()))
        fault = tr("The environment is written NAME=value, a line each.");
    else if (hibernating && !m_idle->text().isEmpty() && !parseDuration(m_idle->text()))
        fault = tr("This is not a duration. Write it like 90s, 15m, 6h or 30d.");
    else if (m_timeout->isValid() && m_metadata->isValid()) {
        if (const auto checked = checkAgent(agent(), *info); !checked)
            fault = wording::errorSentence(checked.error());
    }
    const bool untouched = !m_was && m_id->text().isEmpty();
    m_fault->setText(untouched ? QString() : fault);
    m_fault->setVisible(!untouched && !fault.isEmpty());
    m_save->setEnabled(fault.isEmpty() && m_timeout->isValid() && m_metadata->isValid());
}

void AgentDialog::save()
{
    if (!m_was) {
        // What is there under that name would be replaced.
        const FleetStock *stock = m_bench.stock.stock(context());
        const AgentId id = agent().id;
        if (stock && std::ranges::any_of(stock->agents(), [&](const Agent &a) { return a.id == id; })) {
            m_fault->setText(wording::errorSentence(Error(ErrorCode::AlreadyExists, id.toString())));
            return m_fault->show();
        }
    }
    m_save->setEnabled(false);
    whenAnswered(m_actor.saveAgent(context(), agent()), this, [this](const Result<Agent> &saved) {
        if (saved)
            return accept();
        check();
        m_fault->setText(wording::errorSentence(saved.error()));
        m_fault->show();
    });
}

} // namespace sandglass
