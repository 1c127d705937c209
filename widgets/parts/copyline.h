// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;

namespace sandglass {

// A line of code on a quiet surface with a copy button beside it.
class CopyLine : public QWidget
{
    Q_OBJECT

public:
    explicit CopyLine(const QString &text, QWidget *parent = nullptr);

    void setText(const QString &text);
    // What is copied is more than what is shown, e.g. a secret.
    void setText(const QString &shown, const QString &copied);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QLabel *m_text;
    QString m_copied; // empty: the text
};

} // namespace sandglass
