// SPDX-License-Identifier: MIT
/// @file path.h
/// The way of what is followed, from global memory to C: its stations, and its marks, the same in every view. What is
/// still to come is dashed; the mark of the use at the cursor is larger, and moves from the use before.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/draw/canvas.h"
#include "app/session/look.h"

namespace gemmscope::views {

/// All uses of one kind.
struct Station {
  analysis::UseKind kind = analysis::UseKind::kGlobalLoad;
  std::size_t use = 0;  ///< the first, an index into Life::uses
  std::string text;     ///< "A[3][5]", "As[5][3]", "8 lanes of warps 0 and 1", "128 multiply-adds", "C[3][0..127]"
};
/// In the order of time; none of what is not recorded.
std::vector<Station> stations_of(const format::Recording& recording, const analysis::Life& life);
/// Whether other blocks load what is followed, too: of A those in its row of blocks, of B those in its column.
bool other_blocks_use(const format::Recording& recording, const analysis::Life& life);
/// The id of the view that shows uses of that kind.
const char* stage_of(analysis::UseKind kind);

/// Whether the cursor is at the first use of that kind, or past it. False where there is none.
bool reached(const session::Look& look, analysis::UseKind kind);
/// Whether `lane` does what the request at the cursor does with what is followed.
bool uses_now(const session::Look& look, int lane);

/// A small mark in the upper right corner of `chip`, which is a lane's that uses it now.
void mark_lane(draw::Canvas& canvas, draw::Rect chip);
/// The element's mark, in the middle of `place`.
void mark_followed(draw::Canvas& canvas, draw::Rect place);
/// Around elements of C to whose sums it is added; dashed before they are `reached`.
void mark_sums(draw::Canvas& canvas, draw::Rect place, bool reached);
/// From one of its places to the next; dashed before that is `reached`.
void draw_way(draw::Canvas& canvas, draw::Rect from, draw::Rect to, bool reached);

/// Where a view shows a use; nullopt if it does not.
using PlaceOf = std::function<std::optional<draw::Rect>(const analysis::Use&)>;
/// The mark of the use at the cursor, on its way from the view's last place before.
void draw_use(draw::Canvas& canvas, const session::Look& look, const PlaceOf& place_of);

}  // namespace gemmscope::views
