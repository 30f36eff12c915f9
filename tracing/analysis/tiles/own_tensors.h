// SPDX-License-Identifier: MIT
/// @file own_tensors.h
/// A tensor for each tile in shared memory, also where a kernel has several tiles in one array.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tracing/analysis/tiles/shared_tile.h"

namespace gemmscope::analysis {

/// Rows of templates, by template.
using TemplateRows = std::map<std::uint32_t, std::vector<bool>>;

/// Appends a tensor for each of `tiles` that shares its array with another, or with `others`, called "smem+8192" by the
/// byte in its array at which it begins. Requests to it get sites of that tensor, new ones if other requests of their
/// line access another tile; SharedTile::shared is that tensor. `others`: requests that access no tile, whatever their
/// addresses.
///
/// Returns  why this cannot be: a request accesses several of them; empty if it is done.
[[nodiscard]] std::string give_own_tensors(format::Recording& recording, std::vector<SharedTile>& tiles,
                                           const TemplateRows& others);

}  // namespace gemmscope::analysis
