// SPDX-License-Identifier: MIT
/// @file matrix_reuse.h
/// How often the elements of A, B and C are loaded and stored. reuse.h defines the counts.
#pragma once

#include <vector>

#include "tracing/analysis/element_map.h"

namespace gemmscope::analysis {

/// The loads of a matrix, or the stores to it.
struct MatrixReuse {
  StripOf of;
  Missing missing = Missing::kNothing;  ///< if not kNothing, none of the counts below is there

  /// Over the pairs of a block and an element that it loads: by its lanes, and by its requests.
  Times block_lanes, block_requests;
  std::uint64_t outside = 0;  ///< loads of the counted blocks outside the matrix; in no other count

  /// For the launch, over all elements of the matrix.
  Missing launch_missing = Missing::kNothing;  ///< if not kNothing, the map and the totals are empty
  ElementMap map;
  ElementMap::Totals launch;
};

/// Those that the recording has a site for, and a request or a reason why not; loads first.
[[nodiscard]] std::vector<MatrixReuse> matrix_reuse(const format::Recording& recording);

}  // namespace gemmscope::analysis
