// SPDX-License-Identifier: MIT
#include "app/views/arrays/tiles.h"

#include <gtest/gtest.h>

#include "app/session/request_edits.h"
#include "app/session/stepping.h"
#include "tests/session/fixture.h"

namespace gemmscope::views {
namespace {

TEST(ArrayTiles, TilesAreUsedCurrentOrToCome) {
  session::Session session = session::small_session();
  session::go_to_k_tile(session.look, 1);
  EXPECT_EQ(tile_states(session.look, {}),
            (std::vector{TileState::kUsed, TileState::kCurrent, TileState::kToCome, TileState::kToCome}));
  session::go_to_k_tile(session.look, format::kEpilogue);
  EXPECT_EQ(tile_states(session.look, {}), std::vector(4, TileState::kUsed));
}

TEST(ArrayTiles, KTilesThatWereNotRecordedAreNotCalledUsed) {
  record::RecordRequest request = session::small_request();
  request.k_tiles = format::Range{2, 3};
  session::Session session;
  open(session, session::recording_of(request));
  EXPECT_EQ(tile_states(session.look, {}), (std::vector{TileState::kNotRecorded, TileState::kNotRecorded,
                                                        TileState::kCurrent, TileState::kNotRecorded}));
}

/// A deliberately broken kernel, at the size at which it shows; its first `k_tiles` k-tiles are recorded.
session::Session wrong_session(const std::string& kernel, std::uint32_t k_tiles = format::kEpilogue) {
  session::Session session;
  session::set_kernel(session, kernel);
  record::RecordRequest request = session.bench.wanted;
  if (k_tiles != format::kEpilogue) request.k_tiles = format::Range{0, k_tiles};
  open(session, session::recording_of(request));
  session::go_home(session.look);
  return session;
}

using Rects = std::vector<analysis::Rect>;

TEST(ArrayTiles, AKTileThatNobodyLoadsIsNotCalledUsed) {
  session::Session session = wrong_session("sgemm64_no_tail");  // 64 x 64 x 20, BK 8
  const NeverLoaded never = never_loaded(session.look);
  EXPECT_EQ(never.A, (Rects{{0, 16, 64, 4}}));
  EXPECT_EQ(never.B, (Rects{{16, 0, 4, 64}}));
  EXPECT_EQ(tile_states(session.look, never),
            (std::vector{TileState::kCurrent, TileState::kToCome, TileState::kNotLoaded}));
  session::go_to_k_tile(session.look, format::kEpilogue);
  EXPECT_EQ(tile_states(session.look, never), (std::vector{TileState::kUsed, TileState::kUsed, TileState::kNotLoaded}));
}

TEST(ArrayTiles, OfKTilesThatWereNotRecordedNothingIsClaimed) {
  const session::Session session = wrong_session("sgemm64_no_tail", 2);
  const NeverLoaded never = never_loaded(session.look);
  EXPECT_TRUE(never.A.empty() && never.B.empty());
  EXPECT_EQ(tile_states(session.look, never).back(), TileState::kNotRecorded);
}

TEST(ArrayTiles, PartsOfATileThatNobodyLoadsAreRectangles) {
  const session::Session session = wrong_session("block_tile_half_copied");  // K = 64, BK 16
  const NeverLoaded never = never_loaded(session.look);
  EXPECT_EQ(never.A, (Rects{{0, 8, 64, 8}, {0, 24, 64, 8}, {0, 40, 64, 8}, {0, 56, 64, 8}}));
  EXPECT_EQ(never.B, (Rects{{8, 0, 8, 64}, {24, 0, 8, 64}, {40, 0, 8, 64}, {56, 0, 8, 64}}));
  EXPECT_EQ(share_loaded(never.A, {0, 16, 64, 16}, {0, 0, 128, 64}), Share::kSome);
  EXPECT_EQ(share_loaded(never.A, {0, 16, 64, 8}, {0, 0, 128, 64}), Share::kAll);
  EXPECT_EQ(share_loaded(never.A, {0, 24, 64, 8}, {0, 0, 128, 64}), Share::kNone);
  EXPECT_EQ(tile_states(session.look, never)[1], TileState::kToCome);
}

TEST(ArrayTiles, WhatNobodyLoadsIsOfTheCursorsBlock) {
  session::Session session = wrong_session("vectorized_roles_swapped");  // 128 x 64 x 16: block 1,0 loads other rows
  EXPECT_TRUE(never_loaded(session.look).A.empty());
  session::go_to_block(session.look, 1);
  EXPECT_EQ(never_loaded(session.look).A, (Rects{{64, 0, 64, 16}}));
  EXPECT_TRUE(never_loaded(session.look).B.empty());
}

TEST(ArrayTiles, ARightKernelLoadsAll) {
  const NeverLoaded never = never_loaded(session::small_session().look);
  EXPECT_TRUE(never.A.empty() && never.B.empty());
}

TEST(ArrayTiles, BlocksAreFoundByPlaceIfTheyWereRecorded) {
  record::RecordRequest request = session::small_request();
  request.block_x = format::Range{1, 2};
  const auto loaded = session::recording_of(request);
  EXPECT_EQ(block_at(loaded->recording, 1, 1), 1u);
  EXPECT_FALSE(block_at(loaded->recording, 1, 0));
}

}  // namespace
}  // namespace gemmscope::views
