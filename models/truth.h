// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <array>

namespace sandglass {

// How far what a row says can be believed. An old state never looks like a fresh one.
enum class Truth : quint8 {
    Fresh,    // its backend says so now
    Old,      // its backend lives, or is about to, but what it said is some time ago, or of an earlier run
    Silent,   // its backend says nothing: nobody knows what it is now
    Vanished, // its backend does not list it any more
    NotFound, // its backend answered that there is none
};
inline constexpr std::array AllTruths{Truth::Fresh, Truth::Old, Truth::Silent, Truth::Vanished,
                                      Truth::NotFound};

} // namespace sandglass
