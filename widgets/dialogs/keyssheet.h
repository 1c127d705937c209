// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QAction;

namespace sandglass {

// All keys on one sheet, made from the actions themselves, and how to move in lists.
class KeysSheet : public QDialog
{
    Q_OBJECT

public:
    explicit KeysSheet(const QList<QAction *> &actions, QWidget *parent = nullptr);
};

} // namespace sandglass
