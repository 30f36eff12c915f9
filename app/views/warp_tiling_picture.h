// SPDX-License-Identifier: MIT
/// @file warp_tiling_picture.h
/// What the warp-tiling view shows of a lane: which of its fragment registers the inner step has filled. No drawing.
#pragma once

#include <string>
#include <vector>

#include "app/session/session.h"
#include "tracing/analysis/warp_tiling.h"

namespace gemmscope::views {

/// A register of a fragment, as of the cursor.
enum class Entry : std::uint8_t { kEmpty, kLoaded, kNow };  ///< kNow: by the cursor's request

/// One lane's fragments of the cursor's inner step.
struct Fragments {
  std::vector<Entry> regM;  ///< WMITER x TM
  std::vector<Entry> regN;  ///< WNITER x TN

  static std::uint32_t filled(const std::vector<Entry>& registers);
};

/// From the recorded reads of As and Bs of this step, up to and with the cursor's request. All empty outside the inner
/// loop.
Fragments fragments_of(const session::Session& session, const analysis::WarpTiling& tiling, int lane);

/// The inner step (dotIdx) of the cursor; nullopt outside the inner loop.
std::optional<std::uint32_t> inner_step(const session::Session& session);

/// "Lane 9 owns 8 × 4 accumulators in each of 4 subtiles: 128."
std::string ownership_sentence(const analysis::WarpTiling& tiling, int lane);

}  // namespace gemmscope::views
