// SPDX-License-Identifier: MIT
/// @file verification.h
/// What `gemmscope verify` computes and how it judges the results.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "kernels/reference.h"
#include "kernels/table.h"
#include "tracing/format/result.h"
#include "tracing/record/configurations.h"
#include "tracing/record/plan.h"

namespace gemmscope::record {

/// One product to compute.
struct Problem {
  std::uint32_t M = 0, N = 0, K = 0;
  float alpha = 1, beta = 0;
  friend auto operator<=>(const Problem&, const Problem&) = default;
  std::string text() const;  ///< "65x66x9, alpha 1, beta 0"
};

/// Sizes that divide into the tile, do not, are smaller, are 1, and K = 0; with beta 0 and not. Those that the
/// configuration cannot do are left out.
std::vector<Problem> problems_of(const kernels::KernelInfo& kernel, const Configuration& configuration);

/// Runs a build of a kernel on data: simt::run_plain, simt::run_traced, or one on a GPU.
using Build = std::function<Result<void>(const Plan&, kernels::GemmData&)>;

struct NamedBuild {
  std::string name;
  Build run;
};

/// What came out of one product.
struct Judgement {
  std::int64_t elements = 0;
  std::int64_t wrong = 0;    ///< of whole-number data: not exactly the double-precision result, or not a number
  std::int64_t rounded = 0;  ///< of fractions: not bit for bit the result of k ascending, one fused multiply-add a step
  bool right() const { return wrong == 0 && rounded == 0; }
};

/// Computes `problem` with `build` and judges it. Where beta is 0, C holds NaN beforehand: it must not be read.
Result<Judgement> judge(const kernels::KernelInfo& kernel, const Configuration& configuration, const Problem& problem,
                        const Build& build);

}  // namespace gemmscope::record
