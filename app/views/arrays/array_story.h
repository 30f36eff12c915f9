// SPDX-License-Identifier: MIT
/// @file array_story.h
#pragma once

#include <string>

#include "app/session/look.h"
#include "tracing/analysis/array_grid.h"

namespace gemmscope::views {

/// About a cell of array `tensor`: which elements, where in memory, and which requests of the block touch them, when.
std::string array_story(const session::Look& look, std::uint16_t tensor, const analysis::ArrayGrid& grid,
                        std::uint32_t cell);

}  // namespace gemmscope::views
