// SPDX-License-Identifier: MIT
#include "app/views/registers/picture.h"

#include <algorithm>

namespace gemmscope::views {

using analysis::kFfmasOfStep;

Ffmas::Ffmas(views::RegistersState given)
    : state{given.order, std::clamp(given.depth, 0, analysis::kMostDepth),
            std::clamp(given.position, 0, kFfmasOfStep - 1)},
      all(counted(state.order, state.depth)) {}

std::vector<int> Ffmas::kept(std::size_t slot) const {
  return state.position == 0 ? std::vector<int>{} : at(state.position - 1).kept[slot];
}

int Ffmas::position_of(analysis::Accumulator cell) const {
  for (int position = 0; position < kFfmasOfStep; ++position)
    if (at(position).cell == cell) return position;
  return 0;
}

}  // namespace gemmscope::views
