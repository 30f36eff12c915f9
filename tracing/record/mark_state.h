// SPDX-License-Identifier: MIT
/// @file mark_state.h
/// Where a warp is in its kernel, from the markers in its log.
#pragma once

#include <cstdint>

#include "tracing/format/recording.h"
#include "tracing/record/log_entry.h"

namespace gemmscope::record {

/// What the markers have said so far.
struct MarkState {
  std::uint32_t k_tile = 0;  ///< kEpilogueValue after the main loop
  std::uint32_t step = format::kNoStep;
  std::uint32_t phase = 0;
  friend bool operator==(const MarkState&, const MarkState&) = default;
};

/// Takes in one marker; `value` absolute.
void apply_marker(MarkState& state, LogKey key, std::uint32_t value);

}  // namespace gemmscope::record
