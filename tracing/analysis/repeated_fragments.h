// SPDX-License-Identifier: MIT
/// @file repeated_fragments.h
/// Matrix instructions that get one loaded register for two parts of a matrix.
#pragma once

#include <cstdint>
#include <vector>

#include "tracing/format/recording.h"

namespace gemmscope::analysis {

/// Rows and columns of one instruction's matrix: [first, last].
struct FragmentPart {
  std::uint8_t first_row = 0, last_row = 0, first_column = 0, last_column = 0;
  friend bool operator==(const FragmentPart&, const FragmentPart&) = default;
};

/// An mma.sync of the kernel, or of a function that it may call.
struct RepeatedFragment {
  std::uint32_t line = 0;  ///< of Recording::source; 0: not known
  bool of_b = false;       ///< of its second matrix; of the first one
  FragmentPart one{}, other{};
  friend bool operator==(const RepeatedFragment&, const RepeatedFragment&) = default;
};

/// One for each line and matrix, in the order of the PTX. Registers that hold constants, for example ones, are often
/// used several times; they do not count.
[[nodiscard]] std::vector<RepeatedFragment> repeated_fragments(const format::Recording& recording);

}  // namespace gemmscope::analysis
