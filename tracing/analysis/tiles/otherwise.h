// SPDX-License-Identifier: MIT
/// @file otherwise.h
/// Where a product, or the layout of a shared array, is not the one that a comment of the source says.
#pragma once

#include <string>

#include "tracing/analysis/tiles/tiles.h"

namespace gemmscope::analysis {

/// What threads do instead of what `said` says, as in "threads use them as in C = A^T * B"; empty: it is as said, or
/// the two cannot be compared.
[[nodiscard]] std::string otherwise(const format::Recording& recording, const Product& product, const SaidRoles& said);

/// Whether a layout was found for the matrix in that shared array or, if the array holds none of it, for what it holds.
/// If so, views draw that layout; otherwise they draw what the comment says.
[[nodiscard]] bool has_found_layout(const Tiles& tiles, const SaidTile& said);

}  // namespace gemmscope::analysis
