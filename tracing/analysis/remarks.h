// SPDX-License-Identifier: MIT
/// @file remarks.h
/// What of its memory a launch leaves unused. None of it is wrong by itself: it is said apart from what check() finds.
#pragma once

#include <vector>

#include "tracing/analysis/geometry.h"
#include "tracing/analysis/repeated_fragments.h"

namespace gemmscope::analysis {

struct Remark {
  enum class Kind : std::uint8_t {
    kUnfilled,   ///< an array in global memory that is read, and nobody has written any of it: benchmarks do so
    kUntouched,  ///< an array in shared memory to which no request goes
    kNeverRead,  ///< elements in shared memory that are stored and never loaded
    kRepeated,   ///< a matrix instruction is given one part of a matrix twice, and of an array not all is loaded
  };
  Kind kind = Kind::kUnfilled;
  std::uint16_t tensor = 0;     ///< index into Recording::tensors
  std::uint64_t count = 0;      ///< elements that are read, or stored and not loaded
  std::uint64_t of = 0;         ///< all of the array, or that are stored
  std::uint32_t byte = 0;       ///< of kNeverRead: where the first one is, in the block's shared memory
  RepeatedFragment repeated{};  ///< of kRepeated; `count` of the array's elements are loaded by no thread

  friend bool operator==(const Remark&, const Remark&) = default;
};

/// Of the ladder's kernels none: check() knows of their cells which are to be read. Of shared memory only if all warps
/// of all blocks are recorded.
///
/// Cost     some ns for each lane of each template; with arrays that nobody fills, as Footprints.
[[nodiscard]] std::vector<Remark> remarks(const format::Recording& recording);

}  // namespace gemmscope::analysis
