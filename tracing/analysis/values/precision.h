// SPDX-License-Identifier: MIT
/// @file precision.h
/// How far the result of a product may be from the exact one if nothing but rounding is wrong.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tracing/analysis/values/factors.h"

namespace gemmscope::analysis {

/// One way in which a kernel may round.
struct Precision {
  double sum = 0;     ///< unit roundoff of products and sums
  double inputs = 0;  ///< relative change of a product because its factors were rounded
  double after = 0;   ///< unit roundoff of what is done with the sum
  double least = 0;   ///< what a product or a sum may lose as it is too small for its type
  std::string text;   ///< "sums in float"
};

/// The ways that the kernel's code allows, the most exact one first: by the types of its arithmetic.
[[nodiscard]] std::vector<Precision> precisions_of(const Factors& factors, std::string_view ptx);

/// n u / (1 - n u); infinite if n u is not below 1.
/// Source  Higham, Accuracy and Stability of Numerical Algorithms, 2nd edition, section 3.1: a sum of n products, in
///         any order, is at most gamma_n |a| |b| away from a b.
[[nodiscard]] double gamma_of(double n, double unit_roundoff);

/// A number for each row, or for each column, of C that is added to it.
struct Bias {
  std::uint16_t tensor = 0;
  bool by_row = false;
  std::vector<double> values;
};

/// What may follow a product.
enum class Activation : std::uint8_t { kNone, kRelu, kGelu, kGeluByTanh, kSilu, kSigmoid, kTanh };

/// alpha A B + beta C, or activation(alpha A B + beta C + bias).
struct Scaled {
  double alpha = 1, beta = 0;
  const Bias* bias = nullptr;  ///< null: none
  Activation activation = Activation::kNone;
};

/// What element `i` should be, and how far it may be from that.
struct Expectation {
  double value = 0, tolerance = 0;
};
[[nodiscard]] Expectation expected(const Factors& factors, std::size_t i, const Scaled& scaled,
                                   const Precision& precision);
/// Whether the element is as it should be. NaN is, if it should be NaN.
[[nodiscard]] bool agrees(const Factors& factors, std::size_t i, const Scaled& scaled, const Precision& precision);

}  // namespace gemmscope::analysis
