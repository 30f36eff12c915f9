// SPDX-License-Identifier: MIT
/// @file emulator.h
/// Runs and records kernels on the CPU: no GPU, driver or permission needed.
///
/// Tile sizes that are not compiled in are compiled first (on_demand.h), which takes seconds once.
///
/// Emulated time says nothing about a GPU and is never shown as performance.
#pragma once

#include "kernels/reference.h"
#include "tracing/format/result.h"
#include "tracing/record/plan.h"

namespace gemmscope::simt {

/// Runs the traced build of the selected blocks on all host cores and records what was selected.
/// Errors  kUsage: as make_plan, or stopped by `progress`. kNoSpace: not enough memory. kNoDevice: a CPU without FMA,
/// or
///         no compiler for tile sizes that need one.
Result<format::Recording> record(const record::RecordRequest& request, const record::Progress& progress = {});

/// Runs the plain build of the whole grid on `data`; C is replaced by the result.
Result<void> run_plain(const record::Plan& plan, kernels::GemmData& data);

/// The same with the traced build, recording nothing of it: its results must be those of the plain one.
Result<void> run_traced(const record::Plan& plan, kernels::GemmData& data);

}  // namespace gemmscope::simt
