// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

// libFuzzer's entry: every parser of the agent that a stranger's bytes reach, fed with them in pieces whose
// size the first byte gives. Aborts when a parser's promise is broken.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);
