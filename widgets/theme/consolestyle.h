// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace sandglass {

// Fusion, made flat and calm: no gradients, one border colour, a focus ring in the accent colour that is
// always visible on keyboard focus, tinted selections that keep status colours readable, quiet headers and
// tabs. All colours come from the palette's theme table. GUI thread; owned by the application.
class ConsoleStyle : public QProxyStyle
{
    Q_OBJECT

public:
    ConsoleStyle();

    void polish(QWidget *widget) override;
    using QProxyStyle::polish;
    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                     const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                            const QWidget *widget) const override;
    QRect subElementRect(SubElement element, const QStyleOption *option,
                         const QWidget *widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl subControl,
                         const QWidget *widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override;
    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                  QStyleHintReturn *returnData) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                           const QWidget *widget) const override;

private:
    bool drawItemPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                           const QWidget *widget) const;
    bool drawMenuButton(const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const;
    void drawTab(const QStyleOption *option, QPainter *painter) const;
    void drawHeaderSection(const QStyleOption *option, QPainter *painter) const;
    void drawComboBox(const QStyleOptionComplex *option, QPainter *painter) const;
    void drawScrollBar(const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const;
};

} // namespace sandglass
