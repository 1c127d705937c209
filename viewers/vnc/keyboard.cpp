// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/vnc/keyboard.h"

#include "viewers/vnc/keymap.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sandglass::viewers {

namespace {

struct ModifierKind
{
    Qt::KeyboardModifier flag;
    quint32 left;
    quint32 right;
};

constexpr std::array Kinds{
    ModifierKind{Qt::ShiftModifier, 0xffe1, 0xffe2},
    ModifierKind{Qt::ControlModifier, 0xffe3, 0xffe4},
    ModifierKind{Qt::AltModifier, 0xffe9, 0xffea},
    ModifierKind{Qt::MetaModifier, 0xffeb, 0xffec},
};

// Codes of our own, beyond any scan code: keys without one, and modifiers that were down before we listened.
constexpr quint32 KeyCodes = 0x80000000;
constexpr quint32 ImpliedCodes = 0xc0000000;

quint32 codeOf(const KeyInput &input)
{
    return input.scanCode ? input.scanCode : KeyCodes | quint32(input.key);
}

// The character of an event; with Ctrl the text is a control character, so the key itself tells.
std::optional<char32_t> characterOf(const KeyInput &input)
{
    const auto points = input.text.toUcs4();
    if (points.size() == 1 && keysymForCharacter(points.front()))
        return points.front();
    if (input.key < 0x20 || input.key >= Qt::Key_Escape || !keysymForCharacter(char32_t(input.key)))
        return std::nullopt;
    const auto character = char32_t(input.key);
    return input.modifiers.testFlag(Qt::ShiftModifier) ? character : QChar::toLower(character);
}

} // namespace

std::vector<KeyStroke> Keyboard::press(const KeyInput &input)
{
    Strokes out;
    if (staysOnHost(input.key))
        return out;
    const quint32 code = codeOf(input);
    if (const auto modifier = keysymForModifier(input.key, input.nativeSymbol)) {
        const auto at = m_held.find(code);
        if (at == m_held.end() || at->second != *modifier) // one that is held says nothing new
            hold(code, *modifier, out);
        const auto held = [this](Qt::KeyboardModifier kind) {
            return !heldOf(kind).empty();
        };
        m_chordArmed = held(Qt::ControlModifier) && held(Qt::AltModifier) && held(Qt::ShiftModifier) &&
                       std::all_of(m_held.begin(), m_held.end(), [](const auto &entry) {
                           return entry.second >= 0xffe1 && entry.second <= 0xffee;
                       });
        return out;
    }
    m_chordArmed = false;
    syncModifiers(input.modifiers, out);
    const bool keypad = input.modifiers.testFlag(Qt::KeypadModifier);
    if (const auto keysym = keysymForKey(input.key, keypad)) {
        hold(code, *keysym, out);
    } else if (const auto point = characterOf(input)) {
        character(code, *point, out);
    } else if (!input.text.isEmpty()) {
        const auto more = typed(input.text);
        out.insert(out.end(), more.begin(), more.end());
    }
    return out;
}

std::vector<KeyStroke> Keyboard::release(const KeyInput &input)
{
    Strokes out;
    if (input.autoRepeat)
        return out;
    const auto at = m_held.find(codeOf(input));
    if (at != m_held.end()) {
        out.push_back({at->second, false});
        m_held.erase(at);
    } else if (const auto modifier = keysymForModifier(input.key, input.nativeSymbol)) {
        for (const ModifierKind &kind : Kinds) { // pressed by us on its behalf
            const auto implied = m_held.find(ImpliedCodes | kind.left);
            if ((*modifier == kind.left || *modifier == kind.right) && implied != m_held.end()) {
                out.push_back({implied->second, false});
                m_held.erase(implied);
            }
        }
    }
    if (m_chordArmed && keysymForModifier(input.key, input.nativeSymbol)) {
        m_chordArmed = false;
        m_chord = true;
    }
    return out;
}

std::vector<KeyStroke> Keyboard::typed(const QString &text)
{
    Strokes out;
    for (const char32_t point : text.toUcs4()) {
        if (point == U'\n' || point == U'\r') {
            out.insert(out.end(), {{0xff0d, true}, {0xff0d, false}});
        } else if (point == U'\t') {
            out.insert(out.end(), {{0xff09, true}, {0xff09, false}});
        } else {
            character(std::nullopt, point, out);
        }
    }
    return out;
}

std::vector<KeyStroke> Keyboard::releaseAll()
{
    Strokes out;
    for (const auto &[code, keysym] : m_held)
        out.push_back({keysym, false});
    m_held.clear();
    m_chordArmed = false;
    m_chord = false;
    return out;
}

bool Keyboard::takeReleaseChord()
{
    return std::exchange(m_chord, false);
}

void Keyboard::syncModifiers(Qt::KeyboardModifiers modifiers, Strokes &out)
{
    for (const ModifierKind &kind : Kinds) {
        const auto held = heldOf(kind.flag);
        if (modifiers.testFlag(kind.flag)) {
            if (held.empty())
                hold(ImpliedCodes | kind.left, kind.left, out);
            continue;
        }
        for (const quint32 keysym : held)
            out.push_back({keysym, false});
        std::erase_if(m_held, [&](const auto &entry) {
            return entry.second == kind.left || entry.second == kind.right;
        });
    }
}

void Keyboard::hold(quint32 code, quint32 keysym, Strokes &out)
{
    const auto [at, isNew] = m_held.try_emplace(code, keysym);
    if (!isNew && at->second != keysym) { // its release was lost, or the level changed while it repeats
        out.push_back({at->second, false});
        at->second = keysym;
    }
    out.push_back({keysym, true});
}

void Keyboard::character(std::optional<quint32> code, char32_t character, Strokes &out)
{
    const auto keysym = keysymForCharacter(character);
    if (!keysym)
        return;
    const auto shifts = heldOf(Qt::ShiftModifier);
    const UsLevel level = usLevel(character);
    const bool addShift = level == UsLevel::Shifted && shifts.empty();
    const bool dropShift = level == UsLevel::Plain && !shifts.empty();
    if (code && !addShift && !dropShift) {
        hold(*code, *keysym, out);
        return;
    }
    if (addShift)
        out.push_back({0xffe1, true});
    for (const quint32 shift : shifts) {
        if (dropShift)
            out.push_back({shift, false});
    }
    out.insert(out.end(), {{*keysym, true}, {*keysym, false}});
    for (const quint32 shift : shifts) {
        if (dropShift)
            out.push_back({shift, true});
    }
    if (addShift)
        out.push_back({0xffe1, false});
}

std::vector<quint32> Keyboard::heldOf(Qt::KeyboardModifier flag) const
{
    std::vector<quint32> held;
    for (const ModifierKind &kind : Kinds) {
        for (const auto &[code, keysym] : m_held) {
            if (kind.flag == flag && (keysym == kind.left || keysym == kind.right))
                held.push_back(keysym);
        }
    }
    return held;
}

} // namespace sandglass::viewers
