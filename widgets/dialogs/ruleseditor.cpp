// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/dialogs/ruleseditor.h"

#include "backend/domain/query/parser.h"
#include "models/wording.h"
#include "widgets/parts/queryfield.h"
#include "widgets/parts/tonelabel.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/themecolors.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace sandglass {

namespace {

// As the list shows it: the mark and its surface.
QIcon swatch(RuleColor color, const ThemeColors &colors)
{
    QPixmap pixmap(IconSide, IconSide);
    pixmap.fill(colors.ruleSurfaces[static_cast<std::size_t>(color)]);
    QPainter painter(&pixmap);
    painter.fillRect(QRect(0, 0, IconSide / 2, IconSide), colors.ruleMarks[static_cast<std::size_t>(color)]);
    return pixmap;
}

// As it stands there, also while the field waits for the typing to pause.
query::Parsed read(const QueryField *field)
{
    return query::parse(qobject_cast<QLineEdit *>(field->focusProxy())->text());
}

QToolButton *tool(Icon icon, const char *name, const QString &text, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setObjectName(QLatin1StringView(name));
    button->setAutoRaise(true);
    button->setIcon(themeIcon(icon));
    button->setToolTip(text);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

} // namespace

RulesEditor::RulesEditor(const QList<ViewRule> &rules, const Known &known, QWidget *parent)
    : QWidget(parent), m_known(known), m_lines(new QVBoxLayout), m_hint(makeNoteLabel({}, this)),
      m_add(new QPushButton(tr("Add a colour"), this))
{
    setObjectName(QStringLiteral("rulesEditor"));
    m_add->setObjectName(QStringLiteral("addRule"));
    m_add->setAutoDefault(false);
    m_hint->setObjectName(QStringLiteral("rulesHint"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(m_lines);
    layout->addWidget(m_hint);
    layout->addWidget(m_add, 0, Qt::AlignLeft);
    connect(m_add, &QPushButton::clicked, this, [this] {
        const auto color = AllRuleColors[static_cast<std::size_t>(m_rows.size()) % AllRuleColors.size()];
        add({{}, color, {}});
        m_rows.constLast().query->setFocus();
    });
    for (const ViewRule &rule : rules)
        add(rule);
    refresh();
}

RulesEditor::Line RulesEditor::makeLine(const ViewRule &rule)
{
    auto *row = new QWidget(this);
    const Line line{row,
                    new QComboBox(row),
                    new QueryField(row),
                    new QLineEdit(rule.label, row),
                    tool(Icon::ChevronUp, "ruleUp", tr("Counts before the one above"), row),
                    tool(Icon::ChevronDown, "ruleDown", tr("Counts after the one below"), row),
                    tool(Icon::RemoveRow, "ruleRemove", tr("Remove this colour"), row)};
    row->setObjectName(QStringLiteral("ruleRow"));
    line.color->setObjectName(QStringLiteral("ruleColor"));
    for (const RuleColor color : AllRuleColors)
        line.color->addItem(swatch(color, themeColors(palette())), ruleColorText(color));
    line.color->setCurrentIndex(static_cast<int>(rule.color));
    line.query->setObjectName(QStringLiteral("ruleQuery"));
    line.query->setKnownValues(m_known);
    line.query->setQuery(query::parse(rule.query).query);
    line.label->setObjectName(QStringLiteral("ruleLabel"));
    line.label->setMaxLength(static_cast<int>(LongestRuleLabel));
    line.label->setPlaceholderText(tr("What it stands for"));
    line.label->setFixedWidth(20 * Grid);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(HalfGrid);
    layout->addWidget(line.color);
    layout->addWidget(line.query, 1);
    layout->addWidget(line.label);
    for (QToolButton *button : {line.up, line.down, line.remove})
        layout->addWidget(button);
    connect(line.up, &QToolButton::clicked, this, [this, row] { move(row, -1); });
    connect(line.down, &QToolButton::clicked, this, [this, row] { move(row, 1); });
    connect(line.remove, &QToolButton::clicked, this, [this, row] { remove(row); });
    connect(line.query, &QueryField::faultChanged, this, &RulesEditor::hint);
    connect(qobject_cast<QLineEdit *>(line.query->focusProxy()), &QLineEdit::textChanged, this,
            &RulesEditor::changed);
    connect(line.label, &QLineEdit::textChanged, this, &RulesEditor::changed);
    connect(line.color, &QComboBox::activated, this, &RulesEditor::changed);
    return line;
}

void RulesEditor::add(const ViewRule &rule)
{
    if (m_rows.size() >= MostRules)
        return;
    const Line line = makeLine(rule);
    m_lines->addWidget(line.row);
    m_rows.append(line);
    refresh();
}

qsizetype RulesEditor::numberOf(const QWidget *row) const
{
    return std::ranges::find(m_rows, row, &Line::row) - m_rows.begin();
}

void RulesEditor::move(const QWidget *row, int by)
{
    const qsizetype from = numberOf(row);
    const qsizetype to = from + by;
    if (from == m_rows.size() || to < 0 || to >= m_rows.size())
        return;
    m_rows.move(from, to);
    m_lines->insertWidget(static_cast<int>(to), m_rows.at(to).row);
    refresh();
}

void RulesEditor::remove(const QWidget *row)
{
    const qsizetype at = numberOf(row);
    if (at == m_rows.size())
        return;
    const Line line = m_rows.takeAt(at);
    line.row->hide();
    line.row->deleteLater(); // from within its own button
    if (m_rows.isEmpty())
        m_add->setFocus();
    else
        m_rows.at(std::min(at, m_rows.size() - 1)).remove->setFocus();
    refresh();
}

void RulesEditor::refresh()
{
    const QWidget *before = nullptr;
    for (qsizetype i = 0; i < m_rows.size(); ++i) {
        const Line &line = m_rows.at(i);
        const auto number = i + 1;
        line.up->setEnabled(i > 0);
        line.down->setEnabled(i + 1 < m_rows.size());
        line.color->setAccessibleName(tr("Colour %1").arg(number));
        line.label->setAccessibleName(tr("What colour %1 stands for").arg(number));
        line.query->focusProxy()->setAccessibleName(tr("Query of colour %1").arg(number));
        line.up->setAccessibleName(tr("Colour %1: up").arg(number));
        line.down->setAccessibleName(tr("Colour %1: down").arg(number));
        line.remove->setAccessibleName(tr("Colour %1: remove").arg(number));
        if (before)
            setTabOrder(const_cast<QWidget *>(before), line.color);
        setTabOrder(line.color, line.query->focusProxy());
        setTabOrder(line.query->focusProxy(), line.label);
        setTabOrder(line.label, line.up);
        setTabOrder(line.up, line.down);
        setTabOrder(line.down, line.remove);
        before = line.remove;
    }
    m_add->setEnabled(m_rows.size() < MostRules);
    hint();
    emit changed();
}

// What is wrong, or else how it is meant.
void RulesEditor::hint()
{
    const auto faulty =
        std::ranges::find_if(m_rows, [](const Line &line) { return line.query->fault().has_value(); });
    m_hint->setTone(faulty == m_rows.end() ? ToneLabel::Tone::Muted : ToneLabel::Tone::Fault);
    if (faulty != m_rows.end())
        m_hint->setText(wording::queryFaultSentence(*faulty->query->fault()));
    else if (m_rows.isEmpty())
        m_hint->setText(
            tr("Rows that meet a query get a colour at their edge, and a word for what it means."));
    else
        m_hint->setText(tr("The first one that a row meets counts. An empty query means every row."));
}

QList<ViewRule> RulesEditor::rules() const
{
    QList<ViewRule> rules;
    for (const Line &line : m_rows) {
        const auto color = static_cast<RuleColor>(line.color->currentIndex());
        rules.append({read(line.query).query.text(), color, line.label->text().simplified()});
    }
    return rules;
}

bool RulesEditor::isSound() const
{
    return std::ranges::none_of(m_rows, [](const Line &line) { return read(line.query).fault.has_value(); });
}

RulesDialog::RulesDialog(const QList<ViewRule> &rules, const RulesEditor::Known &known, QWidget *parent)
    : QDialog(parent), m_editor(new RulesEditor(rules, known, this))
{
    setObjectName(QStringLiteral("rulesDialog"));
    setWindowTitle(tr("Colours by rule"));
    setAttribute(Qt::WA_DeleteOnClose);
    setMinimumSize(96 * Grid, 44 * Grid); // the suggestions have room in it
    auto *buttons = new QDialogButtonBox(this);
    QPushButton *accept = buttons->addButton(tr("Apply"), QDialogButtonBox::AcceptRole);
    accept->setObjectName(QStringLiteral("rulesAccept"));
    accept->setDefault(true);
    buttons->addButton(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_editor, &RulesEditor::changed, accept,
            [this, accept] { accept->setEnabled(m_editor->isSound()); });
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(2 * Grid);
    layout->addWidget(m_editor);
    layout->addStretch();
    layout->addWidget(buttons);
}

} // namespace sandglass
