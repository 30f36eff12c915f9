// SPDX-License-Identifier: MIT
/// @file size_names.h
/// Which of two sizes is the length of a row, as far as their names say: width, not height.
#pragma once

#include <string_view>

namespace gemmscope::analysis {

/// Above 0: `columns` is called as the length of a row is (width, cols, nx), or `rows` as the number of rows is, or
/// both are letters in the order of a convention (M, K, N; B, T, C; N, C, H, W). Below 0: the other way round.
[[nodiscard]] int likeness_of_sizes(std::string_view rows, std::string_view columns);

}  // namespace gemmscope::analysis
