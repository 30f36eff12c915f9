// SPDX-License-Identifier: MIT
/// @file explained.h
/// What explains the results of a launch best: alpha, beta, and what follows the product.
#pragma once

#include <memory>
#include <optional>

#include "tracing/analysis/values/scales.h"

namespace gemmscope::analysis {

struct Explanation {
  Precision precision;
  Scales scales;
  std::shared_ptr<const Bias> bias{};  ///< null: none
  Activation activation = Activation::kNone;
  std::optional<std::uint16_t> added{};  ///< the array that beta scales, if it is not C: C = alpha A B + beta D
  std::uint64_t wrong = 0;               ///< elements that are otherwise

  [[nodiscard]] Scaled scaled() const { return {scales.alpha.value, scales.beta.value, bias.get(), activation}; }
};

/// Tried are, until one explains all elements: alpha A B + beta C, with each way to round; with a bias and an
/// activation; the same with another array that the launch loads in place of C. Otherwise it is the one that explains
/// most; with `added`, `factors` then has that array in place of what C held before.
[[nodiscard]] Explanation explanation_of(Factors& factors, const format::Recording& recording, const Product& product,
                                         const format::KeptMemory& memory);

/// Elements of C that are not as expected.
[[nodiscard]] std::uint64_t count_wrong(const Factors& factors, const Scaled& scaled, const Precision& precision);

/// Arrays of more than 64 bytes that the launch loads besides A, B and C.
[[nodiscard]] std::vector<std::uint16_t> other_arrays(const format::Recording& recording, const Product& product);

}  // namespace gemmscope::analysis
