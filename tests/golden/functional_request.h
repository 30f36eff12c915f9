// SPDX-License-Identifier: MIT
/// @file functional_request.h
/// The `functional` cases of tests/data/golden.json as what to record.
#pragma once

#include "tests/analysis/golden.h"
#include "tracing/record/request.h"

namespace gemmscope::testing {

inline record::RecordRequest functional_request(const nlohmann::json& entry) {
  record::RecordRequest request;
  request.kernel = entry.at("kernel");
  for (const auto& [name, value] : entry.at("params").items())
    request.overrides.push_back({name, analysis::testing::parameter_text(value)});
  request.M = entry.at("M"), request.N = entry.at("N"), request.K = entry.at("K");
  request.alpha = entry.at("alpha"), request.beta = entry.at("beta");
  return request;
}

}  // namespace gemmscope::testing
