// SPDX-License-Identifier: MIT
/// @file own_tensors.h
/// A tensor for each tile in shared memory, also where a kernel has several tiles in one array.
#pragma once

#include <string>
#include <vector>

#include "tracing/analysis/tiles/shared_tile.h"

namespace gemmscope::analysis {

/// Appends a tensor for each of `tiles` that shares its array with another, called "smem+8192" by the byte in its array
/// at which it begins. Requests to it get sites of that tensor, new ones if other requests of their line access another
/// tile; SharedTile::shared is that tensor.
///
/// Returns  why this cannot be: a request accesses several of them; empty if it is done.
[[nodiscard]] std::string give_own_tensors(format::Recording& recording, std::vector<SharedTile>& tiles);

}  // namespace gemmscope::analysis
