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
  bool fixed_layout = true;  ///< as of results::KernelRate
  int registers = 0;         ///< per thread, of the build
  int resident_warps = 0;    ///< that a multiprocessor holds at once; 0: not known
};

/// The row's kernel, preset, layout and size in the first of `reports` that has them: only cubes are measured, with
/// alpha = 1 and beta = 0. Of a program: its product, with the same numbers and at the same sizes.
std::optional<Measured> measured(const Row& row, const std::vector<results::BenchReport>& reports);

/// resident() with the registers of the row's build at any size, if `report` (null: none) is of an H200 and has them;
/// else with those of the row.
analysis::Occupancy resident(const Row& row, const results::BenchReport* report);

}  // namespace gemmscope::sweep
