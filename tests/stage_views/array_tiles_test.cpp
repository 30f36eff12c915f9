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

TEST(ArrayTiles, BlocksAreFoundByPlaceIfTheyWereRecorded) {
  const auto one = loaded("size=256x256x64/blocks=1,0");
  EXPECT_EQ(block_at(one->recording, 1, 0), 0u);
  EXPECT_FALSE(block_at(one->recording, 0, 1));
}

}  // namespace
}  // namespace gemmscope::views
