// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QComboBox;

namespace sandglass {

// Chooses the zone that times are said in. Use open().
class TimeZoneDialog : public QDialog
{
    Q_OBJECT

public:
    explicit TimeZoneDialog(const QByteArray &zone, QWidget *parent);

    // An IANA id; empty: the computer's own.
    [[nodiscard]] QByteArray zone() const;

private:
    QComboBox *m_zones;
};

} // namespace sandglass
