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

/// Whether it was found where that shared array has the matrix's elements, or, if the array has none of them, those of
/// others. Then that is drawn; otherwise what the comment says.
[[nodiscard]] bool has_found_layout(const Tiles& tiles, const SaidTile& said);

}  // namespace gemmscope::analysis
