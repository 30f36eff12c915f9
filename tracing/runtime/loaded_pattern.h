// SPDX-License-Identifier: MIT
/// @file loaded_pattern.h
/// A NamePattern inside a program of others: RE2 is loaded when one is asked for, and stays apart from an RE2 that the
/// program may have itself.
#pragma once

#include <string>

#include "tracing/format/result.h"

namespace gemmscope::runtime {

/// What kernels of the program are asked for by their names.
class LoadedPattern {
 public:
  LoadedPattern() = default;  ///< all
  /// `library`: the path of libgemmscope_names.so. Errors: kUsage, the library cannot be loaded, or the text is no
  /// pattern.
  [[nodiscard]] static Result<LoadedPattern> of(const std::string& text, const std::string& library);

  [[nodiscard]] bool matches(const std::string& name) const {
    return pattern_ == nullptr || matches_(pattern_, name.c_str()) != 0;
  }

 private:
  const void* pattern_ = nullptr;
  int (*matches_)(const void*, const char*) = nullptr;
};

}  // namespace gemmscope::runtime
