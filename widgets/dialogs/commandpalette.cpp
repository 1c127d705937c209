// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/dialogs/commandpalette.h"

#include "widgets/theme/metrics.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace sandglass {

namespace {

constexpr int AtWordStart = 8;
constexpr int InARow = 5;
constexpr int PageOfRows = 8;

QString plain(const QAction *action)
{
    return action->text().remove(u'…').remove(u'&');
}

// Rows to go, while the letters go on to be typed: arrows, pages, and what vim and Emacs have beside them.
int stepOf(const QKeyEvent &press)
{
    const bool held = press.modifiers() == Qt::ControlModifier;
    switch (press.key()) {
    case Qt::Key_Down:
        return 1;
    case Qt::Key_Up:
        return -1;
    case Qt::Key_PageDown:
        return PageOfRows;
    case Qt::Key_PageUp:
        return -PageOfRows;
    case Qt::Key_J:
    case Qt::Key_N:
        return held ? 1 : 0;
    case Qt::Key_K:
    case Qt::Key_P:
        return held ? -1 : 0;
    default:
        return 0;
    }
}

} // namespace

int fuzzyScore(QStringView query, QStringView text)
{
    int score = 0;
    qsizetype at = 0;
    qsizetype last = -2;
    for (const QChar wanted : query) {
        if (wanted.isSpace())
            continue;
        while (at < text.size() && text.at(at).toCaseFolded() != wanted.toCaseFolded())
            ++at;
        if (at == text.size())
            return -1;
        score += 1;
        if (at == 0 || !text.at(at - 1).isLetterOrNumber())
            score += AtWordStart;
        if (at == last + 1)
            score += InARow;
        last = at++;
    }
    return score;
}

CommandPalette::CommandPalette(const QList<QAction *> &actions, QWidget *parent)
    : QDialog(parent), m_actions(actions), m_query(new QLineEdit(this)), m_list(new QListWidget(this))
{
    setObjectName(QStringLiteral("commandPalette"));
    setWindowTitle(tr("Command palette"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_query->setObjectName(QStringLiteral("paletteQuery"));
    m_query->setPlaceholderText(tr("What do you want to do?"));
    m_query->setAccessibleName(m_query->placeholderText());
    m_query->installEventFilter(this);
    m_list->setObjectName(QStringLiteral("paletteList"));
    m_list->setAccessibleName(tr("Commands"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(Grid, Grid, Grid, Grid);
    layout->addWidget(m_query);
    layout->addWidget(m_list);
    resize(60 * Grid, 48 * Grid);
    connect(m_query, &QLineEdit::textChanged, this, &CommandPalette::search);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::run);
    search();
    m_query->setFocus();
}

void CommandPalette::search()
{
    struct Match
    {
        int score;
        int place; // among the actions: equals keep their order
        QAction *action;
    };
    QList<Match> matches;
    for (QAction *action : std::as_const(m_actions)) {
        if (!action->isVisible())
            continue; // no backend here can do it
        const int score = fuzzyScore(m_query->text(), plain(action));
        if (score >= 0)
            matches.append(
                {action->isEnabled() ? score + 1000 : score, static_cast<int>(matches.size()), action});
    }
    std::ranges::sort(matches, std::less(),
                      [](const Match &match) { return std::pair(-match.score, match.place); });
    m_list->clear();
    QPixmap noPicture(IconSide, IconSide); // keeps the texts beneath each other
    noPicture.fill(Qt::transparent);
    for (const Match &match : std::as_const(matches)) {
        const QString keys = match.action->shortcut().toString(QKeySequence::NativeText);
        const QString text = keys.isEmpty() ? plain(match.action)
                                            : tr("%1   (%2)", "command, keys").arg(plain(match.action), keys);
        auto *item = new QListWidgetItem(
            match.action->icon().isNull() ? QIcon(noPicture) : match.action->icon(), text);
        item->setSizeHint(QSize(0, fontMetrics().height() + Grid + 2));
        item->setData(Qt::UserRole, QVariant::fromValue<QObject *>(match.action));
        if (!match.action->isEnabled())
            item->setFlags(Qt::NoItemFlags);
        m_list->addItem(item);
    }
    if (matches.isEmpty()) {
        auto *none = new QListWidgetItem(QIcon(noPicture), tr("Nothing is called like that"), m_list);
        none->setFlags(Qt::NoItemFlags);
        return;
    }
    m_list->setCurrentRow(0);
}

void CommandPalette::run()
{
    const QListWidgetItem *item = m_list->currentItem();
    auto *action = item ? qobject_cast<QAction *>(item->data(Qt::UserRole).value<QObject *>()) : nullptr;
    if (!action)
        return;
    close();
    // After the palette is gone, so that the focus is where the action expects it.
    if (action->isEnabled())
        QTimer::singleShot(0, action, &QAction::trigger);
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_query || event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(watched, event);
    const auto *press = static_cast<QKeyEvent *>(event);
    if (press->key() == Qt::Key_Return || press->key() == Qt::Key_Enter) {
        run();
        return true;
    }
    if (const int step = stepOf(*press); step != 0) {
        m_list->setCurrentRow(std::clamp(m_list->currentRow() + step, 0, qMax(0, m_list->count() - 1)));
        return true;
    }
    return false;
}

} // namespace sandglass
