// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/views/viewrules.h"

#include <QDialog>

#include <functional>

class QComboBox;
class QLineEdit;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace sandglass::query {
struct KnownValues;
}

namespace sandglass {

class QueryField;
class ToneLabel;

// The colour rules of a view, a line each: colour, query, label; moved up and down, since the first that is
// met counts. What cannot be read is underlined as in every query field, and then isSound() is false.
class RulesEditor : public QWidget
{
    Q_OBJECT

public:
    using Known = std::function<query::KnownValues()>;
    RulesEditor(const QList<ViewRule> &rules, const Known &known, QWidget *parent);

    [[nodiscard]] QList<ViewRule> rules() const;
    [[nodiscard]] bool isSound() const;

signals:
    void changed();

private:
    struct Line
    {
        QWidget *row;
        QComboBox *color;
        QueryField *query;
        QLineEdit *label;
        QToolButton *up;
        QToolButton *down;
        QToolButton *remove;
    };

    Line makeLine(const ViewRule &rule);
    void add(const ViewRule &rule);
    void move(const QWidget *row, int by);
    void remove(const QWidget *row);
    [[nodiscard]] qsizetype numberOf(const QWidget *row) const;
    void refresh();
    void hint();

    Known m_known;
    QVBoxLayout *m_lines;
    ToneLabel *m_hint;
    QPushButton *m_add;
    QList<Line> m_rows;
};

// The same alone, for what is shown. Use open(); `accepted` only with rules that can be read.
class RulesDialog : public QDialog
{
    Q_OBJECT

public:
    RulesDialog(const QList<ViewRule> &rules, const RulesEditor::Known &known, QWidget *parent);

    [[nodiscard]] QList<ViewRule> rules() const { return m_editor->rules(); }

private:
    RulesEditor *m_editor;
};

} // namespace sandglass
