// SPDX-License-Identifier: MIT
/// @file verified.h
/// Whether a launch that multiplies matrices left the right numbers in C.
#pragma once

#include <optional>
#include <string>

#include "tracing/analysis/tiles/tiles.h"
#include "tracing/analysis/values/explained.h"

namespace gemmscope::analysis {

/// An element of C that is not as it should be.
struct WrongElement {
  std::uint32_t row = 0, column = 0;  ///< of products of a batch, rows go on
  double is = 0, should = 0;
  double tolerance = 0;  ///< how far from that rounding may lead
};

struct Verified {
  enum class Verdict : std::uint8_t {
    kRight,    ///< all elements are alpha A B + beta C
    kWrong,    ///< some are not, and what they are instead is nothing that follows a product
    kOther,    ///< C is something else, which may be right: `why`
    kUnknown,  ///< nothing can be said: `why`
  };
  Verdict verdict = Verdict::kUnknown;
  std::string why{};
  Product product{};  ///< of the sizes with which C was compared: Product's, or more of K, M, N that should be there
  Explanation by{};   ///< of all elements, or of the most
  std::uint64_t elements = 0, wrong = 0;
  std::uint64_t nans = 0;  ///< that are NaN and should be: A, B or C holds NaN
  /// C is right but for the k's from here on, which the launch does not load; 0: not so.
  std::uint32_t k_loaded = 0;
  double share = 0;                     ///< of its tolerance that an element is off, at most, of those that agree
  double largest = 0;                   ///< difference of an element that agrees
  std::optional<WrongElement> first{};  ///< by rows
  bool is_exact = false;                ///< whole numbers: nothing is rounded
  bool beta_is_seen = true;             ///< false: C held 0 before, so any beta would do
  bool A_is_constant = false, B_is_constant = false;
};

/// Compares C after the launch with alpha A B + beta C of what A, B and C held before it. `memory`: of that launch.
[[nodiscard]] Verified verified(const format::Recording& recording, const Tiles& tiles,
                                const format::KeptMemory& memory);

}  // namespace gemmscope::analysis
