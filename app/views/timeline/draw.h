// SPDX-License-Identifier: MIT
/// @file draw.h
/// The pieces of the timeline's picture.
#pragma once

#include <string>
#include <vector>

#include "app/draw/canvas.h"
#include "app/session/actions.h"
#include "app/views/timeline/span.h"

namespace gemmscope::views {

inline constexpr float kTimelineLabels = 88;  ///< width of "warps 28-31" and "k-tile" at the left

/// The cursor's block by its Look's rule.
inline const analysis::Timeline& timeline_of(const session::Look& look) { return look.loaded->timeline(look.rule); }

/// How many times its ideal the worst request of a column costs: of a shared one its n-way, of a global one sectors for
/// each ideal one, rounded down. 0: nothing but global requests at their ideal.
int worst_factor(const analysis::TimelineColumn& column);
/// The colour for worst_factor(), or for a request that faults because of its addresses.
draw::Colour column_colour(const draw::Canvas& canvas, const analysis::TimelineColumn& column);

/// The k-tile that the cursor is in, as its warp numbers requests; nullptr where that makes none.
const analysis::KTileBand* band_here(const session::Look& look);
/// The same k-tile as `warp` of the cursor's block numbers them; nullptr where that makes none in it.
const analysis::KTileBand* band_in(const session::Look& look, std::uint32_t warp);

/// `span`, which is the cursor's warp's, as `warp` has it. As long as one k-tile is shown, it begins at the left in
/// every warp, and nothing of the next is shown: beyond an edge of a matrix warps make fewer requests, and their
/// numbers do not agree.
Span span_of(const session::Look& look, const Span& span, std::uint32_t warp);

/// Consecutive warps.
struct Warps {
  std::uint32_t first = 0, count = 1;
};

/// The requests of `warps` as columns, the worst of all; and under them, where there is room and it is a single one,
/// the colour of the matrix each works for. Below hang, unless `baseline` is null, the columns of what it does there.
void draw_warp_columns(draw::Canvas& canvas, const session::Look& look, const session::Look* baseline, const Span& span,
                       draw::Rect row, Warps warps);

/// A place of the chosen finding in the cursor's block.
struct Flag {
  std::uint32_t warp = 0;
  double request = 0;  ///< of the warp; half a request less: between it and the one before
  std::string says;    ///< "finding, warp 1, request 29 (here)", "thread 0 has ended"
};

/// The finding's accesses. Of threads that should meet at a barrier: where each stands. Empty: none in this block.
std::vector<Flag> flags_of(const session::Look& look);

/// A flag over `request` in its warp's `row`; at an edge, pointing out, if it is not in sight. The second is hollow.
void draw_flag(draw::Canvas& canvas, const Span& span, draw::Rect row, double request, bool filled);
/// "Flag: finding, warp 1, request 29 (here); hollow: other access, warp 0, request 2". Empty: no flag.
std::string flags_text(const session::Look& look);

/// The barriers of the cursor's warp, unless they stand too close to be told apart.
void draw_barriers(draw::Canvas& canvas, const session::Look& look, const Span& span);

/// Every k-tile of the cursor's warp with its worst conflict. Click or drag: go there.
void draw_k_tiles(draw::Canvas& canvas, const session::Look& look, session::Actions& actions, draw::Rect row);

}  // namespace gemmscope::views
