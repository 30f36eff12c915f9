// SPDX-License-Identifier: MIT
/// @file scale_origin.h
/// Where a kernel has a factor from that is none of its parameters.
#pragma once

#include <string>

#include "tracing/analysis/values/numbers.h"
#include "tracing/format/recording.h"

namespace gemmscope::analysis {

/// A number that was solved for, and what in the kernel is that number.
struct ScaleOrigin {
  double value = 0;  ///< exactly
  std::string text;  ///< "a constant in its code", "scale[0]", "1 / √K"; empty: nothing is
};

/// `value`: is exact to the relative error `error`. A constant of the kernel's PTX, an element of an array of at most
/// 64 bytes, 1 / p or 1 / √p of a parameter, the product or quotient of two.
[[nodiscard]] ScaleOrigin scale_origin(double value, double error, const format::Recording& recording,
                                       const format::KeptMemory& memory);

}  // namespace gemmscope::analysis
