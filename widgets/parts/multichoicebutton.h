// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSet>
#include <QToolButton>

#include <functional>

class QMenu;

namespace sandglass {

// A button with a menu of check boxes that stays open while choosing. None chosen means 'the default', which
// the button's text says. Values are ints of an enum.
class MultiChoiceButton : public QToolButton
{
    Q_OBJECT

public:
    // `title` stands alone when nothing is chosen; `defaultText` is the menu's first entry.
    MultiChoiceButton(const QString &title, const QString &defaultText, QWidget *parent = nullptr);

    void addChoice(int value, const QString &text, const std::function<QPixmap()> &picture);
    void setChosen(const QSet<int> &values);
    [[nodiscard]] QSet<int> chosen() const;

signals:
    void chosenChanged(const QSet<int> &values);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Choice
    {
        QAction *action = nullptr;
        std::function<QPixmap()> picture;
    };

    void choose(QAction *action);
    void refresh();

    QString m_title;
    QMenu *m_menu;
    QAction *m_default;
    QList<Choice> m_choices;
};

} // namespace sandglass
