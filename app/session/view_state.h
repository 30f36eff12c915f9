// SPDX-License-Identifier: MIT
/// @file view_state.h
/// What all views remember. A view's state.h, in its folder, has the struct, with defaults, and says what a link holds
/// of it and what it shares with a baseline; a view that remembers something has a row in each of the two lists here.
#pragma once

#include <tuple>

#include "app/views/check/state.h"
#include "app/views/heatmap/state.h"
#include "app/views/lanes/state.h"
#include "app/views/limits/state.h"
#include "app/views/performance/state.h"
#include "app/views/registers/state.h"
#include "app/views/reuse/state.h"
#include "app/views/shared/state.h"
#include "app/views/source/state.h"
#include "app/views/timeline/state.h"

namespace gemmscope::session {

struct ViewState {
  views::SharedState shared;
  views::SourceState source;
  views::LanesState lanes;
  views::HeatmapState heatmap;
  views::PerformanceState performance;
  views::RegistersState registers;
  views::CheckState check;
  views::TimelineState timeline;
  views::LimitsState limits;
  views::ReuseState reuse;
  friend bool operator==(const ViewState&, const ViewState&) = default;
};

/// In the order in which links name them.
inline constexpr std::tuple kViewStates{
    &ViewState::shared,    &ViewState::source, &ViewState::lanes,    &ViewState::heatmap, &ViewState::performance,
    &ViewState::registers, &ViewState::check,  &ViewState::timeline, &ViewState::limits,  &ViewState::reuse};

/// Takes over what people choose in single views; where these are scrolled to depends on each recording.
inline void share_choices(const ViewState& from, ViewState& to) {
  std::apply([&](auto... member) { ((to.*member).share(from.*member), ...); }, kViewStates);
}

}  // namespace gemmscope::session
