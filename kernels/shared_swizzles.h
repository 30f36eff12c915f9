// SPDX-License-Identifier: MIT
/// @file shared_swizzles.h
/// swizzleA_bits and swizzleB_bits of tile_layout.h as the table describes them.
#pragma once

#include "kernels/kernel_info.h"

namespace gemmscope::kernels {

constexpr Swizzle swizzle_of_As(int BK) { return {Swizzle::By::kRow, 2, 128 / BK > 4 ? 128 / BK : 4, 31}; }
inline constexpr Swizzle kSwizzleOfBs{Swizzle::By::kColumn, 5, 4, 4};

}  // namespace gemmscope::kernels
