// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "viewers/vnc/vnctypes.h"

#include <QString>

#include <map>
#include <optional>
#include <vector>

namespace sandglass::viewers {

// What a QKeyEvent says, as a value.
struct KeyInput
{
    int key = 0;
    Qt::KeyboardModifiers modifiers;
    QString text;
    quint32 scanCode = 0;     // 0 if unknown
    quint32 nativeSymbol = 0; // X11 keysym on X11 and Wayland
    bool autoRepeat = false;
};

// Turns key events into the symbol strokes that an RFB server wants, and remembers what the guest holds down.
// Pure: no clock, no Qt event loop. It promises that
//  - a release matches its press, whatever the modifiers have become meanwhile;
//  - a character arrives as that character whatever the host's layout: where a US keyboard would need another
//    Shift than is held, the character is sent as a complete stroke with Shift set right around it;
//  - modifiers that the host no longer holds are released, those it holds already are pressed first;
//  - after releaseAll() the guest holds nothing.
class Keyboard
{
public:
    [[nodiscard]] std::vector<KeyStroke> press(const KeyInput &input);
    [[nodiscard]] std::vector<KeyStroke> release(const KeyInput &input);
    [[nodiscard]] std::vector<KeyStroke> typed(const QString &text); // from an input method or dead keys
    [[nodiscard]] std::vector<KeyStroke> releaseAll();

    // Ctrl, Alt and Shift were held together and let go without another key between. Answers once.
    [[nodiscard]] bool takeReleaseChord();
    [[nodiscard]] bool holdsNothing() const { return m_held.empty(); }

private:
    using Strokes = std::vector<KeyStroke>;

    void syncModifiers(Qt::KeyboardModifiers modifiers, Strokes &out);
    void hold(quint32 code, quint32 keysym, Strokes &out);
    void character(std::optional<quint32> code, char32_t character, Strokes &out);
    [[nodiscard]] std::vector<quint32> heldOf(Qt::KeyboardModifier kind) const;

    std::map<quint32, quint32> m_held; // what the host calls the key -> the symbol the guest holds for it
    bool m_chordArmed = false;
    bool m_chord = false;
};

} // namespace sandglass::viewers
