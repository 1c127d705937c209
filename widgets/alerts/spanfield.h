// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <chrono>

class QComboBox;
class QSpinBox;

namespace sandglass {

// A span of time as a number and a unit.
class SpanField : public QWidget
{
    Q_OBJECT

public:
    // `none` is what a span of zero is called; empty: there is none.
    SpanField(const QString &name, const QString &none, QWidget *parent);

    void setSpan(std::chrono::seconds span); // in the largest unit that is exact
    [[nodiscard]] std::chrono::seconds span() const;

signals:
    void changed();

private:
    QSpinBox *m_number;
    QComboBox *m_unit;
};

} // namespace sandglass
