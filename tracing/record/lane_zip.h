// SPDX-License-Identifier: MIT
/// @file lane_zip.h
/// Puts the logs of a warp's lanes back together: which entries were one request?
#pragma once

#include <span>
#include <vector>

#include "tracing/record/log_entry.h"

namespace gemmscope::record {

/// The log of each lane of one warp over one barrier interval.
using LaneLogs = std::span<const std::span<const LogEntry>>;

/// True if all lanes logged the same keys: then entry i of every lane is one request, and nothing needs zipping.
bool is_aligned(LaneLogs lanes);

/// Aligns logs that differ because lanes took different paths.
///
/// Rule     take the smallest key (the earliest line) among the lanes' next entries; the lanes whose next entry has it
///          form one request. Markers hold: a lane that has reached one waits until every lane has, so that iterations
///          of a loop do not mix.
/// Returns  one log per lane, all of equal length; a lane that takes no part in a request has kInactiveAddress there.
/// Limits   a guarded access that is alone in a loop without a marker is zipped with other iterations of itself.
std::vector<std::vector<LogEntry>> zip_lanes(LaneLogs lanes);

}  // namespace gemmscope::record
