// SPDX-License-Identifier: MIT
/// @file correspond.h
/// The same place in another recording: of another padding, another kernel, a kernel and its deliberately broken twin.
#pragma once

#include "app/session/look.h"

namespace gemmscope::session {

/// Where `to` makes the request that `from` is at: the same block, warp, k-tile, line (or, where the source is another
/// one, the same site) and inner step, and among those the same occurrence, or the last there is. Where it makes none,
/// the first of that site in the k-tile, else the k-tile's first. Where the tiles of one are not known, the same
/// occurrence of the site in the warp. Cost: one k-tile's requests, or the warp's. `from` must be at a
/// request; `to` must have a block.
Cursor correspond(const Look& from, const Loaded& to);

/// What is picked out of `from`, of `to`: cells and elements by their tensors' names, sites by theirs. Those that `to`
/// has not are left out.
Selected correspond(const Selected& selected, const format::Recording& from, const format::Recording& to);

/// What is followed in `from`, of `to`: an element, or, of the same kernel, a cell. A register is not carried over,
/// since its lane loads something else there.
std::optional<analysis::Followed> correspond(const std::optional<analysis::Followed>& followed,
                                             const format::Recording& from, const format::Recording& to);

}  // namespace gemmscope::session
