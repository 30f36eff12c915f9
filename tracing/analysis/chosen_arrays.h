// SPDX-License-Identifier: MIT
/// @file chosen_arrays.h
/// Arrays in shared memory among which an access of a program may choose, as its PTX tells.
#pragma once

#include <cstddef>
#include <set>
#include <utility>

#include "tracing/format/recording.h"

namespace gemmscope::analysis {

class ChosenArrays {
 public:
  /// Reads the recording's PTX.
  explicit ChosenArrays(const format::Recording& recording);

  /// Whether the address of some access may be of either of the recording's tensors. True too if it is not known:
  /// without PTX, or where addresses come from memory or are passed to functions.
  [[nodiscard]] bool may_be_either(std::size_t one, std::size_t other) const {
    return all_ || pairs_.contains({one, other});
  }

 private:
  bool all_ = false;
  std::set<std::pair<std::size_t, std::size_t>> pairs_;
};

}  // namespace gemmscope::analysis
