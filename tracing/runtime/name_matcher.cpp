// SPDX-License-Identifier: MIT
// libgemmscope_names.so: NamePattern for the runtime inside a program, which loads it only if --kernel is given
// (loaded_pattern.h). A library that is linked to the runtime would be in every program's way that brings an RE2 of its
// own.
#include "tracing/runtime/name_pattern.h"

using gemmscope::runtime::NamePattern;

extern "C" {

/// Null: the text is no pattern. It is never given back.
const void* gemmscope_pattern(const char* text) {
  auto pattern = NamePattern::of(text);
  return pattern ? new NamePattern(std::move(*pattern)) : nullptr;
}

int gemmscope_matches(const void* pattern, const char* name) {
  return static_cast<const NamePattern*>(pattern)->matches(name) ? 1 : 0;
}
}
