// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/metadata.h"

#include <QTimer>
#include <QWidget>

class QCompleter;
class QHBoxLayout;
class QLineEdit;
class QStringListModel;
class QToolButton;

namespace sandglass {

// Free text and `key=value` terms. A term becomes a chip on space or Enter and can be taken back with
// Backspace or its cross; free text filters while typing. Completes keys and values that the fleet has.
class FilterField : public QWidget
{
    Q_OBJECT

public:
    explicit FilterField(QWidget *parent = nullptr);

    void setFilter(const Metadata &metadata, const QString &text);
    [[nodiscard]] const Metadata &metadata() const { return m_metadata; }
    [[nodiscard]] QString text() const;
    // "key=value" terms that exist; also offers the keys alone.
    void setSuggestions(const QMap<QString, QStringList> &valuesByKey);
    void clear();

signals:
    void filterChanged();
    // Down or Enter with nothing more to take: the list should have the focus.
    void left();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    bool takeTerm();
    void takeBackLastTerm();
    void rebuildChips();
    void refreshCompletions();

    Metadata m_metadata;
    QStringList m_order;
    QMap<QString, QStringList> m_suggestions;
    QHBoxLayout *m_chips;
    QLineEdit *m_edit;
    QToolButton *m_clear;
    QStringListModel *m_completions;
    QCompleter *m_completer;
    QTimer m_settle;
};

} // namespace sandglass
