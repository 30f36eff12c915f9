// SPDX-License-Identifier: MIT
/// @file functional_request.h
/// The `functional` cases of tests/data/golden.json as what to record.
#pragma once

#include "tests/analysis/golden.h"
#include "tracing/record/request.h"

namespace gemmscope::testing {

/// With a mistake as the parameter that it is in the file.
inline record::RecordRequest functional_request_as_written(const nlohmann::json& entry) {
  record::RecordRequest request;
  request.kernel = entry.at("kernel");
  for (const auto& [name, value] : entry.at("params").items())
    request.overrides.push_back({name, analysis::testing::parameter_text(value)});
  request.M = entry.at("M"), request.N = entry.at("N"), request.K = entry.at("K");
  request.alpha = entry.at("alpha"), request.beta = entry.at("beta");
  return request;
}

/// As it is recorded: by a deliberately broken kernel where there is one.
inline record::RecordRequest functional_request(const nlohmann::json& entry) {
  record::RecordRequest request = functional_request_as_written(entry);
  auto [kernel, parameters] = analysis::testing::as_recorded({request.kernel, request.overrides});
  if (kernel == "k000" && !entry.at("expected_ok").get<bool>())
    kernel = "warp_tile_long_stride";  // whose tile warp_tile never takes
  request.kernel = std::move(kernel), request.overrides = std::move(parameters);
  return request;
}

}  // namespace gemmscope::testing
