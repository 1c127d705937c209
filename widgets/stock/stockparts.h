// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAbstractItemView;
class QHBoxLayout;
class QHeaderView;
class QLabel;
class QPushButton;
class QStackedWidget;

namespace sandglass {

// A list, or what to say and do where it is empty.
class ListOrHint : public QWidget
{
    Q_OBJECT

public:
    // The list becomes a child.
    ListOrHint(QAbstractItemView *list, const QString &hintName, QWidget *parent);

    // Empty text: the list is shown.
    void setHint(const QString &hint);
    // A button beneath the hint.
    QPushButton *addHintAction(const QString &text);

private:
    QStackedWidget *m_stack;
    QLabel *m_hint;
    QWidget *m_empty;
};

// The looks that the lists of these pages share.
void styleList(QAbstractItemView *list, QHeaderView *header);
// A button of a page's bar, without a key of its own.
[[nodiscard]] QPushButton *addBarButton(QHBoxLayout *bar, const QString &name, const QString &text);

} // namespace sandglass
