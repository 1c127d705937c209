// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/alerts/spanfield.h"

#include "widgets/theme/metrics.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSpinBox>

#include <array>

namespace sandglass {

namespace {

constexpr std::array<int, 4> UnitSeconds{1, 60, 3600, 86400};
constexpr int Largest = 9999;

} // namespace

SpanField::SpanField(const QString &name, const QString &none, QWidget *parent)
    : QWidget(parent), m_number(new QSpinBox(this)), m_unit(new QComboBox(this))
{
    m_number->setRange(none.isEmpty() ? 1 : 0, Largest);
    m_number->setSpecialValueText(none);
    m_number->setAccessibleName(name);
    m_number->setMinimumWidth(14 * Grid);
    m_unit->addItems({tr("seconds"), tr("minutes"), tr("hours"), tr("days")});
    m_unit->setCurrentIndex(1);
    m_unit->setAccessibleName(tr("%1, unit", "a field's name").arg(name));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Grid);
    layout->addWidget(m_number);
    layout->addWidget(m_unit);
    layout->addStretch();
    setFocusProxy(m_number);
    const auto refresh = [this] {
        const bool isNone = m_number->value() == 0;
        m_unit->setEnabled(!isNone);
        emit changed();
    };
    connect(m_number, &QSpinBox::valueChanged, this, refresh);
    connect(m_unit, &QComboBox::currentIndexChanged, this, refresh);
}

void SpanField::setSpan(std::chrono::seconds span)
{
    const qint64 seconds = span.count();
    std::size_t unit = seconds == 0 ? 1 : UnitSeconds.size() - 1;
    while (unit > 0 && seconds % UnitSeconds[unit] != 0)
        --unit;
    // A number that is too large for its field is said in larger units.
    while (unit + 1 < UnitSeconds.size() && seconds / UnitSeconds[unit] > Largest)
        ++unit;
    m_unit->setCurrentIndex(int(unit));
    m_number->setValue(int(seconds / UnitSeconds[unit]));
    m_unit->setEnabled(seconds != 0);
}

std::chrono::seconds SpanField::span() const
{
    return std::chrono::seconds(qint64(m_number->value()) *
                                UnitSeconds[std::size_t(std::max(0, m_unit->currentIndex()))]);
}

} // namespace sandglass
