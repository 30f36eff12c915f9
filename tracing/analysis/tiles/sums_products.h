// SPDX-License-Identifier: MIT
/// @file sums_products.h
/// What tells a kernel that multiplies two matrices from others that load like one.
#pragma once

#include "tracing/format/recording.h"

namespace gemmscope::analysis {

/// Whether the kernel's PTX adds products of two different numbers that it loads (fma, mad); they may be moved or
/// converted between. A kernel of distances, or of the largest product, loads like a matrix product and does not.
/// False, too, if the PTX is not known, or cannot be read.
///
/// Limits  A register that once holds a loaded number counts as one in the whole kernel. Called functions are not
///         looked at.
[[nodiscard]] bool sums_products(const format::Recording& recording);

/// Whether it multiplies two different numbers that it loads, whatever becomes of the products; or it has matrix
/// instructions. With the limits of sums_products().
[[nodiscard]] bool multiplies_loaded(const format::Recording& recording);

/// Whether the kernel's PTX multiplies two numbers that are loaded or computed from loaded ones, as every matrix
/// product does in some way. True, too, if this is not known: without PTX, or if the kernel calls functions.
[[nodiscard]] bool may_multiply(const format::Recording& recording);

}  // namespace gemmscope::analysis
