// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/error.h"

#include <QFrame>

class QLabel;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace sandglass {

// One sentence in a coloured strip, with what to do next, 'Copy details' and a close button: the place of
// every error that is not a row's own. Never blocks; the same sentence is not shown twice.
class Banner : public QFrame
{
    Q_OBJECT

public:
    Banner(Severity severity, const QString &sentence, const QString &details, QWidget *parent = nullptr);

    [[nodiscard]] QString sentence() const;
    void setSentence(const QString &sentence);
    [[nodiscard]] QString details() const { return m_details; }
    // A button for the next step; the receiver connects to its clicked().
    QPushButton *addAction(const QString &text);

signals:
    void dismissed();

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void refreshMark();

    Severity m_severity;
    QString m_details;
    QLabel *m_mark;
    QLabel *m_text;
    QWidget *m_actions;
};

// Banners one under another, the newest at the top, at most four; empty it takes no room.
class BannerStack : public QWidget
{
    Q_OBJECT

public:
    explicit BannerStack(QWidget *parent = nullptr);

    // `about` names the thing that it happened to; it may be empty.
    Banner *showError(const Error &error, const QString &about = {});
    Banner *showNotice(Severity severity, const QString &sentence, const QString &details = {});
    [[nodiscard]] QList<Banner *> banners() const { return m_banners; }

private:
    void remove(Banner *banner);

    QVBoxLayout *m_layout;
    QList<Banner *> m_banners;
};

} // namespace sandglass
