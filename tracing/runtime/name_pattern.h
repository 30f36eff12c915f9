// SPDX-License-Identifier: MIT
/// @file name_pattern.h
/// What `gemmscope run --kernel` names: kernels in whose names RE2 finds a pattern. RE2 needs time in proportion to the
/// name, and no stack, for any pattern.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "tracing/format/result.h"

namespace re2 {
class RE2;
}

namespace gemmscope::runtime {

class NamePattern {
 public:
  /// Errors: kUsage, for a text that is not a pattern, is longer than kMaxNameBytes, or needs more than kMostMemory.
  [[nodiscard]] static Result<NamePattern> of(const std::string& text);

  [[nodiscard]] bool matches(std::string_view name) const;

  static constexpr std::int64_t kMostMemory = 1 << 20;  ///< bytes, of RE2's form of the pattern

 private:
  explicit NamePattern(std::shared_ptr<const re2::RE2> pattern) : pattern_(std::move(pattern)) {}

  std::shared_ptr<const re2::RE2> pattern_;
};

}  // namespace gemmscope::runtime
