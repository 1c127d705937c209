// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace sandglass {

// A label whose text is muted, or an error's colour, and follows the theme.
class ToneLabel : public QLabel
{
    Q_OBJECT

public:
    enum class Tone { Muted, Fault, Warning };
    ToneLabel(Tone tone, const QString &text, QWidget *parent);
    void setTone(Tone tone);

protected:
    bool event(QEvent *event) override;

private:
    void tint();

    Tone m_tone;
};

// What is wrong with the field above; hidden until it has a text.
[[nodiscard]] ToneLabel *makeFaultLabel(QWidget *parent);
// A small, muted explanation that wraps.
[[nodiscard]] ToneLabel *makeNoteLabel(const QString &text, QWidget *parent);

} // namespace sandglass
