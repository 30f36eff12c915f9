// SPDX-License-Identifier: MIT
/// @file plan.h
/// From what is to be swept to its settings, in order, each checked but not yet recorded.
#pragma once

#include <span>
#include <vector>

#include "app/sweep/axes.h"
#include "app/sweep/row.h"

namespace gemmscope::sweep {

inline constexpr std::size_t kMostSettings = 100'000;

/// The combinations of each of `sweeps`, one sweep after the other; a setting that comes up again is left out. Of
/// `base`, everything that no axis names stays as it is. Where it leaves the blocks open, each setting has the fewest
/// that the whole launch can be computed from: one of each kind (analysis/launch.h).
///
/// Returns  kWaiting rows, and kFaults or kRefused ones for what the kernel cannot have.
/// Errors   kUsage if an axis names what `base` already sets, if there are more than kMostSettings, or if no setting is
///          possible, all for the same reason: then that.
Result<std::vector<Row>> plan(const record::RecordRequest& base, std::span<const Axes> sweeps);

}  // namespace gemmscope::sweep
