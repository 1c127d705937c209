// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QAction;
class QLineEdit;
class QListWidget;

namespace sandglass {

// Every action by a few letters of its name, in their order but not side by side; the best match comes first
// and Enter runs it. What is not possible now is shown last and greyed.
class CommandPalette : public QDialog
{
    Q_OBJECT

public:
    explicit CommandPalette(const QList<QAction *> &actions, QWidget *parent = nullptr);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void search();
    void run();

    QList<QAction *> m_actions;
    QLineEdit *m_query;
    QListWidget *m_list;
};

// How well `query`'s letters stand in `text`: higher is better, negative is not at all.
[[nodiscard]] int fuzzyScore(QStringView query, QStringView text);

} // namespace sandglass
