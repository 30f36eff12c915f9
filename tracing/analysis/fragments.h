// SPDX-License-Identifier: MIT
/// @file fragments.h
/// Fragments of matrices, as matrix instructions get them: which are given twice, and which nothing uses.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tracing/format/recording.h"

namespace gemmscope::analysis {

/// Rows and columns of one instruction's matrix: [first, last].
struct FragmentPart {
  std::uint8_t first_row = 0, last_row = 0, first_column = 0, last_column = 0;
  friend bool operator==(const FragmentPart&, const FragmentPart&) = default;
};

/// An mma.sync of the kernel, or of a function that it may call, that gets one loaded register for two parts of a
/// matrix.
struct RepeatedFragment {
  std::uint32_t line = 0;  ///< of Recording::source; 0: not known
  bool of_b = false;       ///< of its second matrix; of the first one
  FragmentPart one{}, other{};
  friend bool operator==(const RepeatedFragment&, const RepeatedFragment&) = default;
};

/// The ldmatrix or wmma.load instructions of one line.
struct UnusedFragment {
  std::string instruction;   ///< "ldmatrix", "wmma.load"
  std::uint32_t line = 0;    ///< of Recording::source
  std::uint32_t unused = 0;  ///< registers that they load and that nothing reads
  std::uint32_t of = 0;      ///< registers that they load
  friend bool operator==(const UnusedFragment&, const UnusedFragment&) = default;
};

struct Fragments {
  /// One for each line and matrix, in the order of the PTX. Registers that hold constants, for example ones, are often
  /// used several times; they do not count.
  std::vector<RepeatedFragment> repeated;
  /// Lines at which at least half of the instructions load a register that no instruction reads. The last load of an
  /// unrolled loop that loads ahead may be for nothing.
  std::vector<UnusedFragment> unused;
};

/// By the recording's PTX. Cost: reads all of it, if it has matrix instructions.
[[nodiscard]] Fragments fragments_of(const format::Recording& recording);

}  // namespace gemmscope::analysis
