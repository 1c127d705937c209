// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/alertreader.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace sandglass {

class QueryField;
class SpanField;
class ToneLabel;
class Workbench;

// One alert: what it asks, when that is worth an alert, and how it is said; and whether it would fire now.
// Use open(); `accepted` only with a rule that can be kept.
class AlertDialog : public QDialog
{
    Q_OBJECT

public:
    AlertDialog(Workbench &bench, const QString &title, const AlertRule &rule, QWidget *parent);

    [[nodiscard]] AlertRule rule() const;

private:
    void build(QFormLayout &form);
    void fill();
    void connectFields();
    void fillContexts();
    [[nodiscard]] AlertCondition condition() const;
    [[nodiscard]] QString faultOf(const AlertRule &rule) const;
    void showFields();
    void refresh();
    void showTrial(const QList<AlertReading> &readings);

    Workbench &m_bench;
    AlertRule m_rule; // as it was
    QLineEdit *m_name;
    QueryField *m_query;
    QLineEdit *m_text; // the query's own
    QComboBox *m_context;
    QComboBox *m_condition;
    QSpinBox *m_count;
    SpanField *m_age;
    SpanField *m_errorAge;
    QWidget *m_money;
    QLineEdit *m_rate;
    QComboBox *m_currency;
    SpanField *m_hold;
    QComboBox *m_severity;
    QCheckBox *m_desktop;
    QCheckBox *m_enabled;
    ToneLabel *m_fault;
    QLabel *m_trial;
    QPushButton *m_accept = nullptr;
    AlertReader m_reader;
};

} // namespace sandglass
