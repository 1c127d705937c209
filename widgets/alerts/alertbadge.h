// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/alertengine.h"

#include <QToolButton>

namespace sandglass {

// How many alerts fire, in the window's corner: the worst one's shape and colour and the number; a question
// mark for those of which nothing is known; a bell otherwise, struck through while nobody is to be disturbed.
class AlertBadge : public QToolButton
{
    Q_OBJECT

public:
    explicit AlertBadge(QWidget *parent = nullptr);

    void show(const AlertSum &sum, bool allSnoozed);
    using QWidget::show;
    [[nodiscard]] const AlertSum &sum() const { return m_sum; }

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();

    AlertSum m_sum;
    bool m_allSnoozed = false;
};

} // namespace sandglass
