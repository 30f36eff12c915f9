// SPDX-License-Identifier: MIT
/// @file measured_limits.h
/// What limits a kernel, and the rate that a GPU report has of it.
#pragma once

#include "app/results/bench_report.h"
#include "tracing/analysis/roofline.h"

namespace gemmscope::session {

/// The parameters that differ from their defaults, as `record --set` takes them: "PA=4 PB=4"; tile sizes are in the
/// preset's name.
std::string layout_of(const format::Recording& recording);

/// How many registers a thread of a program's kernel has where ptxas compiles its PTX for an H200. nullopt: there is no
/// ptxas, or it cannot. Cost: a tenth of a second.
[[nodiscard]] std::optional<std::uint32_t> registers_of_program(const format::Recording& recording);

/// The GPU that `report` is of: SMs, lanes and clock from its peak; bandwidths too if it is one that analysis/machine.h
/// has. An H200 without a report (null) or without a peak. Refers to `report`.
[[nodiscard]] analysis::Machine machine_of(const results::BenchReport* report);

/// Pointers are into `report`.
struct MeasuredLimits {
  analysis::Machine machine;
  analysis::Limits limits;
  const results::BenchReport* report = nullptr;  ///< null: there is none
  const results::KernelRate* rate = nullptr;     ///< of this kernel, preset, layout and size; null: not measured

  /// Measured rate over that of the bound. nullopt without either.
  std::optional<double> reached() const;
  analysis::RooflinePoint point(const format::Recording& recording) const;
};

/// Registers, for the resident warps, are those of the report's build with this layout, at whatever size; of a program,
/// those that the ptxas here needs for its PTX, if there is one.
[[nodiscard]] MeasuredLimits measured_limits(const format::Recording& recording, const analysis::CostTable& costs,
                                             analysis::ConflictModel rule, const results::BenchReport* report);

}  // namespace gemmscope::session
