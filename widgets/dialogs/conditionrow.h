// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/query/completion.h"
#include "models/views/querydraft.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QStackedWidget;

namespace sandglass {

class MultiChoiceButton;
class ToneLabel;

// One condition of a query: what is asked of, how it is compared, with what. A condition that can only be
// written is shown as it is.
class ConditionRow : public QWidget
{
    Q_OBJECT

public:
    ConditionRow(const Condition &condition, query::KnownValues known, QWidget *parent);

    [[nodiscard]] Condition condition() const;
    void showFault(const QString &sentence);
    void focusValue();

signals:
    void changed();
    void removeRequested();

private:
    void take(const Condition &condition);
    void fillFields();
    void takeField();
    void fillOperators();
    void offerValues();
    [[nodiscard]] query::Field field() const;
    [[nodiscard]] bool choosesFromFew() const;
    [[nodiscard]] QStringList choices() const;

    query::KnownValues m_known;
    QString m_written;
    QComboBox *m_field;
    QComboBox *m_label;
    QComboBox *m_operator;
    QStackedWidget *m_values;
    QLineEdit *m_text;
    MultiChoiceButton *m_choice = nullptr;
    ToneLabel *m_fault;
};

} // namespace sandglass
