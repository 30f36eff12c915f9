// SPDX-License-Identifier: MIT
/// @file picture.h
/// What the registers view draws, without drawing.
#pragma once

#include <vector>

#include "app/session/view_state.h"
#include "app/views/registers/words.h"

namespace gemmscope::views {

/// One order and depth, and where one is in it.
struct Ffmas {
  views::RegistersState state;  ///< inside its bounds
  const analysis::RegisterReuse& all;

  explicit Ffmas(views::RegistersState state);
  const analysis::Ffma& at(int position) const { return all.ffmas[static_cast<std::size_t>(position)]; }
  const analysis::Ffma& now() const { return at(state.position); }
  /// What `slot` keeps when the instruction starts, the oldest read first.
  std::vector<int> kept(std::size_t slot) const;
  /// When the accumulator has its turn.
  int position_of(analysis::Accumulator cell) const;
};

}  // namespace gemmscope::views
