// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/status.h"
#include "models/truth/rowtruth.h"

#include <QTimer>
#include <QWidget>

namespace sandglass {

// A status as mark and word in the status's colour; transitional ones turn unless motion is reduced.
class StatusBadge : public QWidget
{
    Q_OBJECT

public:
    explicit StatusBadge(QWidget *parent = nullptr);

    // `extra` follows in a muted colour. `word` is the status as far as it can be believed, such as
    // "gone · running".
    void setStatus(Status status, Truth truth, const QString &word, const QString &extra);
    void setReducedMotion(bool reduced);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void updateTurning();

    Status m_status = Status::Pending;
    Truth m_truth = Truth::Fresh;
    QString m_word;
    QString m_extra;
    QTimer m_turn;
    qreal m_phase = 0;
    bool m_reducedMotion = false;
};

} // namespace sandglass
