// SPDX-License-Identifier: MIT
/// @file life_naive.h
/// The lives of some elements in one block at once, from every request of it: which element each register and each cell
/// of shared memory holds is written down step by step, and no request is skipped.
#pragma once

#include <array>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "tracing/analysis/life.h"

namespace gemmscope::testing {

/// An element as something to look up: tensor, row, column.
using Name = std::tuple<std::uint16_t, std::uint32_t, std::uint32_t>;
inline Name name_of(const analysis::Element& e) { return {e.tensor, e.row, e.column}; }

struct NaiveLife {
  std::array<analysis::Tally, analysis::kUseKinds> tallies{};  ///< [UseKind], up to kMultiplyAdd
  std::set<Name> sums;                                         ///< elements of C that it is multiplied for
};

struct NaiveLives {
  std::map<Name, NaiveLife> of;
  /// What is stored to C, in the order of time: the elements, for each request and lane.
  std::vector<std::map<std::size_t, std::vector<Name>>> stores;
};

NaiveLives naive_lives(const format::Recording& recording, std::uint32_t block,
                       const std::vector<analysis::Element>& elements);

}  // namespace gemmscope::testing
