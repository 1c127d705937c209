// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/templateinfo.h"

#include <QAbstractButton>

namespace sandglass {

// A template to choose: its icon, name, summary and how far it is from a launch. One of a group is chosen.
class TemplateCard : public QAbstractButton
{
    Q_OBJECT

public:
    explicit TemplateCard(const TemplateInfo &info, QWidget *parent = nullptr);

    void setInfo(const TemplateInfo &info);
    [[nodiscard]] const TemplateInfo &info() const { return m_info; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    TemplateInfo m_info;
};

} // namespace sandglass
