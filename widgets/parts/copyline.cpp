// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/parts/copyline.h"

#include "widgets/theme/icons.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/themecolors.h"

#include <QClipboard>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

namespace sandglass {

CopyLine::CopyLine(const QString &text, QWidget *parent) : QWidget(parent), m_text(new QLabel(text, this))
{
    m_text->setObjectName(QStringLiteral("copyText"));
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *copy = new QToolButton(this);
    copy->setObjectName(QStringLiteral("copyButton"));
    copy->setAutoRaise(true);
    copy->setIcon(themeIcon(Icon::Copy));
    copy->setToolTip(tr("Copy"));
    copy->setAccessibleName(tr("Copy this text"));
    connect(copy, &QToolButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(m_copied.isEmpty() ? m_text->text() : m_copied);
    });
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(Grid + HalfGrid, HalfGrid, HalfGrid, HalfGrid);
    layout->addWidget(m_text, 1);
    layout->addWidget(copy, 0, Qt::AlignTop);
}

void CopyLine::setText(const QString &text)
{
    setText(text, {});
}

void CopyLine::setText(const QString &shown, const QString &copied)
{
    m_text->setText(shown);
    m_copied = copied;
}

void CopyLine::paintEvent(QPaintEvent *)
{
    const ThemeColors &colors = themeColors(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(colors.border);
    painter.setBrush(colors.alternate);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), CornerRadius, CornerRadius);
}

} // namespace sandglass
