// SPDX-License-Identifier: MIT
/// @file life_products.h
/// The multiply-adds of an element of A or B, as its reads come. life_of.h says which count.
#pragma once

#include "tracing/analysis/life_uses.h"

namespace gemmscope::analysis {

class Products {
 public:
  /// For life.element in life.block and life.k_tile. Keeps references.
  Products(const format::Recording& recording, const Life& life, const std::optional<Ownership>& owners, Pace& pace);

  /// What `lanes`, which read the element by `touch`, multiply it with.
  void add(const Touch& touch, std::uint32_t lanes);

  /// Adds the uses, and gives `life` its sums.
  void move_to(Life& life);

  /// Some lane read it and no partner, or does not keep the sum.
  bool some_missing() const { return some_missing_; }

 private:
  /// The sums of `lane` in `step`.
  std::vector<Element> sums_of(std::uint32_t warp, std::uint32_t lane, const InnerStep& step, std::uint16_t C);

  const format::Recording& r_;
  std::uint32_t block_;
  const std::optional<Ownership>& owners_;
  Pace& pace_;
  BlockTiles tiles_;
  Rect C_;  ///< of the block's product
  Factor factor_;
  bool at_edge_;  ///< the block's tile of C ends beyond C
  bool some_missing_ = false;
  std::vector<Use> uses_;
  std::vector<Element> sums_;
};

}  // namespace gemmscope::analysis
