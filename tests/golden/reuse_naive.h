// SPDX-License-Identifier: MIT
/// @file reuse_naive.h
/// How often memory is read, counted from every request of a recording, one after the other, and nothing else.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tracing/analysis/reuse.h"

namespace gemmscope::testing {

struct NaiveMatrix {
  std::vector<analysis::ElementCount> elements;  ///< [row * columns + column]
  analysis::Times block_lanes, block_requests;
  analysis::ElementMap::Totals launch;
};
/// Of a recording of the whole launch.
NaiveMatrix naive_matrix(const format::Recording& recording, std::uint16_t tensor, format::Op op);

struct NaiveTile {
  analysis::Times lanes, requests, wavefronts;
};
/// [tensor]; by the fused rule.
std::map<std::uint16_t, NaiveTile> naive_tiles(const format::Recording& recording);

struct NaiveBytes {
  std::uint64_t requested = 0, moved = 0;
};
NaiveBytes naive_bytes(const format::Recording& recording, format::Space space);

}  // namespace gemmscope::testing
