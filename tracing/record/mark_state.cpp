// SPDX-License-Identifier: MIT
#include "tracing/record/mark_state.h"

namespace gemmscope::record {

void apply_marker(MarkState& state, LogKey key, std::uint32_t value) {
  const bool is_position =
      key == marker_key(Marker::kKTile) || key == marker_key(Marker::kStep) || key == marker_key(Marker::kPhase);
  if (!is_position) return;
  if (key == marker_key(Marker::kStep)) {
    state.step = value;
    return;
  }
  if (key == marker_key(Marker::kKTile)) state.k_tile = value;
  if (key == marker_key(Marker::kPhase)) state.phase = value;
  state.step = format::kNoStep;  // a new k-tile or phase leaves the inner loop
}

}  // namespace gemmscope::record
