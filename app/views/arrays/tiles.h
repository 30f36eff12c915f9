// SPDX-License-Identifier: MIT
/// @file tiles.h
/// What Arrays shows of a product: how far along K the cursor's block is, and what it has moved so far. No drawing.
#pragma once

#include <vector>

#include "app/session/look.h"

namespace gemmscope::views {

/// kNotLoaded: nothing of its part of A, or of B, is ever loaded.
enum class TileState : std::uint8_t { kUsed, kCurrent, kToCome, kNotLoaded };

/// What no request of a block loads of its rows of A and its columns of B, over all of K: in rectangles that do not
/// overlap.
struct NeverLoaded {
  std::vector<analysis::Rect> A, B;
};
/// What the cursor's block never loads, as far as it is recorded. Empty if the check finds nothing missing.
NeverLoaded never_loaded(const session::Look& look);

/// What is in both.
analysis::Rect common(const analysis::Rect& one, const analysis::Rect& other);

enum class Share : std::uint8_t { kAll, kSome, kNone };
/// How much of `tile` the block loads, given what it does not, of `matrix`.
Share share_loaded(const std::vector<analysis::Rect>& never, const analysis::Rect& tile, const analysis::Rect& matrix);

/// State of each k-tile as seen from the cursor: one per k-tile. In the write-back none is current.
std::vector<TileState> tile_states(const session::Look& look, const NeverLoaded& never);

}  // namespace gemmscope::views
