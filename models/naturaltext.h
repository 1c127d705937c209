// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <compare>
#include <string>
#include <string_view>

namespace sandglass {

// The order in which people expect texts: ignoring case, numbers within by their value ("web-2" before
// "web-10"). A text's key is compared byte by byte. Texts are UTF-8. Pure; any thread.
[[nodiscard]] QByteArray naturalKey(std::string_view utf8);
// The same at the end of `into`.
void appendNaturalKey(std::string_view utf8, std::string &into);
// As comparing the keys, without making them.
[[nodiscard]] std::strong_ordering compareNatural(std::string_view a, std::string_view b);

} // namespace sandglass
