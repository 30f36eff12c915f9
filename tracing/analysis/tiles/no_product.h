// SPDX-License-Identifier: MIT
/// @file no_product.h
/// Why no matrix product is found in a kernel, as far as that is easy to see.
#pragma once

#include <string>

#include "tracing/format/recording.h"

namespace gemmscope::analysis {

/// Of a recording in which tiles_of() finds none: "it stores to no array in global memory"; empty: it is not known.
[[nodiscard]] std::string why_no_product(const format::Recording& recording);

}  // namespace gemmscope::analysis
