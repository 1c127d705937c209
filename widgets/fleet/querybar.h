// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/ids.h"
#include "backend/domain/query/query.h"

#include <QWidget>

class QComboBox;
class QLabel;

namespace sandglass {

class MultiChoiceButton;
class QueryField;
class Workbench;

// The question that the list answers: context and query, buttons that write statuses and kinds into the
// query, and how many match.
class QueryBar : public QWidget
{
    Q_OBJECT

public:
    explicit QueryBar(Workbench &bench, QWidget *parent = nullptr);

    void setQuery(const Query &query);
    [[nodiscard]] const Query &query() const;
    void setContext(const ContextId &context);
    [[nodiscard]] ContextId context() const;
    void focusFilter();

signals:
    void listWanted();
    void queryChanged();
    void contextChosen();

private:
    void apply();
    void refreshContexts();
    void refreshCount();
    void choose(query::Field field, const QSet<int> &choices);
    void addChoices();

    Workbench &m_bench;
    QComboBox *m_context;
    QueryField *m_field;
    MultiChoiceButton *m_statuses;
    MultiChoiceButton *m_kinds;
    QLabel *m_count;
};

} // namespace sandglass
