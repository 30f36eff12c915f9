// SPDX-License-Identifier: MIT
/// @file place_name.h
/// How elements and cells are named: A[3][5]; x[5] of an array that nobody gave rows.
#pragma once

#include <string>

#include "tracing/format/recording.h"

namespace gemmscope::format {

/// Whether the array has rows: those of the ladder's kernels have, others if somebody said or guessed them.
inline bool has_rows(const Recording& r, std::uint16_t tensor) {
  return r.is_gemm() || r.tensors[tensor].layout.rows != 1;
}

/// `row` and `column`: numbers or ranges.
inline std::string place_name(const Recording& r, std::uint16_t tensor, const std::string& row,
                              const std::string& column) {
  return r.tensors[tensor].name + (has_rows(r, tensor) ? "[" + row + "]" : "") + "[" + column + "]";
}

}  // namespace gemmscope::format
