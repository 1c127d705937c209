// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>

namespace sandglass {

// Items side by side in their own size, wrapping to further lines: buttons stay whole in narrow panels and in
// languages with long words.
class FlowLayout : public QLayout
{
    Q_OBJECT

public:
    explicit FlowLayout(int spacing, QWidget *parent = nullptr);
    ~FlowLayout() override;

    void addItem(QLayoutItem *item) override;
    [[nodiscard]] int count() const override;
    [[nodiscard]] QLayoutItem *itemAt(int index) const override;
    QLayoutItem *takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override { return minimumSize(); }
    [[nodiscard]] QSize minimumSize() const override;
    void setGeometry(const QRect &rect) override;

private:
    int place(const QRect &rect, bool apply) const;

    QList<QLayoutItem *> m_items;
};

} // namespace sandglass
