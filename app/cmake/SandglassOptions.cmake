# SPDX-License-Identifier: GPL-3.0-or-later
# The one place for the standard, the warnings and the sanitizers: every target links `sandglass_options`.
option(SANDGLASS_WERROR "Treat warnings as errors" OFF)
set(SANDGLASS_SANITIZE "" CACHE STRING "Sanitizers, e.g. address,undefined or thread")

add_library(sandglass_options INTERFACE)
target_compile_features(sandglass_options INTERFACE cxx_std_20)
target_include_directories(sandglass_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_definitions(sandglass_options INTERFACE
  QT_NO_CAST_TO_ASCII QT_NO_CAST_FROM_BYTEARRAY QT_NO_FOREACH QT_NO_JAVA_STYLE_ITERATORS
  QT_DISABLE_DEPRECATED_BEFORE=0x060400 QT_NO_NARROWING_CONVERSIONS_IN_CONNECT
  SANDGLASS_VERSION="${PROJECT_VERSION}")
target_compile_options(sandglass_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wnull-dereference
  -Wimplicit-fallthrough -Wextra-semi)
# What g++ 12 guesses about code that it has inlined (tl::expected, mostly) is wrong too often to be read.
target_compile_options(sandglass_options INTERFACE
  $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized;-Wno-null-dereference>)
# Lets a compiler cache see through the precompiled header.
target_compile_options(sandglass_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
if(SANDGLASS_WERROR)
  target_compile_options(sandglass_options INTERFACE -Werror)
endif()
if(SANDGLASS_SANITIZE)
  target_compile_options(sandglass_options INTERFACE -fsanitize=${SANDGLASS_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all -Wno-null-dereference)
  target_link_options(sandglass_options INTERFACE -fsanitize=${SANDGLASS_SANITIZE})
endif()
