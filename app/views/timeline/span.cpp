// SPDX-License-Identifier: MIT
#include "app/views/timeline/span.h"

#include <algorithm>
#include <cmath>

namespace gemmscope::views {
namespace {

using views::TimelineState;

TimelineState clamped(TimelineState state, double total) {
  state.shown = std::clamp(state.shown, std::min(kLeastShown, total), total);
  state.first = std::clamp(state.first, 0.0, total - state.shown);
  return state;
}

}  // namespace

TimelineState shown_part(const TimelineState& state, const analysis::KTileBand* band, std::uint32_t cursor,
                         double total) {
  TimelineState part = state;
  part.followed = cursor;
  if (state.shown > 0) {
    part = clamped(part, total);
    const bool left = cursor < part.first || cursor >= part.first + part.shown;
    if (left && cursor != state.followed) part.first = cursor - part.shown / 4;
  } else if (band != nullptr) {
    part.first = band->begin, part.shown = band->end - band->begin;
    if (part.shown > kLeastShown) return part;  // it may be longer than the cursor's warp
  }
  return clamped(part, total);
}

TimelineState zoomed(TimelineState shown, float notches, double share, double total) {
  const double under = shown.first + share * shown.shown;
  shown.shown = std::clamp(shown.shown * std::pow(0.8, notches), std::min(kLeastShown, total), total);
  shown.first = under - share * shown.shown;
  return clamped(shown, total);
}

TimelineState panned(TimelineState shown, float notches, double total) {
  shown.first -= notches * shown.shown / 8;
  return clamped(shown, total);
}

}  // namespace gemmscope::views
