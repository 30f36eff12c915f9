// SPDX-License-Identifier: MIT
/// @file plan.h
/// From what a person asked for to what will be run: names resolved, ranges checked, everything decided.
#pragma once

#include "kernels/gemm_arguments.h"
#include "kernels/table.h"
#include "tracing/format/recording.h"
#include "tracing/format/result.h"
#include "tracing/record/request.h"

namespace gemmscope::record {

struct Plan {
  kernels::Variant variant;
  std::uint32_t M = 0, N = 0, K = 0;
  float alpha = 1, beta = 0;
  std::uint32_t grid_y = 0, grid_x = 0, k_tiles = 0, threads = 0, warps = 0;
  format::Selection selection;
  unsigned host_threads = 0;

  /// Whether some tile reaches over the edge of a matrix, so that the kernel's guarded form must run.
  bool has_edges() const;
  kernels::GemmArguments arguments(const float* A, const float* B, float* C) const;
};

/// Errors: kUsage, saying which name, size or range is wrong and what is possible.
Result<Plan> make_plan(const RecordRequest& request);

/// Everything of a recording that is known before the kernel runs; `origin` is left to the backend.
format::Recording describe(const Plan& plan);

}  // namespace gemmscope::record
