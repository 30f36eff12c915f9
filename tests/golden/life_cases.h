// SPDX-License-Identifier: MIT
/// @file life_cases.h
/// What tests of lives record and follow.
#pragma once

#include "tests/recorded.h"
#include "tracing/analysis/life_of.h"

namespace gemmscope::testing {

inline record::RecordRequest request_of(const std::string& kernel) {
  record::RecordRequest request;
  request.kernel = kernel;
  return request;
}

inline analysis::Element element(const format::Recording& r, const char* matrix, std::uint32_t row,
                                 std::uint32_t column) {
  return {analysis::tensor_named(r, matrix).value(), row, column};
}

inline analysis::Life life(const format::Recording& r, std::uint32_t block, const analysis::Followed& what) {
  return analysis::life_of(r, block, what).value();
}

inline std::string text(const analysis::Tally& t) {
  return std::to_string(t.requests) + " requests, " + std::to_string(t.lanes) + " lanes, " +
         std::to_string(t.products) + " products";
}

/// 128 x 128 x 16, warp tiles 64 x 64, WNITER 4, thread tiles 8 x 4. A k-tile takes a warp 28 requests to copy and 6
/// for each of 16 steps; a thread tile of C takes 8.
inline record::RecordRequest k10() {
  record::RecordRequest request = request_of("warp_tile");
  request.preset = "k10_a6000";
  request.M = 128, request.N = 256, request.K = 32;
  return request;
}

}  // namespace gemmscope::testing
