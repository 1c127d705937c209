// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/screen/screenpainter.h"

#include <QFontMetrics>
#include <QPainter>

#include <cmath>

namespace sandglass::viewers {

namespace {

void paintFrame(QPainter &painter, const ScreenPicture &picture, const QRect &dirty)
{
    const QRect part = picture.geometry.toGuestCovering(dirty);
    if (part.isEmpty())
        return;
    const QRectF target = picture.geometry.target();
    const qreal scale = picture.geometry.scale();
    const qreal deviceScale = scale * painter.device()->devicePixelRatio();
    const bool isWhole = std::abs(deviceScale - std::round(deviceScale)) < 0.001 && deviceScale >= 1;
    painter.setRenderHint(QPainter::SmoothPixmapTransform, !isWhole);
    painter.drawImage(QRectF(target.topLeft() + QPointF(part.topLeft()) * scale, QSizeF(part.size()) * scale),
                      picture.frame, part);
    if (!picture.cursor.isNull()) {
        painter.drawImage(QRectF(target.topLeft() + QPointF(picture.cursorAt) * scale,
                                 QSizeF(picture.cursor.size()) * scale),
                          picture.cursor);
    }
}

void paintWords(QPainter &painter, const QString &words, const QRect &view, bool overPicture,
                const QPalette &palette)
{
    constexpr int Flags = Qt::AlignCenter | Qt::TextWordWrap;
    constexpr int Margin = 16;
    const QRect room = view.adjusted(Margin, Margin, -Margin, -Margin);
    if (!overPicture) {
        painter.setPen(palette.color(QPalette::WindowText));
        painter.drawText(room, Flags, words);
        return;
    }
    const QRect text = painter.fontMetrics().boundingRect(room, Flags, words);
    const QRect box = text.adjusted(-Margin, -Margin / 2, Margin, Margin / 2);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(palette.color(QPalette::Mid));
    painter.setBrush(palette.color(QPalette::Window));
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(palette.color(QPalette::WindowText));
    painter.drawText(text, Flags, words);
}

} // namespace

void paintScreen(QPainter &painter, const ScreenPicture &picture, const QRect &view, const QRect &dirty,
                 const QPalette &palette)
{
    painter.setClipRect(dirty);
    const QRectF target = picture.geometry.target();
    if (picture.frame.isNull() || !target.contains(QRectF(dirty)))
        painter.fillRect(dirty, palette.color(QPalette::Window));
    if (!picture.frame.isNull()) {
        paintFrame(painter, picture, dirty);
        if (picture.isOld) {
            QColor veil = palette.color(QPalette::Window);
            veil.setAlphaF(0.6F);
            painter.fillRect(target.toAlignedRect() & dirty, veil);
        }
    }
    if (!picture.words.isEmpty())
        paintWords(painter, picture.words, view, !picture.frame.isNull(), palette);
    if (picture.inControl) {
        painter.setPen(Qt::NoPen);
        const QColor accent = palette.color(QPalette::Highlight);
        constexpr int W = ControlFrameWidth;
        for (const QRect &edge : {QRect(view.left(), view.top(), view.width(), W),
                                  QRect(view.left(), view.bottom() + 1 - W, view.width(), W),
                                  QRect(view.left(), view.top(), W, view.height()),
                                  QRect(view.right() + 1 - W, view.top(), W, view.height())})
            painter.fillRect(edge, accent);
    }
}

} // namespace sandglass::viewers
