// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/metadata.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;
class QVBoxLayout;

namespace sandglass {

// Rows of key and value. Each row is checked as it is typed by the rules of seed 002 and says what is wrong
// beneath itself; keys that stand twice are found too. Empty rows do not count.
class MetadataEditor : public QWidget
{
    Q_OBJECT

public:
    explicit MetadataEditor(QWidget *parent = nullptr);

    void setMetadata(const Metadata &metadata);
    [[nodiscard]] Metadata metadata() const;
    // All rows are right.
    [[nodiscard]] bool isValid() const;
    // Keys and values that are offered while typing.
    void setSuggestions(const QMap<QString, QStringList> &valuesByKey);

signals:
    void changed();

private:
    struct Row
    {
        QWidget *widget = nullptr;
        QLineEdit *key = nullptr;
        QLineEdit *value = nullptr;
        QLabel *fault = nullptr;
    };

    void addRow(const QString &key, const QString &value);
    void removeRow(QWidget *widget);
    void check();
    [[nodiscard]] QString faultOf(const Row &row, QStringList &seen) const;
    void suggestValues(const Row &row);

    QVBoxLayout *m_rowsLayout;
    QToolButton *m_add;
    QList<Row> m_rows;
    QMap<QString, QStringList> m_suggestions;
    bool m_valid = true;
};

} // namespace sandglass
