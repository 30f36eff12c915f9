// SPDX-License-Identifier: MIT
/// @file room.h
/// What arrays have room for, and which numbers a kernel is given: what tells how large a product should be, where a
/// launch leaves some of it out.
#pragma once

#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "tracing/analysis/tiles/product_matrix.h"

namespace gemmscope::analysis {

/// How many rows, or columns, an array has room for.
struct Room {
  std::uint32_t size = 0;
  bool is_pitch = false;  ///< so long is a row in memory, which may be longer than what is multiplied
};
[[nodiscard]] Room room_for_rows(const format::Recording& recording, const ProductMatrix& as);
[[nodiscard]] Room room_for_columns(const format::Recording& recording, const ProductMatrix& as);

/// Arguments of the kernel that are whole numbers, in their order.
[[nodiscard]] std::vector<std::pair<std::string_view, std::uint32_t>> named_arguments(
    const format::Recording& recording);
[[nodiscard]] std::vector<std::uint32_t> scalar_arguments(const format::Recording& recording);

/// Whole numbers that may be sizes: none is called like the length of a row in memory (`lda`, `pitch`), or like a scale
/// (`alpha`, `beta`).
struct SizeNumbers {
  explicit SizeNumbers(const format::Recording& recording);
  std::multiset<std::uint32_t> given;  ///< arguments of the kernel
  std::set<std::uint32_t> named;       ///< by its source: cxx::knobs_of()
};

}  // namespace gemmscope::analysis
