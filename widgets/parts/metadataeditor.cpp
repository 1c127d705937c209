// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/parts/metadataeditor.h"

#include "models/wording.h"
#include "widgets/parts/tonelabel.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/metrics.h"

#include <QCompleter>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QStringListModel>
#include <QToolButton>

namespace sandglass {

MetadataEditor::MetadataEditor(QWidget *parent)
    : QWidget(parent), m_rowsLayout(new QVBoxLayout), m_add(new QToolButton(this))
{
    setObjectName(QStringLiteral("metadataEditor"));
    m_rowsLayout->setContentsMargins(0, 0, 0, 0);
    m_rowsLayout->setSpacing(HalfGrid);
    m_add->setObjectName(QStringLiteral("addMetadata"));
    m_add->setText(tr("Add label"));
    m_add->setIcon(themeIcon(Icon::Launch));
    m_add->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_add->setAutoRaise(true);
    connect(m_add, &QToolButton::clicked, this, [this] {
        addRow({}, {});
        m_rows.constLast().key->setFocus();
    });
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(HalfGrid);
    layout->addLayout(m_rowsLayout);
    layout->addWidget(m_add, 0, Qt::AlignLeft);
    addRow({}, {});
}

void MetadataEditor::setMetadata(const Metadata &metadata)
{
    while (!m_rows.isEmpty())
        removeRow(m_rows.constLast().widget);
    for (auto it = metadata.cbegin(); it != metadata.cend(); ++it)
        addRow(it.key(), it.value());
    if (m_rows.isEmpty())
        addRow({}, {});
}

Metadata MetadataEditor::metadata() const
{
    Metadata result;
    for (const Row &row : m_rows) {
        if (!row.key->text().isEmpty())
            result.insert(row.key->text().trimmed(), row.value->text());
    }
    return result;
}

bool MetadataEditor::isValid() const
{
    return m_valid;
}

void MetadataEditor::setSuggestions(const QMap<QString, QStringList> &valuesByKey)
{
    m_suggestions = valuesByKey;
    for (const Row &row : std::as_const(m_rows)) {
        auto *completer = new QCompleter(QStringList(m_suggestions.keys()), row.key);
        row.key->setCompleter(completer);
    }
}

void MetadataEditor::addRow(const QString &key, const QString &value)
{
    Row row;
    row.widget = new QWidget(this);
    row.key = new QLineEdit(key, row.widget);
    row.key->setObjectName(QStringLiteral("metadataKey"));
    row.key->setPlaceholderText(tr("key"));
    row.key->setAccessibleName(tr("Label's key"));
    row.key->setMaxLength(MaxMetadataKeyLength + 1);
    row.key->setCompleter(new QCompleter(QStringList(m_suggestions.keys()), row.key));
    row.value = new QLineEdit(value, row.widget);
    row.value->setObjectName(QStringLiteral("metadataValue"));
    row.value->setPlaceholderText(tr("value"));
    row.value->setAccessibleName(tr("Label's value"));
    row.fault = makeFaultLabel(row.widget);
    row.fault->setObjectName(QStringLiteral("metadataFault"));
    auto *remove = new QToolButton(row.widget);
    remove->setAutoRaise(true);
    remove->setIcon(themeIcon(Icon::Close));
    remove->setToolTip(tr("Remove this label"));
    remove->setAccessibleName(tr("Remove this label"));
    auto *fields = new QHBoxLayout;
    fields->setSpacing(HalfGrid);
    fields->addWidget(row.key, 2);
    fields->addWidget(new QLabel(QStringLiteral("="), row.widget));
    fields->addWidget(row.value, 3);
    fields->addWidget(remove);
    auto *layout = new QVBoxLayout(row.widget);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(fields);
    layout->addWidget(row.fault);
    QWidget *widget = row.widget;
    connect(remove, &QToolButton::clicked, this, [this, widget] { removeRow(widget); });
    connect(row.key, &QLineEdit::textChanged, this, &MetadataEditor::check);
    connect(row.value, &QLineEdit::textChanged, this, &MetadataEditor::check);
    connect(row.key, &QLineEdit::editingFinished, this, [this, row] { suggestValues(row); });
    m_rows.append(row);
    m_rowsLayout->addWidget(widget);
    widget->show();
    check();
}

void MetadataEditor::suggestValues(const Row &row)
{
    row.value->setCompleter(new QCompleter(m_suggestions.value(row.key->text()), row.value));
}

void MetadataEditor::removeRow(QWidget *widget)
{
    m_rows.removeIf([widget](const Row &row) { return row.widget == widget; });
    m_rowsLayout->removeWidget(widget);
    widget->hide();
    widget->deleteLater();
    check();
}

QString MetadataEditor::faultOf(const Row &row, QStringList &seen) const
{
    const QString key = row.key->text().trimmed();
    if (key.isEmpty())
        return row.value->text().isEmpty() ? QString() : tr("This label needs a key.");
    if (const auto checked = checkMetadataEntry(key, row.value->text()); !checked)
        return wording::errorSentence(checked.error());
    if (seen.contains(key))
        return tr("The key %1 stands twice.").arg(key);
    seen.append(key);
    return {};
}

void MetadataEditor::check()
{
    m_valid = true;
    QStringList seen;
    for (const Row &row : std::as_const(m_rows)) {
        const QString fault = faultOf(row, seen);
        row.fault->setText(fault);
        row.fault->setVisible(!fault.isEmpty());
        m_valid = m_valid && fault.isEmpty();
    }
    const bool full = m_rows.size() >= MaxMetadataKeys;
    m_add->setEnabled(!full);
    m_add->setToolTip(full ? tr("A sandbox carries at most %n label(s).", nullptr, MaxMetadataKeys)
                           : QString());
    emit changed();
}

} // namespace sandglass
