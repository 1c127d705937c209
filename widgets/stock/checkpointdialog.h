// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/sandbox.h"

#include <QDialog>

class QLineEdit;
class QPushButton;

namespace sandglass {

class ToneLabel;

// Asks for the name of a checkpoint; of several sandboxes each gets its own, made from it. A name that is
// taken or cannot be used is said while it is typed. Use open().
class CheckpointDialog : public QDialog
{
    Q_OBJECT

public:
    // `taken`: names that are there already, in the sandboxes' contexts.
    CheckpointDialog(const QList<Sandbox> &sandboxes, const QStringList &taken, QWidget *parent = nullptr);

    // In the order of the sandboxes.
    [[nodiscard]] QStringList names() const;
    [[nodiscard]] const QList<Sandbox> &sandboxes() const { return m_sandboxes; }

private:
    void check();

    QList<Sandbox> m_sandboxes;
    QStringList m_taken;
    QLineEdit *m_name;
    ToneLabel *m_fault;
    QPushButton *m_accept;
};

} // namespace sandglass
