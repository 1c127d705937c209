// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/query/completion.h"

#include <QFrame>

class QListWidget;

namespace sandglass {

class ToneLabel;

// What hangs below a query field: what is wrong with the text, and what could stand at the caret. A child of
// the window above its other children, so that it takes no focus and no grab.
class QueryPopup : public QFrame
{
    Q_OBJECT

public:
    explicit QueryPopup(QWidget *window);

    // Both may be empty; then it hides.
    void present(const QString &fault, const QList<query::Suggestion> &suggestions, const QRect &below);
    // Up and down through the suggestions, round the ends and over none; false when there are none.
    bool step(int by);
    // The row that is chosen, or none.
    [[nodiscard]] std::optional<query::Suggestion> chosen() const;
    [[nodiscard]] bool offersSomething() const { return isVisible() && !m_suggestions.isEmpty(); }
    [[nodiscard]] QList<query::Suggestion> suggestions() const { return m_suggestions; }

protected:
    void paintEvent(QPaintEvent *event) override;

signals:
    void taken(const sandglass::query::Suggestion &suggestion);

private:
    ToneLabel *m_fault;
    QListWidget *m_list;
    QList<query::Suggestion> m_suggestions;
};

} // namespace sandglass
