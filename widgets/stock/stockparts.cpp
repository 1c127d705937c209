// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stock/stockparts.h"

#include "widgets/theme/metrics.h"

#include <QAbstractItemView>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace sandglass {

ListOrHint::ListOrHint(QAbstractItemView *list, const QString &hintName, QWidget *parent)
    : QWidget(parent), m_stack(new QStackedWidget(this)), m_hint(new QLabel(this)), m_empty(new QWidget(this))
{
    m_hint->setObjectName(hintName);
    m_hint->setAlignment(Qt::AlignCenter);
    m_hint->setWordWrap(true);
    m_hint->setTextFormat(Qt::PlainText);
    m_hint->setMargin(2 * Grid);
    auto *empty = new QVBoxLayout(m_empty);
    empty->addStretch();
    empty->addWidget(m_hint);
    empty->addStretch();
    m_empty->setBackgroundRole(QPalette::Base);
    m_empty->setAutoFillBackground(true);
    m_stack->addWidget(list);
    m_stack->addWidget(m_empty);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
}

void ListOrHint::setHint(const QString &hint)
{
    m_hint->setText(hint);
    m_stack->setCurrentIndex(hint.isEmpty() ? 0 : 1);
}

QPushButton *ListOrHint::addHintAction(const QString &text)
{
    auto *button = new QPushButton(text, m_empty);
    auto *layout = qobject_cast<QVBoxLayout *>(m_empty->layout());
    layout->insertWidget(layout->count() - 1, button, 0, Qt::AlignHCenter);
    return button;
}

void styleList(QAbstractItemView *list, QHeaderView *header)
{
    list->setFrameShape(QFrame::NoFrame);
    list->setSelectionBehavior(QAbstractItemView::SelectRows);
    list->setSelectionMode(QAbstractItemView::SingleSelection);
    list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list->setTabKeyNavigation(false);
    list->setContextMenuPolicy(Qt::CustomContextMenu);
    list->setTextElideMode(Qt::ElideRight);
    header->setHighlightSections(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setStretchLastSection(true);
}

QPushButton *addBarButton(QHBoxLayout *bar, const QString &name, const QString &text)
{
    auto *button = new QPushButton(text, bar->parentWidget());
    button->setObjectName(name);
    button->setAutoDefault(false);
    bar->addWidget(button);
    return button;
}

} // namespace sandglass
