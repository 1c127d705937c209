// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/ids.h"
#include "backend/domain/fleetfilter.h"

#include <QWidget>

class QComboBox;
class QLabel;

namespace sandglass {

class FilterField;
class MultiChoiceButton;
class Workbench;

// The question that the list answers: context, text and labels, statuses, kinds; and how many match.
class QueryBar : public QWidget
{
    Q_OBJECT

public:
    explicit QueryBar(Workbench &bench, QWidget *parent = nullptr);

    void setFilter(const FleetFilter &filter);
    [[nodiscard]] FleetFilter filter() const;
    void setContext(const ContextId &context);
    void focusFilter();

signals:
    void listWanted();
    void filterChanged();

private:
    void apply();
    void refreshContexts();
    void refreshCount();
    void addChoices();

    Workbench &m_bench;
    QComboBox *m_context;
    FilterField *m_field;
    MultiChoiceButton *m_statuses;
    MultiChoiceButton *m_kinds;
    QLabel *m_count;
};

} // namespace sandglass
