// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/parts/askstrip.h"

#include "widgets/parts/tonelabel.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/themecolors.h"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>

namespace sandglass {

AskStrip::AskStrip(QWidget *parent)
    : QWidget(parent), m_question(new QLabel(this)), m_text(new QLineEdit(this)),
      m_fault(makeFaultLabel(this)), m_first(new QPushButton(this)), m_second(new QPushButton(this)),
      m_cancel(new QPushButton(this))
{
    setObjectName(QStringLiteral("askStrip"));
    m_question->setObjectName(QStringLiteral("askQuestion"));
    m_question->setTextFormat(Qt::PlainText);
    m_question->setWordWrap(true);
    m_text->setObjectName(QStringLiteral("askText"));
    m_fault->setObjectName(QStringLiteral("askFault"));
    m_first->setObjectName(QStringLiteral("askFirst"));
    m_second->setObjectName(QStringLiteral("askSecond"));
    m_cancel->setObjectName(QStringLiteral("askCancel"));
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(HalfGrid);
    buttons->addWidget(m_text, 1);
    buttons->addStretch();
    buttons->addWidget(m_first);
    buttons->addWidget(m_second);
    buttons->addWidget(m_cancel);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(Grid, HalfGrid, Grid, HalfGrid + 1);
    layout->setSpacing(HalfGrid);
    layout->addWidget(m_question);
    layout->addLayout(buttons);
    layout->addWidget(m_fault);
    connect(m_first, &QPushButton::clicked, this, [this] { choose(m_runFirst); });
    connect(m_second, &QPushButton::clicked, this, [this] { choose(m_runSecond); });
    connect(m_cancel, &QPushButton::clicked, this, &AskStrip::dismiss);
    connect(m_text, &QLineEdit::textChanged, this, &AskStrip::checkText);
    connect(m_text, &QLineEdit::returnPressed, m_first, &QPushButton::click);
    hide();
}

void AskStrip::open(const QString &question, const Choice &choice, const Choice &other, bool withText)
{
    m_question->setText(question);
    m_runFirst = choice.run;
    m_runSecond = other.run;
    m_first->setText(choice.text);
    m_first->setEnabled(true);
    m_first->setVisible(!choice.text.isEmpty());
    m_second->setText(other.text);
    m_second->setVisible(!other.text.isEmpty());
    m_cancel->setText(choice.text.isEmpty() ? tr("Close") : tr("Cancel"));
    m_text->setVisible(withText);
    m_fault->hide();
    show();
}

void AskStrip::ask(const QString &question, const Choice &choice, const Choice &other)
{
    m_check = {};
    open(question, choice, other, false);
    m_cancel->setFocus();
}

void AskStrip::tell(const QString &text)
{
    ask(text, {});
}

void AskStrip::askForText(const QString &question, const QString &text, const QString &action,
                          std::function<QString(const QString &)> check,
                          std::function<void(const QString &)> then)
{
    m_check = std::move(check);
    m_text->setAccessibleName(question);
    m_text->setText(text);
    open(question,
         {action,
          [this, then = std::move(then)] {
              then(m_text->text());
          }},
         {}, true);
    checkText();
    m_fault->hide(); // nothing was written yet
    m_text->setFocus();
    m_text->selectAll();
}

void AskStrip::checkText()
{
    if (!m_check)
        return;
    const QString fault = m_check(m_text->text());
    m_first->setEnabled(fault.isEmpty());
    m_fault->setText(fault);
    m_fault->setVisible(!fault.isEmpty() && !m_text->text().isEmpty());
}

void AskStrip::choose(const std::function<void()> &run)
{
    const std::function<void()> kept = run; // it may ask the next question
    dismiss();
    if (kept)
        kept();
}

void AskStrip::dismiss()
{
    const bool hadFocus = isAncestorOf(QApplication::focusWidget());
    hide();
    if (hadFocus && m_returnsTo)
        m_returnsTo->setFocus();
}

bool AskStrip::event(QEvent *event)
{
    // Escape is ours before it is the window's.
    if (event->type() == QEvent::ShortcutOverride &&
        static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void AskStrip::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        return dismiss();
    QWidget::keyPressEvent(event);
}

void AskStrip::paintEvent(QPaintEvent *)
{
    const ThemeColors &colors = themeColors(palette());
    QPainter painter(this);
    painter.fillRect(rect(), colors.warningSurface);
    painter.fillRect(0, height() - 1, width(), 1, colors.border);
}

} // namespace sandglass
