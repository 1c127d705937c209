// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

// libFuzzer's entry: whatever the bytes are, the language reads, completes, prints and answers without
// crashing, faults point into the text, and what is printed reads as the same. Aborts when not. To fuzz: link
// queryfuzz.cpp with -fsanitize=fuzzer; the tests drive it in a bounded loop.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);
