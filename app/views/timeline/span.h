// SPDX-License-Identifier: MIT
/// @file span.h
/// Which requests the timeline shows: following the cursor, zooming, moving. Pure data.
#pragma once

#include <limits>

#include "app/draw/geometry.h"
#include "app/session/view_state.h"
#include "tracing/analysis/timeline.h"

namespace gemmscope::views {

inline constexpr double kLeastShown = 8;  ///< requests

/// What `state` shows of `total` requests while the cursor is on request `cursor` of k-tile `band` (nullptr: none):
/// that k-tile, or what was zoomed to. This is moved when the cursor has left it since the last look; the caller that
/// draws must keep the result's `first` and `followed`, or a click during the move would be off.
views::TimelineState shown_part(const views::TimelineState& state, const analysis::KTileBand* band,
                                std::uint32_t cursor, double total);

/// `shown` after the wheel turned by `notches` over `share` (0 to 1) of the width: the request there stays there.
views::TimelineState zoomed(views::TimelineState shown, float notches, double share, double total);
/// The same, moved along; up is back.
views::TimelineState panned(views::TimelineState shown, float notches, double total);

/// The requests between the left and the right edge of `area`.
struct Span {
  double first = 0, shown = 1;
  draw::Rect area;
  double limit = std::numeric_limits<double>::infinity();  ///< from here on requests are of another k-tile: not drawn

  float x(double request) const { return area.x + static_cast<float>((request - first) / shown) * area.width; }
  double request(float x) const { return first + (x - area.x) / area.width * shown; }
  float column() const { return static_cast<float>(area.width / shown); }
  double end() const { return first + shown; }
};

}  // namespace gemmscope::views
