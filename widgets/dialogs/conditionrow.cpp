// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/dialogs/conditionrow.h"

#include "backend/domain/sandbox.h"
#include "models/wording.h"
#include "widgets/parts/multichoicebutton.h"
#include "widgets/parts/tonelabel.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/metrics.h"

#include <QComboBox>
#include <QCompleter>
#include <QGridLayout>
#include <QLineEdit>
#include <QStackedWidget>
#include <QStringListModel>
#include <QToolButton>

namespace sandglass {

namespace {

using query::Field;
using query::FieldType;
using query::Op;

// A choice in the window's language, where it is another word.
QString choiceText(Field field, const QString &name)
{
    switch (field) {
    case Field::Status:
        if (const auto status = statusFromName(name))
            return wording::statusText(*status);
        break;
    case Field::Kind:
        if (const auto kind = kindFromName(name))
            return wording::kindText(*kind);
        break;
    case Field::Mode:
        if (const auto mode = modeFromName(name))
            return wording::modeText(*mode);
        break;
    default:
        break;
    }
    return name;
}

} // namespace

ConditionRow::ConditionRow(const Condition &condition, query::KnownValues known, QWidget *parent)
    : QWidget(parent), m_known(std::move(known)), m_written(condition.written), m_field(new QComboBox(this)),
      m_label(new QComboBox(this)), m_operator(new QComboBox(this)), m_values(new QStackedWidget(this)),
      m_text(new QLineEdit(this)), m_fault(makeFaultLabel(this))
{
    m_field->setObjectName(QStringLiteral("conditionField"));
    m_field->setAccessibleName(tr("What is asked of"));
    m_label->setObjectName(QStringLiteral("conditionLabel"));
    m_label->setAccessibleName(tr("Which label"));
    m_label->setEditable(true);
    m_label->setMinimumWidth(14 * Grid);
    m_operator->setObjectName(QStringLiteral("conditionOperator"));
    m_operator->setAccessibleName(tr("How it is compared"));
    m_text->setObjectName(QStringLiteral("conditionValue"));
    m_text->setAccessibleName(tr("With what"));
    m_values->addWidget(m_text);
    m_values->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    auto *remove = new QToolButton(this);
    remove->setObjectName(QStringLiteral("conditionRemove"));
    remove->setAutoRaise(true);
    remove->setIcon(themeIcon(Icon::RemoveRow));
    remove->setToolTip(tr("Take this condition away"));
    remove->setAccessibleName(tr("Take this condition away"));
    auto *layout = new QGridLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setColumnStretch(3, 1);
    layout->addWidget(m_field, 0, 0);
    layout->addWidget(m_label, 0, 1);
    layout->addWidget(m_operator, 0, 2);
    layout->addWidget(m_values, 0, 3);
    layout->addWidget(remove, 0, 4);
    layout->addWidget(m_fault, 1, 0, 1, 5);
    fillFields();
    take(condition);
    connect(m_field, &QComboBox::activated, this, [this] {
        m_text->clear();
        takeField();
        emit changed();
    });
    connect(m_label, &QComboBox::currentTextChanged, this, [this] {
        offerValues();
        emit changed();
    });
    connect(m_operator, &QComboBox::activated, this, &ConditionRow::changed);
    connect(m_text, &QLineEdit::textChanged, this, &ConditionRow::changed);
    connect(remove, &QToolButton::clicked, this, &ConditionRow::removeRequested);
}

void ConditionRow::take(const Condition &condition)
{
    if (!m_written.isEmpty()) {
        for (QWidget *widget : {static_cast<QWidget *>(m_field), static_cast<QWidget *>(m_label),
                                static_cast<QWidget *>(m_operator)})
            widget->hide();
        m_text->setText(m_written);
        m_text->setReadOnly(true);
        m_text->setToolTip(tr("This part has brackets of its own: change it where queries are typed."));
    } else {
        m_field->setCurrentIndex(qMax(0, m_field->findData(int(condition.field))));
        takeField();
        m_label->setCurrentText(condition.label);
        const int wanted = int(condition.op) * 2 + (condition.negated ? 1 : 0);
        m_operator->setCurrentIndex(qMax(0, m_operator->findData(wanted)));
        if (choosesFromFew()) {
            QSet<int> chosen;
            for (const QString &value : condition.values)
                chosen.insert(static_cast<int>(choices().indexOf(value)));
            chosen.remove(-1);
            m_choice->setChosen(chosen);
        } else {
            m_text->setText(condition.values.join(QStringLiteral(", ")));
        }
    }
}

void ConditionRow::fillFields()
{
    m_field->addItem(fieldTitle(Field::Text), int(Field::Text));
    for (const query::FieldInfo &info : query::fields())
        m_field->addItem(fieldTitle(info.field), int(info.field));
    m_field->setMaxVisibleItems(24);
    m_label->addItems(m_known.labelKeys);
}

query::Field ConditionRow::field() const
{
    return static_cast<Field>(m_field->currentData().toInt());
}

QStringList ConditionRow::choices() const
{
    return field() == Field::Text ? QStringList() : query::choicesOf(field());
}

bool ConditionRow::choosesFromFew() const
{
    return field() != Field::Text && query::infoOf(field()).type == FieldType::Choice;
}

void ConditionRow::takeField()
{
    m_label->setVisible(field() == Field::Meta);
    fillOperators();
    if (m_choice) {
        m_values->removeWidget(m_choice);
        m_choice->deleteLater();
        m_choice = nullptr;
    }
    if (choosesFromFew()) {
        m_choice = new MultiChoiceButton(valueExample(field()), tr("None"), m_values);
        m_choice->setObjectName(QStringLiteral("conditionChoice"));
        const QStringList all = choices();
        for (int i = 0; i < all.size(); ++i)
            m_choice->addChoice(i, choiceText(field(), all.at(i)), {});
        m_values->addWidget(m_choice);
        m_values->setCurrentWidget(m_choice);
        connect(m_choice, &MultiChoiceButton::chosenChanged, this, [this](const QSet<int> &chosen) {
            m_choice->setChosen(chosen);
            emit changed();
        });
        return;
    }
    m_values->setCurrentWidget(m_text);
    m_text->setPlaceholderText(valueExample(field()));
    offerValues();
}

void ConditionRow::fillOperators()
{
    m_operator->clear();
    for (const Op op : operatorsOf(field())) {
        m_operator->addItem(operatorTitle(field(), op, false), int(op) * 2);
        // The others have a name of their own.
        if (op == Op::Colon)
            m_operator->addItem(operatorTitle(field(), op, true), int(op) * 2 + 1);
    }
}

void ConditionRow::offerValues()
{
    QStringList values;
    switch (field()) {
    case Field::Template:
        values = m_known.templates;
        break;
    case Field::Backend:
        values = m_known.backends;
        break;
    case Field::Has:
        values = choices();
        break;
    case Field::Meta:
    case Field::Agent:
    case Field::Owner:
        if (m_known.labelValues)
            values = m_known.labelValues(field() == Field::Agent   ? QStringLiteral("agent")
                                         : field() == Field::Owner ? QStringLiteral("owner")
                                                                   : m_label->currentText());
        break;
    default:
        break;
    }
    auto *completer = new QCompleter(values, m_text);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    m_text->setCompleter(completer);
}

Condition ConditionRow::condition() const
{
    Condition condition;
    if (!m_written.isEmpty()) {
        condition.written = m_written;
        return condition;
    }
    condition.field = field();
    condition.label = field() == Field::Meta ? m_label->currentText().trimmed() : QString();
    condition.op = static_cast<Op>(m_operator->currentData().toInt() / 2);
    condition.negated = m_operator->currentData().toInt() % 2 != 0;
    if (choosesFromFew()) {
        QList<int> chosen = m_choice->chosen().values();
        std::ranges::sort(chosen);
        for (const int choice : std::as_const(chosen))
            condition.values.append(choices().value(choice));
        return condition;
    }
    for (const QString &value : m_text->text().split(u',', Qt::SkipEmptyParts)) {
        if (!value.trimmed().isEmpty())
            condition.values.append(value.trimmed());
    }
    return condition;
}

void ConditionRow::showFault(const QString &sentence)
{
    m_fault->setText(sentence);
    m_fault->setVisible(!sentence.isEmpty());
}

void ConditionRow::focusValue()
{
    (m_choice ? static_cast<QWidget *>(m_choice) : m_text)->setFocus();
}

} // namespace sandglass
