// SPDX-License-Identifier: MIT
/// @file measured_limits.h
/// What limits a kernel on the GPU that was measured.
#pragma once

#include "app/results/bench_report.h"
#include "tracing/analysis/roofline.h"

namespace gemmscope::session {

/// How many registers a thread of a program's kernel has where ptxas compiles its PTX for an H200. nullopt: there is no
/// ptxas, or it cannot. Cost: a tenth of a second.
[[nodiscard]] std::optional<std::uint32_t> registers_of_program(const format::Recording& recording);

/// The GPU that `report` is of: SMs, lanes and clock from its peak; bandwidths too if it is one that analysis/machine.h
/// has. An H200 without a report (null) or without a peak. Refers to `report`.
[[nodiscard]] analysis::Machine machine_of(const results::BenchReport* report);

struct MeasuredLimits {
  analysis::Machine machine;  ///< its lanes, and so its peak, are of the numbers that the kernel multiplies, if known
  analysis::Limits limits;

  analysis::RooflinePoint point(const format::Recording& recording) const;
};

/// `report`: whose GPU; null: an H200. Registers, for the resident warps, are those that the ptxas here needs for the
/// PTX, if there is one.
[[nodiscard]] MeasuredLimits measured_limits(const format::Recording& recording, const analysis::CostTable& costs,
                                             analysis::ConflictModel rule, const results::BenchReport* report);

}  // namespace gemmscope::session
