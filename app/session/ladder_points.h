// SPDX-License-Identifier: MIT
/// @file ladder_points.h
/// All kernels under one roofline: what the model says of each, and beside it what a GPU report has.
#pragma once

#include <functional>
#include <vector>

#include "app/session/measured_limits.h"

namespace gemmscope::session {

inline constexpr std::uint32_t kLadderSize = 4096;  ///< M = N = K: of published figures, and measured of all kernels

/// Every preset of every kernel of the ladder at its default layout, M = N = K = `size`: one k-tile of one block,
/// recorded on the emulator. Without those of which that does not stand for the whole launch (Limits::missing).
/// `measured` is there where `report`, which may be null, has that rate. `stop`, asked before each recording, ends
/// early.
///
/// Cost     about half a second on one core: not for the thread that draws.
[[nodiscard]] std::vector<analysis::RooflinePoint> ladder_points(
    const results::BenchReport* report, analysis::ConflictModel rule = analysis::ConflictModel::kFused,
    std::uint32_t size = kLadderSize, const std::function<bool()>& stop = {});

}  // namespace gemmscope::session
