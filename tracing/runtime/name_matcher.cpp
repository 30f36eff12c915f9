// SPDX-License-Identifier: MIT
// libgemmscope_names.so: NamePattern for the runtime inside a program, which loads it only if --kernel is given
// (loaded_pattern.h). If the library were linked to the runtime, it would get in the way of every program that brings
// an RE2 of its own.
#include "tracing/runtime/name_pattern.h"

using gemmscope::runtime::NamePattern;

extern "C" {

/// Null: the text is not a pattern. The result is never freed.
const void* gemmscope_pattern(const char* text) {
  auto pattern = NamePattern::of(text);
  return pattern ? new NamePattern(std::move(*pattern)) : nullptr;
}

int gemmscope_matches(const void* pattern, const char* name) {
  return static_cast<const NamePattern*>(pattern)->matches(name) ? 1 : 0;
}
}
