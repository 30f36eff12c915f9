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
  const results::KernelRate* rate = nullptr;     ///< GFLOP/s; registers and resident warps of the build
};

/// The row's kernel, preset, layout and size in the first of `reports` that has them. Only cubes are measured, with
/// alpha = 1 and beta = 0.
std::optional<Measured> measured(const Row& row, const std::vector<results::BenchReport>& reports);

/// resident() with the registers of the row's build at any size, if `report` (null: none) is of an H200 and has them.
analysis::Occupancy resident(const Row& row, const results::BenchReport* report);

}  // namespace gemmscope::sweep
