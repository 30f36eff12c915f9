// SPDX-License-Identifier: MIT
/// @file h200_requests.h
/// The 544 warp requests measured on an H200 (tests/data/h200_requests.csv; its head explains the columns).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tracing/analysis/warp_access.h"

namespace gemmscope::analysis::testing {

struct MeasuredRequest {
  std::string name;
  bool global = false;
  WarpAccess access;
  std::optional<int> wavefronts, conflicts, sectors;  ///< hardware counters per instruction; shared, shared, global
  double cycles = 0;                                  ///< clock64 throughput, 16 warps
};

/// Reads the file. An unreadable file or row is a test failure and gives fewer rows.
std::vector<MeasuredRequest> h200_requests();

}  // namespace gemmscope::analysis::testing
