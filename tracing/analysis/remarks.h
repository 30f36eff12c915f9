// SPDX-License-Identifier: MIT
/// @file remarks.h
/// Memory that a launch leaves unused, and what is doubtful in a matrix product. This is not necessarily wrong: it is
/// reported separately from what check() finds.
#pragma once

#include <vector>

#include "tracing/analysis/fragments.h"
#include "tracing/analysis/geometry.h"
#include "tracing/analysis/tiles/tiles.h"

namespace gemmscope::analysis {

struct Remark {
  enum class Kind : std::uint8_t {
    kUnfilled,   ///< an array in global memory that is read, and wholly unwritten: benchmarks do so
    kUntouched,  ///< an array in shared memory that no request accesses
    kNeverRead,  ///< elements in shared memory that are stored and never loaded
    kRepeated,   ///< a matrix instruction gets one part of a matrix twice, and an array is not wholly loaded
    kUnused,     ///< fragments of matrices that are loaded, and that no instruction uses
    kLeftOut,    ///< k's of A and B that no lane loads: Tiles::stepped_over and left_out
    kSkipped,    ///< k's of A and B that are in shared memory, and that no lane loads there: Tiles::skipped
    kElsewhere,  ///< blocks that work on other arrays than the product's: elsewhere.h
    kSwapped,    ///< lanes do not load what they need for what they store: may_swap_an_index()
    kUnfit,      ///< no product is found, though arrays are made for one: unfit.h
  };
  Kind kind = Kind::kUnfilled;
  std::uint16_t tensor = 0;     ///< index into Recording::tensors
  std::uint64_t count = 0;      ///< elements that are read, or stored and not loaded; k's that are not loaded; blocks
  std::uint64_t of = 0;         ///< all elements of the array, or all that are stored; K; recorded blocks
  std::uint32_t byte = 0;       ///< of kNeverRead: where the first one is, in the block's shared memory
  RepeatedFragment repeated{};  ///< of kRepeated; `count` of the array's elements are loaded by no thread
  UnusedFragment unused{};      ///< of kUnused; `tensor` is what is loaded
  Ranges ks{};                  ///< of kLeftOut and kSkipped
  bool and_more = false;        ///< there may be more of `ks`
  std::vector<std::uint16_t> elsewhere{};  ///< of kElsewhere: the arrays that its blocks store to
  Product product{};                       ///< of which it is; `tensor` is A's
  bool of_A = false;                       ///< of kUnfit

  friend bool operator==(const Remark&, const Remark&) = default;
};

/// Whether it is about a matrix product: only then `product` is one.
inline bool is_of_product(Remark::Kind kind) { return kind >= Remark::Kind::kLeftOut; }

/// Remarks about shared memory and products need all warps of all blocks, and a launch without a fault. `tiles`: what
/// tiles_of() has found in the recording.
///
/// Cost     some ns for each lane of each template; with arrays that are never filled, as Footprints.
[[nodiscard]] std::vector<Remark> remarks(const format::Recording& recording, const std::optional<Tiles>& tiles);

/// Those about the product alone. `tiles`: as they are found.
[[nodiscard]] std::vector<Remark> remarks_of(const format::Recording& recording, const std::optional<Tiles>& tiles);

}  // namespace gemmscope::analysis
