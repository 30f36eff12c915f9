// SPDX-License-Identifier: MIT
#include "app/views/arrays/tiles.h"

#include <gtest/gtest.h>

#include "tests/stage_views/moments.h"

namespace gemmscope::views {
namespace {

TEST(ArrayTiles, TilesAreUsedCurrentOrToCome) {
  session::Session session = at_first();
  session::go_to_k_tile(session.look, 1);
  EXPECT_EQ(tile_states(session.look, {}),
            (std::vector{TileState::kUsed, TileState::kCurrent, TileState::kToCome, TileState::kToCome}));
  session::go_to_k_tile(session.look, format::kEpilogue);
  EXPECT_EQ(tile_states(session.look, {}), std::vector(4, TileState::kUsed));
}

}  // namespace
}  // namespace gemmscope::views
