// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/dialogs/keyssheet.h"

#include "viewers/screen/screenview.h"
#include "widgets/parts/tonelabel.h"
#include "widgets/shell/vimmotion.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/theme.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QPushButton>

namespace sandglass {

KeysSheet::KeysSheet(const QList<QAction *> &actions, QWidget *parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("keysSheet"));
    setWindowTitle(tr("Keys"));
    setAttribute(Qt::WA_DeleteOnClose);
    QList<QPair<QString, QString>> lines;
    for (const QAction *action : actions) {
        if (action->shortcuts().isEmpty() || !action->isVisible())
            continue;
        lines.append({QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText)
                          .replace(QStringLiteral("; "), tr(" or ")),
                      action->text().remove(u'…')});
    }
    lines.append({viewers::ScreenView::releaseChord(), tr("Give control of a screen back")});
    for (const auto &[keys, meaning] : VimMotion::keys())
        lines.append({keys, meaning});
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(2 * Grid);
    grid->setVerticalSpacing(Grid);
    const qsizetype rows = (lines.size() + 1) / 2;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const int column = i < rows ? 0 : 3;
        const int row = int(i % rows);
        auto *keys = new QLabel(lines.at(i).first, this);
        QFont strong = keys->font();
        strong.setWeight(QFont::DemiBold);
        keys->setFont(strong);
        grid->addWidget(keys, row, column);
        grid->addWidget(new ToneLabel(ToneLabel::Tone::Muted, lines.at(i).second, this), row, column + 1);
    }
    grid->setColumnMinimumWidth(2, 3 * Grid);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setText(tr("Close"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(2 * Grid);
    layout->addLayout(grid);
    layout->addWidget(buttons);
}

} // namespace sandglass
