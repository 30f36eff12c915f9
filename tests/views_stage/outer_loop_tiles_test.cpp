// SPDX-License-Identifier: MIT
#include "app/views/outer_loop_tiles.h"

#include <gtest/gtest.h>

#include "app/session/stepping.h"
#include "tests/session/fixture.h"

namespace gemmscope::views {
namespace {

TEST(OuterLoopTiles, TilesAreUsedCurrentOrToCome) {
  const session::Session session = session::small_session();
  EXPECT_EQ(tile_states(*session.recording(), 1),
            (std::vector{TileState::kUsed, TileState::kCurrent, TileState::kToCome, TileState::kToCome}));
  EXPECT_EQ(tile_states(*session.recording(), format::kEpilogue), std::vector(4, TileState::kUsed));
}

TEST(OuterLoopTiles, KTilesThatWereNotRecordedAreNotCalledUsed) {
  record::RecordRequest request = session::small_request();
  request.k_tiles = format::Range{2, 3};
  const auto loaded = session::recording_of(request);
  EXPECT_EQ(tile_states(loaded->recording, 2), (std::vector{TileState::kNotRecorded, TileState::kNotRecorded,
                                                            TileState::kCurrent, TileState::kNotRecorded}));
}

TEST(OuterLoopTiles, LoadsFillTheTileRequestByRequest) {
  session::Session session = session::small_session();
  const format::Recording& recording = *session.recording();
  const auto A = *analysis::tensor_named(recording, "A");
  const auto part = analysis::block_tiles(recording, recording.blocks[0], 0)->A;
  EXPECT_EQ(loaded_so_far(recording, session.cursor, A, 0, part).count, 128u);  // 32 lanes of a float4
  session.cursor.warp = 3;
  EXPECT_EQ(loaded_so_far(recording, session.cursor, A, 0, part).count,
            3 * 512u + 128);  // warps 0 to 2 count as earlier
  EXPECT_EQ(loaded_so_far(recording, session.cursor, A, 1, part).count, 0u);
  session::go_to_k_tile(session, 1);
  EXPECT_EQ(loaded_so_far(recording, session.cursor, A, 0, part).count, 128u * 16);
}

TEST(OuterLoopTiles, BlocksAreFoundByPlaceIfTheyWereRecorded) {
  record::RecordRequest request = session::small_request();
  request.block_x = format::Range{1, 2};
  const auto loaded = session::recording_of(request);
  EXPECT_EQ(block_at(loaded->recording, 1, 1), 1u);
  EXPECT_FALSE(block_at(loaded->recording, 1, 0));
}

}  // namespace
}  // namespace gemmscope::views
