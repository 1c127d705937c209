// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/vnc/keymap.h"

#include <QChar>
#include <QStringView>

#include <algorithm>
#include <array>

namespace sandglass::viewers {

namespace {

struct Row
{
    int key;
    quint32 keysym;
};

constexpr std::array Keys{
    Row{Qt::Key_Backspace, 0xff08},
    Row{Qt::Key_Tab, 0xff09},
    Row{Qt::Key_Backtab, 0xff09},
    Row{Qt::Key_Return, 0xff0d},
    Row{Qt::Key_Enter, 0xff0d},
    Row{Qt::Key_Pause, 0xff13},
    Row{Qt::Key_ScrollLock, 0xff14},
    Row{Qt::Key_SysReq, 0xff15},
    Row{Qt::Key_Escape, 0xff1b},
    Row{Qt::Key_Home, 0xff50},
    Row{Qt::Key_Left, 0xff51},
    Row{Qt::Key_Up, 0xff52},
    Row{Qt::Key_Right, 0xff53},
    Row{Qt::Key_Down, 0xff54},
    Row{Qt::Key_PageUp, 0xff55},
    Row{Qt::Key_PageDown, 0xff56},
    Row{Qt::Key_End, 0xff57},
    Row{Qt::Key_Clear, 0xff0b},
    Row{Qt::Key_Select, 0xff60},
    Row{Qt::Key_Print, 0xff61},
    Row{Qt::Key_Execute, 0xff62},
    Row{Qt::Key_Insert, 0xff63},
    Row{Qt::Key_Undo, 0xff65},
    Row{Qt::Key_Redo, 0xff66},
    Row{Qt::Key_Menu, 0xff67},
    Row{Qt::Key_Find, 0xff68},
    Row{Qt::Key_Cancel, 0xff69},
    Row{Qt::Key_Help, 0xff6a},
    Row{Qt::Key_Delete, 0xffff},
    Row{Qt::Key_Henkan, 0xff23},
    Row{Qt::Key_Muhenkan, 0xff22},
    Row{Qt::Key_Kanji, 0xff21},
    Row{Qt::Key_Hiragana_Katakana, 0xff27},
    Row{Qt::Key_Zenkaku_Hankaku, 0xff2a},
    Row{Qt::Key_Hangul, 0xff31},
    Row{Qt::Key_Hangul_Hanja, 0xff34},
    Row{Qt::Key_Dead_Grave, 0xfe50},
    Row{Qt::Key_Dead_Acute, 0xfe51},
    Row{Qt::Key_Dead_Circumflex, 0xfe52},
    Row{Qt::Key_Dead_Tilde, 0xfe53},
    Row{Qt::Key_Dead_Macron, 0xfe54},
    Row{Qt::Key_Dead_Breve, 0xfe55},
    Row{Qt::Key_Dead_Abovedot, 0xfe56},
    Row{Qt::Key_Dead_Diaeresis, 0xfe57},
    Row{Qt::Key_Dead_Abovering, 0xfe58},
    Row{Qt::Key_Dead_Doubleacute, 0xfe59},
    Row{Qt::Key_Dead_Caron, 0xfe5a},
    Row{Qt::Key_Dead_Cedilla, 0xfe5b},
    Row{Qt::Key_Dead_Ogonek, 0xfe5c},
    Row{Qt::Key_Dead_Iota, 0xfe5d},
    Row{Qt::Key_Dead_Belowdot, 0xfe60},
    Row{Qt::Key_Dead_Hook, 0xfe61},
    Row{Qt::Key_Dead_Horn, 0xfe62},
    Row{Qt::Key_VolumeDown, 0x1008ff11},
    Row{Qt::Key_VolumeMute, 0x1008ff12},
    Row{Qt::Key_VolumeUp, 0x1008ff13},
    Row{Qt::Key_MediaPlay, 0x1008ff14},
    Row{Qt::Key_MediaStop, 0x1008ff15},
    Row{Qt::Key_MediaPrevious, 0x1008ff16},
    Row{Qt::Key_MediaNext, 0x1008ff17},
    Row{Qt::Key_Back, 0x1008ff26},
    Row{Qt::Key_Forward, 0x1008ff27},
    Row{Qt::Key_HomePage, 0x1008ff18},
    Row{Qt::Key_Search, 0x1008ff1b},
    Row{Qt::Key_Calculator, 0x1008ff1d},
};

constexpr std::array KeypadKeys{
    Row{Qt::Key_Enter, 0xff8d},  Row{Qt::Key_Return, 0xff8d}, Row{Qt::Key_Home, 0xff95},
    Row{Qt::Key_Left, 0xff96},   Row{Qt::Key_Up, 0xff97},     Row{Qt::Key_Right, 0xff98},
    Row{Qt::Key_Down, 0xff99},   Row{Qt::Key_PageUp, 0xff9a}, Row{Qt::Key_PageDown, 0xff9b},
    Row{Qt::Key_End, 0xff9c},    Row{Qt::Key_Clear, 0xff9d},  Row{Qt::Key_Insert, 0xff9e},
    Row{Qt::Key_Delete, 0xff9f}, Row{Qt::Key_Equal, 0xffbd},  Row{Qt::Key_Asterisk, 0xffaa},
    Row{Qt::Key_Plus, 0xffab},   Row{Qt::Key_Minus, 0xffad},  Row{Qt::Key_Slash, 0xffaf},
    Row{Qt::Key_Period, 0xffae}, Row{Qt::Key_Comma, 0xffae}, // the keypad's point is a comma on many layouts
    Row{Qt::Key_0, 0xffb0},      Row{Qt::Key_1, 0xffb1},      Row{Qt::Key_2, 0xffb2},
    Row{Qt::Key_3, 0xffb3},      Row{Qt::Key_4, 0xffb4},      Row{Qt::Key_5, 0xffb5},
    Row{Qt::Key_6, 0xffb6},      Row{Qt::Key_7, 0xffb7},      Row{Qt::Key_8, 0xffb8},
    Row{Qt::Key_9, 0xffb9},
};

constexpr std::array Modifiers{
    Row{Qt::Key_Shift, 0xffe1},   Row{Qt::Key_Control, 0xffe3}, Row{Qt::Key_Alt, 0xffe9},
    Row{Qt::Key_Meta, 0xffeb},    Row{Qt::Key_Super_L, 0xffeb}, Row{Qt::Key_Super_R, 0xffec},
    Row{Qt::Key_Hyper_L, 0xffed}, Row{Qt::Key_Hyper_R, 0xffee},
};

template<std::size_t N> std::optional<quint32> find(const std::array<Row, N> &rows, int key)
{
    const auto at = std::find_if(rows.begin(), rows.end(), [key](const Row &row) { return row.key == key; });
    return at == rows.end() ? std::nullopt : std::optional(at->keysym);
}

} // namespace

std::optional<quint32> keysymForKey(int qtKey, bool keypad)
{
    if (keypad) {
        if (const auto keysym = find(KeypadKeys, qtKey))
            return keysym;
    }
    if (qtKey >= Qt::Key_F1 && qtKey <= Qt::Key_F35)
        return 0xffbe + quint32(qtKey - Qt::Key_F1);
    return find(Keys, qtKey);
}

std::optional<quint32> keysymForCharacter(char32_t character)
{
    if (character > 0x10ffff || QChar::isSurrogate(character) || !QChar::isPrint(character))
        return std::nullopt;
    const bool latin1 = (character >= 0x20 && character <= 0x7e) || (character >= 0xa0 && character <= 0xff);
    return latin1 ? quint32(character) : 0x01000000 + quint32(character);
}

std::optional<quint32> keysymForModifier(int qtKey, quint32 nativeSymbol)
{
    const auto plain = find(Modifiers, qtKey);
    if (!plain)
        return std::nullopt;
    // X11 and Wayland hand out X symbols; no other system uses this range.
    switch (nativeSymbol) {
    case 0xffe7: // Alt with Shift held reads as Meta
        return 0xffe9;
    case 0xffe8:
        return 0xffea;
    default:
        return nativeSymbol >= 0xffe1 && nativeSymbol <= 0xffee && nativeSymbol != 0xffe5 &&
                       nativeSymbol != 0xffe6
                   ? std::optional(nativeSymbol)
                   : plain;
    }
}

bool staysOnHost(int qtKey)
{
    constexpr std::array Kept{Qt::Key_AltGr, Qt::Key_CapsLock, Qt::Key_NumLock, Qt::Key_Mode_switch,
                              Qt::Key_Multi_key};
    return std::find(Kept.begin(), Kept.end(), qtKey) != Kept.end();
}

UsLevel usLevel(char32_t character)
{
    constexpr QStringView Shifted = u"~!@#$%^&*()_+{}|:\"<>?";
    constexpr QStringView Plain = u"`1234567890-=[]\\;',./";
    if (character >= 'a' && character <= 'z')
        return UsLevel::Plain;
    if (character >= 'A' && character <= 'Z')
        return UsLevel::Shifted;
    if (character > 0x7e)
        return UsLevel::Neither;
    if (Shifted.contains(QChar(char16_t(character))))
        return UsLevel::Shifted;
    return Plain.contains(QChar(char16_t(character))) ? UsLevel::Plain : UsLevel::Neither;
}

} // namespace sandglass::viewers
