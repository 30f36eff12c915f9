// SPDX-License-Identifier: MIT
/// @file view_state.h
/// What single views remember: one struct with defaults, one member per view.
#pragma once

#include <cstdint>
#include <optional>

#include "tracing/analysis/registers.h"

namespace gemmscope::session {

struct SourceState {
  bool whole = false;         ///< all lines instead of those that touch memory and the loops around them
  float scroll = 0;           ///< rows above the first one shown
  std::uint32_t left_at = 0;  ///< the line that was current when the wheel was turned: it may go out of sight; 0: none
  friend bool operator==(const SourceState&, const SourceState&) = default;
};

struct TimelineState {
  double first = 0;            ///< request at the left edge
  double shown = 0;            ///< requests across the width; 0 = the cursor's k-tile
  std::uint32_t followed = 0;  ///< the cursor's request it was last moved to; looking elsewhere must not be undone
  friend bool operator==(const TimelineState&, const TimelineState&) = default;
};

struct LanesState {
  int sort_by = 0;  ///< column
  bool descending = false;
  float first = 0;    ///< row at the top
  int followed = -1;  ///< the lane it was last scrolled to
  friend bool operator==(const LanesState&, const LanesState&) = default;
};

struct HeatmapState {
  int tab = 0;         ///< site x bank, shared cells, source lines
  bool excess = true;  ///< what conflicts cost, instead of all wavefronts
  friend bool operator==(const HeatmapState&, const HeatmapState&) = default;
};

struct SharedState {
  int tile = 0;        ///< 0 = the tile of the current request, 1 = As, 2 = Bs
  bool whole = false;  ///< all lines of the tile instead of those the request touches
  friend bool operator==(const SharedState&, const SharedState&) = default;
};

struct PerformanceState {
  int tab = 0;     ///< where there is no room for both: by size, by layout
  int report = 0;  ///< which device's, in the order of Look::reports
  friend bool operator==(const PerformanceState&, const PerformanceState&) = default;
};

struct RegistersState {
  analysis::FfmaOrder order = analysis::FfmaOrder::kSwirlZigzag;
  int depth = 2;     ///< registers that an operand slot keeps, 0 to 3
  int position = 0;  ///< which multiply-add of a step, 0 to 63; people count from 1
  friend bool operator==(const RegistersState&, const RegistersState&) = default;
};

struct CheckState {
  std::uint32_t faults = 0;             ///< shown: a bit for each analysis::Fault; 0 = all
  std::optional<std::size_t> chosen;    ///< of Loaded::check.findings
  float first = 0;                      ///< row at the top
  std::optional<std::size_t> followed;  ///< the finding it was last scrolled to
  friend bool operator==(const CheckState&, const CheckState&) = default;
};

struct ViewState {
  SourceState source;
  TimelineState timeline;
  LanesState lanes;
  HeatmapState heatmap;
  SharedState shared;
  PerformanceState performance;
  RegistersState registers;
  CheckState check;
  friend bool operator==(const ViewState&, const ViewState&) = default;
};

}  // namespace gemmscope::session
