// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/fleetcounter.h"
#include "models/views/querydraft.h"

#include <QDialog>

class QButtonGroup;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace sandglass {

class ConditionRow;
class CopyLine;
class ToneLabel;
class Workbench;

// Builds a query by choosing: a condition a line, all of which or any of which must be fulfilled. Below it is
// what the query looks like when it is typed, and how many sandboxes it finds, while it is built. Parts that
// are no single condition stay as they were written. Use open().
class QueryBuilder : public QDialog
{
    Q_OBJECT

public:
    QueryBuilder(Workbench &bench, const Query &query, const ContextId &context, QWidget *parent);

    [[nodiscard]] const Query &query() const { return m_query; }

private:
    void addRow(const Condition &condition);
    void removeRow(ConditionRow *row);
    void refresh();
    void refreshCount();

    Workbench &m_bench;
    ContextId m_context;
    FleetCounter m_counter;
    Query m_query;
    QList<ConditionRow *> m_rows;
    QVBoxLayout *m_list;
    QButtonGroup *m_joint;
    CopyLine *m_text;
    ToneLabel *m_count;
    QPushButton *m_accept;
};

} // namespace sandglass
