// SPDX-License-Identifier: MIT
/// @file remarks.h
/// Memory that a launch leaves unused. This is not necessarily wrong: it is reported separately from what check()
/// finds.
#pragma once

#include <vector>

#include "tracing/analysis/geometry.h"
#include "tracing/analysis/repeated_fragments.h"

namespace gemmscope::analysis {

struct Remark {
  enum class Kind : std::uint8_t {
    kUnfilled,   ///< an array in global memory that is read, and wholly unwritten: benchmarks do so
    kUntouched,  ///< an array in shared memory that no request accesses
    kNeverRead,  ///< elements in shared memory that are stored and never loaded
    kRepeated,   ///< a matrix instruction gets one part of a matrix twice, and an array is not wholly loaded
  };
  Kind kind = Kind::kUnfilled;
  std::uint16_t tensor = 0;     ///< index into Recording::tensors
  std::uint64_t count = 0;      ///< elements that are read, or stored and not loaded
  std::uint64_t of = 0;         ///< all elements of the array, or all that are stored
  std::uint32_t byte = 0;       ///< of kNeverRead: where the first one is, in the block's shared memory
  RepeatedFragment repeated{};  ///< of kRepeated; `count` of the array's elements are loaded by no thread

  friend bool operator==(const Remark&, const Remark&) = default;
};

/// For the ladder's kernels there are none: check() knows which of their cells should be read. Remarks about shared
/// memory need all warps of all blocks.
///
/// Cost     some ns for each lane of each template; with arrays that are never filled, as Footprints.
[[nodiscard]] std::vector<Remark> remarks(const format::Recording& recording);

}  // namespace gemmscope::analysis
