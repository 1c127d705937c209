// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/alerts/alertdialog.h"

#include "models/alerts/alertwords.h"
#include "models/wording.h"
#include "widgets/alerts/alertsign.h"
#include "widgets/alerts/spanfield.h"
#include "widgets/parts/queryfield.h"
#include "widgets/parts/tonelabel.h"
#include "widgets/shell/workbench.h"
#include "widgets/theme/metrics.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace sandglass {

namespace {

using When = AlertCondition::Kind;

constexpr std::chrono::seconds UsualAge{600};

} // namespace

AlertDialog::AlertDialog(Workbench &bench, const QString &title, const AlertRule &rule, QWidget *parent)
    : QDialog(parent), m_bench(bench), m_rule(rule), m_name(new QLineEdit(this)),
      m_query(new QueryField(this)), m_text(m_query->findChild<QLineEdit *>()),
      m_context(new QComboBox(this)), m_condition(new QComboBox(this)), m_count(new QSpinBox(this)),
      m_age(new SpanField(tr("Longer than"), {}, this)),
      m_errorAge(new SpanField(tr("Failed within"), tr("any time"), this)), m_money(new QWidget(this)),
      m_rate(new QLineEdit(m_money)), m_currency(new QComboBox(m_money)),
      m_hold(new SpanField(tr("For at least"), tr("at once"), this)), m_severity(new QComboBox(this)),
      m_desktop(new QCheckBox(tr("Tell me outside of this window, too"), this)),
      m_enabled(new QCheckBox(tr("It is on"), this)), m_fault(makeFaultLabel(this)),
      m_trial(makeNoteLabel({}, this)), m_reader(bench.store)
{
    setObjectName(QStringLiteral("alertDialog"));
    setWindowTitle(title);
    setAttribute(Qt::WA_DeleteOnClose);
    setMinimumWidth(72 * Grid);
    auto *form = new QFormLayout;
    form->setHorizontalSpacing(2 * Grid);
    form->setVerticalSpacing(Grid);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    build(*form);
    auto *buttons = new QDialogButtonBox(this);
    m_accept = buttons->addButton(tr("Save"), QDialogButtonBox::AcceptRole);
    m_accept->setObjectName(QStringLiteral("alertAccept"));
    m_accept->setDefault(true);
    buttons->addButton(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(2 * Grid);
    layout->addLayout(form);
    layout->addWidget(m_trial);
    layout->addWidget(buttons);
    fill();
    connectFields();
    showFields();
    refresh();
}

void AlertDialog::build(QFormLayout &form)
{
    m_name->setObjectName(QStringLiteral("alertName"));
    m_name->setAccessibleName(tr("Name of the alert"));
    m_name->setMaxLength(int(AlertLimits::LongestName));
    m_text->setObjectName(QStringLiteral("alertQuery"));
    m_text->setAccessibleName(tr("Query: which sandboxes to watch"));
    m_text->setPlaceholderText(tr("everything but stopped and deleted ones"));
    m_context->setObjectName(QStringLiteral("alertContext"));
    m_context->setAccessibleName(tr("Context"));
    m_condition->setObjectName(QStringLiteral("alertCondition"));
    m_condition->setAccessibleName(tr("Condition"));
    m_count->setObjectName(QStringLiteral("alertCount"));
    m_count->setAccessibleName(tr("How many"));
    m_count->setGroupSeparatorShown(true);
    m_count->setMaximumWidth(20 * Grid);
    m_age->setObjectName(QStringLiteral("alertAge"));
    m_errorAge->setObjectName(QStringLiteral("alertErrorAge"));
    m_rate->setObjectName(QStringLiteral("alertRate"));
    m_rate->setAccessibleName(tr("Cost an hour"));
    m_rate->setPlaceholderText(QStringLiteral("1.50"));
    m_currency->setObjectName(QStringLiteral("alertCurrency"));
    m_currency->setAccessibleName(tr("Currency"));
    auto *money = new QHBoxLayout(m_money);
    money->setContentsMargins(0, 0, 0, 0);
    money->addWidget(m_rate);
    money->addWidget(m_currency);
    money->addStretch();
    m_hold->setObjectName(QStringLiteral("alertHold"));
    m_severity->setObjectName(QStringLiteral("alertSeverity"));
    m_severity->setAccessibleName(tr("Severity"));
    m_severity->setIconSize({IconSide, IconSide});
    m_desktop->setObjectName(QStringLiteral("alertDesktop"));
    m_enabled->setObjectName(QStringLiteral("alertEnabled"));
    m_fault->setObjectName(QStringLiteral("alertFault"));
    m_trial->setObjectName(QStringLiteral("alertTrial"));
    m_trial->setTextFormat(Qt::PlainText);
    m_trial->setMinimumHeight(2 * fontMetrics().lineSpacing());
    m_trial->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    form.addRow(tr("Name"), m_name);
    form.addRow(tr("Of those that match"), m_query);
    form.addRow(tr("In"), m_context);
    form.addRow(tr("When"), m_condition);
    form.addRow(tr("How many"), m_count);
    form.addRow(tr("Longer than"), m_age);
    form.addRow(tr("Failed within"), m_errorAge);
    form.addRow(tr("Cost an hour"), m_money);
    form.addRow(tr("For at least"), m_hold);
    form.addRow(tr("Severity"), m_severity);
    form.addRow(QString(), m_desktop);
    form.addRow(QString(), m_enabled);
    form.addRow(QString(), m_fault);
}

void AlertDialog::fillContexts()
{
    m_context->addItem(tr("every context"), QString());
    for (const ContextInfo &context : m_bench.contexts.values())
        m_context->addItem(context.name, context.id.toString());
    const QString wanted = m_rule.context.toString();
    if (m_context->findData(wanted) < 0)
        m_context->addItem(tr("%1 (not here now)", "a context").arg(wanted), wanted);
    m_context->setCurrentIndex(m_context->findData(wanted));
    m_context->setEnabled(m_context->count() > 2 || !wanted.isEmpty());
}

void AlertDialog::fill()
{
    const AlertCondition &condition = m_rule.condition;
    m_name->setText(m_rule.name);
    m_name->selectAll();
    m_query->setKnownValues([this] { return m_bench.knownValues(); });
    m_text->setText(m_rule.query); // perhaps one that cannot be read
    fillContexts();
    for (const When kind : AllAlertConditions)
        m_condition->addItem(AlertWords::conditionKind(kind), int(kind));
    m_condition->setCurrentIndex(int(condition.kind));
    m_count->setRange(0, AlertLimits::LargestCount);
    m_count->setValue(condition.count);
    m_age->setSpan(condition.kind == When::InState ? condition.age : UsualAge);
    m_errorAge->setSpan(condition.kind == When::InError ? condition.age : std::chrono::seconds(0));
    if (condition.kind == When::CostRate)
        m_rate->setText(condition.rate.toDecimal());
    QStringList currencies;
    for (const ContextId &context : m_bench.store.contexts())
        currencies.append(m_bench.store.prices(context).currency);
    currencies.append(condition.currency);
    currencies.removeAll(QString());
    currencies.removeDuplicates();
    if (currencies.size() != 1 || condition.currency.isEmpty())
        m_currency->addItem(currencies.size() == 1 ? currencies.constFirst() : tr("of any currency"),
                            QString());
    if (currencies.size() > 1 || !condition.currency.isEmpty()) {
        for (const QString &currency : std::as_const(currencies))
            m_currency->addItem(currency, currency);
    }
    m_currency->setCurrentIndex(qMax(0, m_currency->findData(condition.currency)));
    m_currency->setEnabled(m_currency->count() > 1);
    m_hold->setSpan(m_rule.hold);
    for (const AlertSeverity severity : AllAlertSeverities)
        m_severity->addItem(
            QIcon(alertPixmap(severity, AlertState::Firing, palette(), IconSide, devicePixelRatioF())),
            AlertWords::severity(severity));
    m_severity->setCurrentIndex(int(m_rule.severity));
    m_desktop->setChecked(m_rule.desktop);
    m_enabled->setChecked(m_rule.enabled);
}

void AlertDialog::connectFields()
{
    for (QLineEdit *edit : {m_name, m_text, m_rate})
        connect(edit, &QLineEdit::textChanged, this, &AlertDialog::refresh);
    connect(m_condition, &QComboBox::currentIndexChanged, this, &AlertDialog::showFields);
    for (QComboBox *box : {m_context, m_condition, m_currency, m_severity})
        connect(box, &QComboBox::currentIndexChanged, this, &AlertDialog::refresh);
    connect(m_count, &QSpinBox::valueChanged, this, &AlertDialog::refresh);
    for (SpanField *span : {m_age, m_errorAge, m_hold})
        connect(span, &SpanField::changed, this, &AlertDialog::refresh);
    for (QCheckBox *box : {m_desktop, m_enabled})
        connect(box, &QCheckBox::toggled, this, &AlertDialog::refresh);
    connect(&m_reader, &AlertReader::read, this, &AlertDialog::showTrial);
}

AlertCondition AlertDialog::condition() const
{
    AlertCondition condition{.kind = When(m_condition->currentIndex())};
    switch (condition.kind) {
    case When::AtLeast:
    case When::AtMost:
        condition.count = m_count->value();
        break;
    case When::InState:
        condition.age = m_age->span();
        break;
    case When::InError:
        condition.age = m_errorAge->span();
        break;
    case When::CostRate:
        condition.rate = Money::fromDecimal(m_rate->text().trimmed()).value_or(Money());
        condition.currency = m_currency->currentData().toString();
        break;
    }
    return condition;
}

AlertRule AlertDialog::rule() const
{
    AlertRule rule = m_rule;
    rule.name = m_name->text().simplified();
    const query::Parsed parsed = query::parse(m_text->text());
    rule.query = parsed.fault ? m_text->text() : parsed.query.text();
    rule.context = ContextId(m_context->currentData().toString());
    rule.condition = condition();
    rule.hold = m_hold->span();
    rule.severity = AlertSeverity(m_severity->currentIndex());
    rule.desktop = m_desktop->isChecked();
    rule.enabled = m_enabled->isChecked();
    return rule;
}

// A rule that would not be read back is not kept.
QString AlertDialog::faultOf(const AlertRule &rule) const
{
    if (rule.name.isEmpty())
        return tr("It needs a name.");
    if (const query::Parsed parsed = query::parse(rule.query); parsed.fault)
        return wording::queryFaultSentence(*parsed.fault);
    if (rule.condition.kind == When::CostRate && !Money::fromDecimal(m_rate->text().trimmed()))
        return tr("The cost must be an amount such as 1.50.");
    if (rule.condition.kind == When::AtLeast && rule.condition.count == 0)
        return tr("None or more always match.");
    if (rule.hold > AlertLimits::LongestHold)
        return tr("It can be held back for a week at most.");
    if (rule.condition.age > AlertLimits::LongestAge)
        return tr("That is longer than a year.");
    AlertRule kept = rule;
    kept.id = QStringLiteral("id");
    return alertFromJson(alertToJson(kept)).complaint;
}

void AlertDialog::showFields()
{
    const When kind = When(m_condition->currentIndex());
    auto *form = qobject_cast<QFormLayout *>(layout()->itemAt(0)->layout());
    const auto shown = [&](QWidget *field, bool show) {
        field->setVisible(show);
        form->labelForField(field)->setVisible(show);
    };
    shown(m_count, kind == When::AtLeast || kind == When::AtMost);
    shown(m_age, kind == When::InState);
    shown(m_errorAge, kind == When::InError);
    shown(m_money, kind == When::CostRate);
}

void AlertDialog::refresh()
{
    const AlertRule now = rule();
    const QString fault = faultOf(now);
    m_fault->setText(fault);
    m_fault->setVisible(!fault.isEmpty() && !now.name.isEmpty());
    m_accept->setEnabled(fault.isEmpty());
    AlertRule tried = now;
    tried.id = QStringLiteral("trial");
    tried.name.clear(); // no reason to ask anew
    tried.severity = {};
    tried.enabled = tried.desktop = true;
    if (m_reader.rules() == QList{tried})
        return;
    m_trial->setText(tr("Looking…"));
    m_reader.setRules({tried});
}

void AlertDialog::showTrial(const QList<AlertReading> &readings)
{
    if (readings.size() == 1)
        m_trial->setText(AlertWords::trial(rule(), readings.constFirst()));
}

} // namespace sandglass
