// SPDX-License-Identifier: MIT
/// @file preset_words.h
/// Sizes for people: of matrices, and the tile sizes that a preset stands for, since its name alone says them to
/// nobody.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/table.h"

namespace gemmscope::session {

/// The parameters that a preset alone decides.
std::vector<std::pair<std::string, std::string>> tile_sizes(const kernels::KernelInfo& kernel, std::string_view preset);
/// "BM=128 BN=128 BK=16 WM=64 WN=64 ..."
std::string tile_sizes_in_words(const kernels::KernelInfo& kernel, std::string_view preset);

/// M, N and K with multiplication signs between them.
std::string size_in_words(std::uint32_t M, std::uint32_t N, std::uint32_t K);

}  // namespace gemmscope::session
