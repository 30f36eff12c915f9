// SPDX-License-Identifier: MIT
/// @file life_cases.h
/// What tests of lives record and follow.
#pragma once

#include "tests/golden/steps.h"
#include "tracing/analysis/life_of.h"

namespace gemmscope::testing {

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
inline format::Recording warp_tile() {
  return described({.name = "warp_tile", .as_written = true}, {.M = 128, .N = 256, .K = 32});
}
inline format::Recording sgemm64(std::uint32_t M, std::uint32_t N, std::uint32_t K) {
  return described({.name = "sgemm64", .as_written = true}, {.M = M, .N = N, .K = K});
}

}  // namespace gemmscope::testing
