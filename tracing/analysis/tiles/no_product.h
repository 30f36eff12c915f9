// SPDX-License-Identifier: MIT
/// @file no_product.h
/// Why no matrix product is found in a kernel, as far as that is easy to see.
#pragma once

#include <string>

#include "tracing/format/recording.h"

namespace gemmscope::analysis {

/// "the kernel stores to no array in global memory"; empty: the reason is not known. tiles_of() must find nothing.
///
/// Cost: with shared memory, as consumption_of() of one block.
[[nodiscard]] std::string why_no_product(const format::Recording& recording);

}  // namespace gemmscope::analysis
