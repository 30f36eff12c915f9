// SPDX-License-Identifier: MIT
/// @file measured.h
/// What was measured of a setting on a GPU, if anything was.
#pragma once

#include <optional>
#include <vector>

#include "app/results/bench_report.h"
#include "app/sweep/row.h"

namespace gemmscope::sweep {

/// Both are in the reports.
struct Measured {
  const results::BenchReport* report = nullptr;  ///< device, driver, date
  const results::Median* rate = nullptr;
  int registers = 0;       ///< per thread, of the build
  int resident_warps = 0;  ///< that a multiprocessor holds at once; 0: not known
};

/// The row's product at the same sizes, in the first of `reports` that has its code.
std::optional<Measured> measured(const Row& row, const std::vector<results::BenchReport>& reports);

}  // namespace gemmscope::sweep
