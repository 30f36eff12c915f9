// SPDX-License-Identifier: MIT
/// @file otherwise.h
/// Where a product is not the one that a comment of the source says.
#pragma once

#include <string>

#include "tracing/analysis/tiles/product.h"

namespace gemmscope::analysis {

/// What threads do instead of what `said` says, as in "threads use them as in C = A^T * B"; empty: it is as said, or
/// the two cannot be compared.
[[nodiscard]] std::string otherwise(const format::Recording& recording, const Product& product, const SaidRoles& said);

}  // namespace gemmscope::analysis
