// SPDX-License-Identifier: MIT
/// @file preset_words.h
/// The tile sizes that a preset stands for: its name alone says them to nobody.
#pragma once

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

}  // namespace gemmscope::session
