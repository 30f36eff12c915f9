// SPDX-License-Identifier: MIT
/// @file scales.h
/// alpha and beta of a product: which numbers explain its results.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tracing/analysis/values/precision.h"

namespace gemmscope::analysis {

/// alpha or beta.
struct Scale {
  enum class From : std::uint8_t {
    kUsual,      ///< 1, -1 or 0, which kernels need no number for
    kParameter,  ///< a parameter with this value
    kFound,      ///< it was solved for, and something else of the kernel is this number: scale_origin.h
    kFitted,  ///< it was solved for: the number that explains most results; where the kernel has it from is not known
  };
  double value = 0;
  From from = From::kUsual;
  std::string name{};  ///< of the parameter, or what it is
};

struct Scales {
  Scale alpha{1}, beta{0};
  double share = 0;  ///< of the sample's elements that agree
  [[nodiscard]] Scaled scaled() const { return {alpha.value, beta.value}; }
};

/// Up to 1024 elements, spread over C; all of them if there are not more.
[[nodiscard]] std::vector<std::size_t> sample_of(const Factors& factors);

/// The pair with which most of the sample's elements agree; of several, parameters that are called alpha and beta come
/// first, then 1 and 0. If no pair of the kernel's parameters, 1, -1 and 0 agrees with all, it is also looked for by
/// solving for it.
/// `like`: with this bias and activation; then it is not solved for.
[[nodiscard]] Scales scales_of(const Factors& factors, std::span<const std::size_t> sample, const Precision& precision,
                               std::span<const format::KeptScalar> scalars, const Scaled& like = {});

/// The parameter called "alpha", or "beta", or so in a struct; nullptr: there is none.
[[nodiscard]] const format::KeptScalar* scalar_called(std::span<const format::KeptScalar> scalars,
                                                      std::string_view name);

}  // namespace gemmscope::analysis
