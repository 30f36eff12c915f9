// SPDX-License-Identifier: MIT
/// @file studied.h
/// What takes too long to be worked out for every recording, and is once a view asks for it; see studying.h.
#pragma once

#include <memory>

#include "app/session/ladder_points.h"
#include "app/session/loaded.h"

namespace gemmscope::session {

/// Of one recording, counted by one rule, beside one GPU report.
struct Studied {
  LoadedPtr loaded;
  analysis::ConflictModel rule = analysis::ConflictModel::kFused;
  results::Reports reports;                      ///< keep `report`
  const results::BenchReport* report = nullptr;  ///< null: there is none

  // Null until somebody asks.
  std::shared_ptr<const analysis::Reuse> reuse;
  std::shared_ptr<const MeasuredLimits> limits;
};

/// All kernels under one roofline, whatever is loaded.
struct Ladder {
  analysis::ConflictModel rule = analysis::ConflictModel::kFused;
  results::Reports reports;
  const results::BenchReport* report = nullptr;
  std::vector<analysis::RooflinePoint> points;
};
using LadderPtr = std::shared_ptr<const Ladder>;

}  // namespace gemmscope::session
