// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/views/savedview.h"

#include <QDialog>

class QLineEdit;
class QPushButton;

namespace sandglass {

// Asks for a view's name and says what the view keeps. Use open(); `accepted` only with a name.
class ViewDialog : public QDialog
{
    Q_OBJECT

public:
    ViewDialog(const QString &title, const QString &accept, const SavedView &view, QWidget *parent);

    [[nodiscard]] QString name() const;

private:
    QLineEdit *m_name;
    QPushButton *m_accept;
};

// What a view asks for and how it is shown, a line each: its title and its text.
[[nodiscard]] QList<std::pair<QString, QString>> viewSummary(const SavedView &view);

} // namespace sandglass
