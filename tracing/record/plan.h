// SPDX-License-Identifier: MIT
/// @file plan.h
/// From what a person asked for to what will be run: names resolved, ranges checked, everything decided.
#pragma once

#include <array>

#include "kernels/gemm_arguments.h"
#include "kernels/storage.h"
#include "kernels/table.h"
#include "tracing/format/recording.h"
#include "tracing/format/result.h"
#include "tracing/record/request.h"

namespace gemmscope::record {

/// A matrix in global memory.
struct MatrixShape {
  const char* name = "";
  std::uint32_t rows = 0, columns = 0;
  kernels::Storage storage;

  std::size_t elements() const { return std::size_t{rows} * columns; }
  std::size_t bytes() const { return elements() * static_cast<std::size_t>(storage.element_bytes); }
};

struct Plan {
  kernels::Variant variant;
  std::uint32_t M = 0, N = 0, K = 0;
  float alpha = 1, beta = 0;
  std::uint32_t grid_y = 0, grid_x = 0, k_tiles = 0, threads = 0, warps = 0;
  format::Selection selection;
  unsigned host_threads = 0;

  /// Whether some access may reach over the edge of a matrix, so that the kernel's guarded form must run: if a tile
  /// does, or if the variant is deliberately broken.
  bool has_edges() const;
  std::array<MatrixShape, 3> matrices() const;  ///< A, B, C
  /// The matrices lie where the kernel runs. They point into this plan, which must outlive them.
  kernels::GemmArguments arguments(const void* A, const void* B, void* C) const;
};

/// The same with today's names of what once had others (kernels/former_names.h): a link or a recording may be older.
RecordRequest in_todays_names(RecordRequest request);

/// What a request names, whatever its sizes. Errors: kUsage, saying which name or value is wrong and what is possible.
Result<kernels::Variant> variant_of(const RecordRequest& request);

/// Errors: kUsage, saying which name, size or range is wrong and what is possible.
Result<Plan> make_plan(const RecordRequest& request);

/// Everything of a recording that is known before the kernel runs; `origin` is left to the backend.
format::Recording describe(const Plan& plan);

}  // namespace gemmscope::record
