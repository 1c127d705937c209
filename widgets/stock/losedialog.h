// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace sandglass {

// Asks before something is lost that is no sandbox: what, and what goes with it. Cancel is the default. Use
// open(); `accepted` means yes.
class LoseDialog : public QDialog
{
    Q_OBJECT

public:
    LoseDialog(const QString &question, const QString &meaning, const QString &yes,
               QWidget *parent = nullptr);
};

} // namespace sandglass
