// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/parts/tonelabel.h"

#include "widgets/theme/theme.h"
#include "widgets/theme/themecolors.h"

#include <QApplication>
#include <QEvent>

namespace sandglass {

ToneLabel::ToneLabel(Tone tone, const QString &text, QWidget *parent) : QLabel(text, parent), m_tone(tone)
{
    setTextFormat(Qt::PlainText);
    // On whatever surface it stands: the role would follow the parent's background role otherwise.
    setForegroundRole(QPalette::WindowText);
    tint();
}

void ToneLabel::setTone(Tone tone)
{
    m_tone = tone;
    tint();
}

void ToneLabel::tint()
{
    const ThemeColors &colors = themeColors(QApplication::palette());
    QPalette mine; // one role only; the rest is inherited
    mine.setColor(QPalette::WindowText, m_tone == Tone::Muted   ? colors.muted
                                        : m_tone == Tone::Fault ? colors.error
                                                                : colors.warning);
    setPalette(mine);
}

bool ToneLabel::event(QEvent *event)
{
    const bool handled = QLabel::event(event);
    if (event->type() == QEvent::ApplicationPaletteChange)
        tint();
    return handled;
}

ToneLabel *makeFaultLabel(QWidget *parent)
{
    auto *label = new ToneLabel(ToneLabel::Tone::Fault, {}, parent);
    label->setFont(smallFont(label->font()));
    label->setWordWrap(true);
    label->hide();
    return label;
}

ToneLabel *makeNoteLabel(const QString &text, QWidget *parent)
{
    auto *label = new ToneLabel(ToneLabel::Tone::Muted, text, parent);
    label->setWordWrap(true);
    return label;
}

} // namespace sandglass
