// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/parts/filterfield.h"

#include "widgets/theme/icons.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/themecolors.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QStringListModel>
#include <QStyleOptionFrame>
#include <QToolButton>

#include <chrono>

namespace sandglass {

namespace {

constexpr std::chrono::milliseconds Settle{90};
constexpr int MostValuesOffered = 50;

} // namespace

FilterField::FilterField(QWidget *parent)
    : QWidget(parent), m_chips(new QHBoxLayout), m_edit(new QLineEdit(this)), m_clear(new QToolButton(this)),
      m_completions(new QStringListModel(this)), m_completer(new QCompleter(m_completions, this))
{
    setObjectName(QStringLiteral("filterField"));
    m_edit->setObjectName(QStringLiteral("filterEdit"));
    m_edit->setFrame(false);
    m_edit->setPlaceholderText(tr("Filter by name, or key=value"));
    m_edit->setAccessibleName(tr("Filter the sandboxes by name or by key=value"));
    m_edit->installEventFilter(this);
    m_edit->setMinimumWidth(10 * Grid);
    m_completer->setCaseSensitivity(Qt::CaseInsensitive);
    m_completer->setFilterMode(Qt::MatchContains);
    m_edit->setCompleter(m_completer);
    m_clear->setObjectName(QStringLiteral("clearFilter"));
    m_clear->setAutoRaise(true);
    m_clear->setIcon(themeIcon(Icon::Close));
    m_clear->setToolTip(tr("Clear the filter"));
    m_clear->setAccessibleName(tr("Clear the filter"));
    m_clear->hide();
    m_chips->setSpacing(HalfGrid);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(Grid + IconSide + HalfGrid, 2, 2, 2);
    layout->setSpacing(HalfGrid);
    layout->addLayout(m_chips);
    layout->addWidget(m_edit, 1);
    layout->addWidget(m_clear);
    setFocusProxy(m_edit);
    m_settle.setSingleShot(true);
    m_settle.setInterval(Settle);
    connect(&m_settle, &QTimer::timeout, this, &FilterField::filterChanged);
    connect(m_edit, &QLineEdit::textChanged, this, [this] {
        m_clear->setVisible(!m_edit->text().isEmpty() || !m_metadata.isEmpty());
        m_settle.start();
    });
    connect(m_clear, &QToolButton::clicked, this, &FilterField::clear);
    connect(m_completer, qOverload<const QString &>(&QCompleter::activated), this,
            [this](const QString &text) {
                if (!text.endsWith(u'='))
                    QMetaObject::invokeMethod(
                        this, [this] { takeTerm(); }, Qt::QueuedConnection);
            });
}

QString FilterField::text() const
{
    const QString text = m_edit->text().trimmed();
    // A term that is being typed does not filter yet.
    return parseMetadataEntry(text) ? QString() : text;
}

void FilterField::setFilter(const Metadata &metadata, const QString &text)
{
    m_metadata = metadata;
    m_order = metadata.keys();
    m_edit->setText(text);
    rebuildChips();
}

void FilterField::clear()
{
    m_metadata.clear();
    m_order.clear();
    m_edit->clear();
    rebuildChips();
    m_settle.stop();
    emit filterChanged();
}

void FilterField::setSuggestions(const QMap<QString, QStringList> &valuesByKey)
{
    if (m_suggestions == valuesByKey)
        return;
    m_suggestions = valuesByKey;
    refreshCompletions();
}

void FilterField::refreshCompletions()
{
    QStringList terms;
    for (auto it = m_suggestions.cbegin(); it != m_suggestions.cend(); ++it) {
        if (m_metadata.contains(it.key()))
            continue;
        terms.append(it.key() + u'=');
        for (const QString &value : it.value().first(qMin(it.value().size(), qsizetype(MostValuesOffered))))
            terms.append(it.key() + u'=' + value);
    }
    m_completions->setStringList(terms);
}

bool FilterField::takeTerm()
{
    const auto term = parseMetadataEntry(m_edit->text().trimmed());
    if (!term || !checkMetadataEntry(term->first, term->second))
        return false;
    m_order.removeAll(term->first);
    m_order.append(term->first);
    m_metadata.insert(term->first, term->second);
    m_edit->clear();
    rebuildChips();
    m_settle.stop();
    emit filterChanged();
    return true;
}

void FilterField::takeBackLastTerm()
{
    const QString key = m_order.takeLast();
    m_edit->setText(key + u'=' + m_metadata.take(key));
    rebuildChips();
    emit filterChanged();
}

void FilterField::rebuildChips()
{
    while (QLayoutItem *item = m_chips->takeAt(0)) {
        item->widget()->deleteLater();
        item->widget()->hide();
        delete item;
    }
    for (const QString &key : std::as_const(m_order)) {
        auto *chip = new QToolButton(this);
        chip->setObjectName(QStringLiteral("filterChip"));
        const QString term = key + u'=' + m_metadata.value(key);
        chip->setText(fontMetrics().elidedText(term, Qt::ElideMiddle, 22 * Grid));
        chip->setIcon(themeIcon(Icon::Close));
        chip->setIconSize({12, 12});
        chip->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        chip->setLayoutDirection(Qt::RightToLeft);
        chip->setCheckable(true);
        chip->setChecked(true);
        chip->setAutoRaise(true);
        chip->setToolTip(tr("Remove the term %1").arg(term));
        chip->setAccessibleName(chip->toolTip());
        connect(chip, &QToolButton::clicked, this, [this, key] {
            m_metadata.remove(key);
            m_order.removeAll(key);
            rebuildChips();
            emit filterChanged();
        });
        m_chips->addWidget(chip);
    }
    m_clear->setVisible(!m_edit->text().isEmpty() || !m_metadata.isEmpty());
    refreshCompletions();
}

bool FilterField::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_edit)
        return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        update();
    if (event->type() == QEvent::ShortcutOverride) {
        // These keys mean something here before they are the window's shortcuts.
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Escape || key == Qt::Key_Return || key == Qt::Key_Enter)
            event->accept();
        return false;
    }
    if (event->type() != QEvent::KeyPress)
        return false;
    switch (static_cast<QKeyEvent *>(event)->key()) {
    case Qt::Key_Space:
        return takeTerm();
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!takeTerm())
            emit left();
        return true;
    case Qt::Key_Down:
        if (m_completer->popup()->isVisible())
            return false;
        emit left();
        return true;
    case Qt::Key_Backspace:
        if (!m_edit->text().isEmpty() || m_order.isEmpty())
            return false;
        takeBackLastTerm();
        return true;
    case Qt::Key_Escape:
        if (m_edit->text().isEmpty() && m_metadata.isEmpty())
            emit left();
        else
            clear();
        return true;
    default:
        return false;
    }
}

void FilterField::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    QStyleOptionFrame option;
    option.initFrom(this);
    option.lineWidth = 1;
    option.state.setFlag(QStyle::State_HasFocus, m_edit->hasFocus());
    style()->drawPrimitive(QStyle::PE_PanelLineEdit, &option, &painter, this);
    painter.drawPixmap(
        Grid, (height() - IconSide) / 2,
        tintedPixmap(Icon::Search, themeColors(palette()).muted, IconSide, devicePixelRatioF()));
}

} // namespace sandglass
