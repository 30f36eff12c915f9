// SPDX-License-Identifier: MIT
/// @file loaded_pattern.h
/// A NamePattern inside a user's program: RE2 is loaded when a pattern is requested, and stays separate from an RE2
/// that the program may have itself.
#pragma once

#include <string>

#include "tracing/format/result.h"

namespace gemmscope::runtime {

/// The names of the kernels that are requested.
class LoadedPattern {
 public:
  LoadedPattern() = default;  ///< all
  /// `library`: the path of libgemmscope_names.so. Errors: kUsage, the library cannot be loaded, or the text is not a
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
