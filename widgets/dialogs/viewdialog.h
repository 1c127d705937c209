// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/views/savedview.h"
#include "widgets/dialogs/ruleseditor.h"

#include <QDialog>

class QLineEdit;
class QPushButton;

namespace sandglass {

// Asks for a view's name and the colours of its rows, and says what else the view keeps. Use open();
// `accepted` only with a name and rules that can be read.
class ViewDialog : public QDialog
{
    Q_OBJECT

public:
    ViewDialog(const QString &title, const QString &accept, const SavedView &view,
               const RulesEditor::Known &known, QWidget *parent);

    [[nodiscard]] QString name() const;
    [[nodiscard]] QList<ViewRule> rules() const { return m_rules->rules(); }

private:
    QLineEdit *m_name;
    RulesEditor *m_rules;
    QPushButton *m_accept;
};

// What a view asks for and how it is shown, a line each: its title and its text.
[[nodiscard]] QList<std::pair<QString, QString>> viewSummary(const SavedView &view);

} // namespace sandglass
