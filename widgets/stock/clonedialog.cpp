// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stock/clonedialog.h"

#include "models/wording.h"
#include "widgets/parts/metadataeditor.h"
#include "widgets/parts/timeoutchooser.h"
#include "widgets/parts/tonelabel.h"
#include "widgets/theme/metrics.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

namespace sandglass {

CloneDialog::CloneDialog(const Facts &facts, QWidget *parent)
    : QDialog(parent), m_facts(facts), m_source(new QComboBox(this)), m_count(new QSpinBox(this)),
      m_name(new QLineEdit(this)), m_fault(makeFaultLabel(this)), m_timeout(new TimeoutChooser(this)),
      m_metadata(new MetadataEditor(this)),
      m_wait(new QCheckBox(tr("Wait where there is no room now"), this)), m_note(makeNoteLabel({}, this)),
      m_accept(new QPushButton(this))
{
    setObjectName(QStringLiteral("cloneDialog"));
    setWindowTitle(tr("Clone"));
    setAttribute(Qt::WA_DeleteOnClose);
    setMinimumWidth(60 * Grid);
    for (const CloneSource &each : facts.sources)
        m_source->addItem(each.label);
    m_timeout->allowRenewing(facts.renewing);
    m_timeout->setTimeout(facts.renewing ? std::nullopt : std::optional<std::chrono::seconds>(3600));
    m_metadata->setSuggestions(facts.labels);
    m_wait->setVisible(facts.waiting);
    build();
    connect(m_source, &QComboBox::currentIndexChanged, this, &CloneDialog::check);
    connect(m_count, &QSpinBox::valueChanged, this, &CloneDialog::check);
    connect(m_name, &QLineEdit::textChanged, this, &CloneDialog::check);
    connect(m_timeout, &TimeoutChooser::changed, this, &CloneDialog::check);
    connect(m_metadata, &MetadataEditor::changed, this, &CloneDialog::check);
    check();
    m_count->setFocus();
    m_count->selectAll();
}

void CloneDialog::build()
{
    m_source->setObjectName(QStringLiteral("cloneSource"));
    m_source->setAccessibleName(tr("Clone what"));
    m_count->setObjectName(QStringLiteral("cloneCount"));
    m_count->setAccessibleName(tr("How many"));
    m_count->setRange(1, MaxClones);
    m_name->setObjectName(QStringLiteral("cloneName"));
    m_name->setAccessibleName(tr("Name"));
    m_name->setPlaceholderText(tr("made from the source's when this stays empty"));
    m_name->setMaxLength(63);
    m_fault->setObjectName(QStringLiteral("cloneFault"));
    m_wait->setObjectName(QStringLiteral("cloneWait"));
    m_note->setObjectName(QStringLiteral("cloneNote"));
    m_accept->setObjectName(QStringLiteral("cloneAccept"));
    m_accept->setDefault(true);
    auto *name = new QVBoxLayout;
    name->setSpacing(2);
    name->addWidget(m_name);
    name->addWidget(m_fault);
    auto *form = new QFormLayout;
    form->setHorizontalSpacing(2 * Grid);
    form->setVerticalSpacing(Grid);
    form->addRow(tr("Of"), m_source);
    form->addRow(tr("How many"), m_count);
    form->addRow(tr("Name"), name);
    form->addRow(tr("Lifetime"), m_timeout);
    form->addRow(tr("More labels"), m_metadata);
    form->addRow(QString(), m_wait);
    auto *buttons = new QDialogButtonBox(this);
    buttons->addButton(m_accept, QDialogButtonBox::AcceptRole);
    buttons->addButton(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(Grid + HalfGrid);
    layout->addLayout(form);
    layout->addStretch();
    layout->addWidget(m_note);
    layout->addWidget(buttons);
}

const CloneSource &CloneDialog::source() const
{
    return m_facts.sources.at(std::max(0, m_source->currentIndex()));
}

int CloneDialog::total() const
{
    return m_count->value() * std::max(1, int(source().sandboxes.size()));
}

QList<CloneSpec> CloneDialog::specs() const
{
    CloneSpec spec;
    spec.count = m_count->value();
    spec.name = m_name->text().trimmed();
    spec.timeout = m_timeout->timeout();
    spec.metadata = m_metadata->metadata();
    spec.waitForRoom = m_facts.waiting && m_wait->isChecked();
    spec.checkpoint = source().checkpoint;
    if (!spec.checkpoint.isEmpty())
        return {spec};
    QList<CloneSpec> specs;
    for (const SandboxId &id : source().sandboxes) {
        spec.sandbox = id;
        specs.append(spec);
    }
    return specs;
}

QString CloneDialog::title() const
{
    return tr("%n clone(s) of %1", nullptr, total()).arg(source().name);
}

void CloneDialog::check()
{
    const qsizetype sandboxes = source().sandboxes.size();
    // One name cannot be given to the forks of several.
    m_name->setEnabled(sandboxes <= 1);
    if (sandboxes > 1)
        m_name->clear();
    QString fault;
    if (const QString name = m_name->text().trimmed(); !name.isEmpty()) {
        if (const auto checked = checkName(name); !checked)
            fault = wording::errorSentence(checked.error());
        else if (const auto longest = checkName(cloneName(name, m_count->value(), m_count->value()));
                 !longest)
            fault = wording::errorSentence(longest.error());
    }
    m_fault->setText(fault);
    m_fault->setVisible(!fault.isEmpty());
    m_note->setText(sandboxes > 1
                        ? tr("%n clone(s) in all; each has its own identity, clock, random numbers and name.",
                             nullptr, total())
                        : tr("Each has its own identity, clock, random numbers and name, and begins where "
                             "the source is."));
    m_accept->setText(tr("Make %n clone(s)", nullptr, total()));
    const QList<CloneSpec> wanted = m_timeout->isValid() ? specs() : QList<CloneSpec>();
    m_accept->setEnabled(
        fault.isEmpty() && m_metadata->isValid() && !wanted.isEmpty() &&
        std::ranges::all_of(wanted, [](const CloneSpec &spec) { return checkCloneSpec(spec).has_value(); }));
}

} // namespace sandglass
