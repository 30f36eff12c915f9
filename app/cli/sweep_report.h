// SPDX-License-Identifier: MIT
/// @file sweep_report.h
/// What `gemmscope sweep` says of the settings it went through, in three forms.
#pragma once

#include <string>
#include <vector>

#include "app/results/bench_report.h"
#include "app/sweep/row.h"
#include "tracing/analysis/occupancy.h"

namespace gemmscope::cli {

struct SweepReport {
  record::RecordRequest base;     ///< what all settings share
  std::vector<std::string> over;  ///< what was swept, as --over takes it
  std::vector<sweep::Row> rows;
  analysis::ConflictModel rule = analysis::ConflictModel::kFused;
  results::Reports results;  ///< where measured rates come from

  std::size_t count(sweep::State state) const;
};

std::string sweep_text(const SweepReport& report);  ///< a table with a chart
std::string sweep_json(const SweepReport& report);  ///< docs/sweep.md describes it
std::string sweep_csv(const SweepReport& report);   ///< one line for each setting, each complete in itself

}  // namespace gemmscope::cli
