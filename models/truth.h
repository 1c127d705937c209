// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <array>

namespace sandglass {

// How far what a row says can be believed. An old state never looks like a fresh one.
enum class Truth : quint8 {
    Fresh,      // its backend says so, and is heard
    Remembered, // of an earlier run: its backend has not answered yet
    Silent,     // its backend is not heard any more: the last thing it said
    Vanished,   // its backend's list names it no more: the last thing it said, until it is dismissed
    Missing,    // it was asked for, and its backend answered that there is none
};
inline constexpr std::array AllTruths{Truth::Fresh, Truth::Remembered, Truth::Silent, Truth::Vanished,
                                      Truth::Missing};

} // namespace sandglass
