// SPDX-License-Identifier: MIT
/// @file touched.h
/// What the lanes of the current request touch: bytes, banks, shared cells and matrix elements, in step.
#pragma once

#include <vector>

#include "app/session/session.h"

namespace gemmscope::session {

/// One element of a lane's access.
struct Touched {
  std::uint32_t byte = 0;              ///< of the block's shared memory, or from the tensor's first element
  std::optional<analysis::Cell> cell;  ///< in shared memory: the one accessed, or where the copy puts the element
  std::optional<Element> element;      ///< in A, B or C: the one accessed, or the one the cell holds
  std::optional<Element> belongs{};    ///< instead of `element`: what the cell is for, but the lane never loaded it
};

/// The elements of `lane`'s access, in order of address: four for a float4. Empty for an inactive lane.
///
/// A shared access knows its cell; the element follows from the block and the request's k-tile, and of a store also
/// from what its lane loaded. A global access knows its element; the cell is where this block keeps it in this k-tile.
std::vector<Touched> touched(const Look& look, int lane);

/// The lane of the current request that touches `cell` (of a shared tile) or `element` (of a matrix); the lowest if
/// several share it; nullopt if none does.
std::optional<int> lane_touching_cell(const Look& look, const Element& cell);
std::optional<int> lane_touching_element(const Look& look, const Element& element);

/// The lanes of the current request that ask `bank` for something, as a mask; 0 for global memory.
std::uint32_t lanes_of_bank(const Look& look, std::uint32_t bank);

/// Sets lane, cell and element of `selected` from its anchor and the current request; line and site from each other.
void resolve(const Look& look, Selected& selected);

}  // namespace gemmscope::session
