// SPDX-License-Identifier: MIT
/// @file product_rates.h
/// What was measured of the products of the program that is shown.
#pragma once

#include <string>
#include <vector>

#include "app/session/look.h"

namespace gemmscope::views {

/// Pointers are into the Look's reports.
struct ProductRates {
  std::string program;                             ///< its file's name; empty: not known
  const results::BenchReport* report = nullptr;    ///< that has any; the one that is chosen, or the first. Null: none
  std::vector<const results::ProductRate*> rates;  ///< of the kernel that is shown, with any template arguments
  const results::ProductRate* shown = nullptr;     ///< at the sizes and with the numbers that are shown
  bool beside_baseline = false;
  const results::ProductRate* pinned = nullptr;  ///< the baseline's in that report; null: not measured
  double full = 1;                               ///< GFLOP/s of a bar of full width: peak, or the highest bar

  std::optional<double> peak() const;
};

/// `look`: shows a recording of a program. `baseline`: null without one.
ProductRates product_rates(const session::Look& look, const session::Look* baseline = nullptr);

/// Indices of the Look's reports that have rates of the kernel that is shown.
std::vector<int> reports_with_rates(const session::Look& look);

/// "512 × 1 024 × 256 PAD=1": tells it from the others.
std::string label_of(const results::ProductRate& rate, const ProductRates& all);

}  // namespace gemmscope::views
