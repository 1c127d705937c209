// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <functional>

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace sandglass {

// A question in a strip above what it is about, instead of a box in front of everything: a sentence, perhaps
// a line to write, one or two things to do, and Cancel, which Escape means and which has the focus where
// something is lost. GUI thread.
class AskStrip : public QWidget
{
    Q_OBJECT

public:
    explicit AskStrip(QWidget *parent);

    struct Choice
    {
        QString text;
        std::function<void()> run;
    };
    // Shows the question; an earlier one counts as cancelled.
    void ask(const QString &question, const Choice &choice, const Choice &other = {});
    // With a line to write; `then` gets what was written. `check` says what is wrong with it, or nothing.
    void askForText(const QString &question, const QString &text, const QString &action,
                    std::function<QString(const QString &)> check, std::function<void(const QString &)> then);
    // Something to read, with nothing to choose.
    void tell(const QString &text);
    void dismiss();
    // Where the focus goes when the strip closes.
    void setReturnsTo(QWidget *widget) { m_returnsTo = widget; }

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void open(const QString &question, const Choice &choice, const Choice &other, bool withText);
    void choose(const std::function<void()> &run);
    void checkText();

    QLabel *m_question;
    QLineEdit *m_text;
    QLabel *m_fault;
    QPushButton *m_first;
    QPushButton *m_second;
    QPushButton *m_cancel;
    std::function<void()> m_runFirst;
    std::function<void()> m_runSecond;
    std::function<QString(const QString &)> m_check;
    QWidget *m_returnsTo = nullptr;
};

} // namespace sandglass
