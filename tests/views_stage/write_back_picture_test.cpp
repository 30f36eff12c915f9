// SPDX-License-Identifier: MIT
#include "app/views/write_back_picture.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/session/stepping.h"
#include "tests/session/fixture.h"

namespace gemmscope::views {
namespace {

std::ptrdiff_t written(const session::Session& session) {
  const auto tile = analysis::block_tiles(*session.recording(), session.block(), session.k_tile())->C;
  const auto writers = c_writers(session, tile);
  return std::count_if(writers.begin(), writers.end(), [](const analysis::Write& write) { return write.written; });
}

TEST(WriteBackPicture, ARequestIsRowsOfLanesOverSectors) {
  session::Session session = session::small_session();
  EXPECT_EQ(written(session), 0);
  session::go_to_k_tile(session, format::kEpilogue);
  const auto rows = request_rows(session);
  ASSERT_EQ(rows.size(), 8u);
  EXPECT_EQ(rows[2].row, 16u);
  ASSERT_EQ(rows[2].lanes.size(), 4u);
  EXPECT_EQ(rows[2].lanes[1].lane, 9);
  EXPECT_EQ(rows[2].lanes[1].column, 4u);
  ASSERT_EQ(rows[2].sectors.size(), 2u);
  EXPECT_EQ(rows[2].sectors[1].column, 8);
  EXPECT_EQ(rows[2].sectors[1].bytes, 32u);
  EXPECT_EQ(written(session), 128);
  session::go_end(session);
  EXPECT_EQ(written(session), 64 * 64);  // of one warp; higher warps of the interval come later
}

TEST(WriteBackPicture, HalfUsedSectorsTakeTwiceTheRoom) {
  session::Session session;
  record::RecordRequest request = session::small_request();
  request.preset = "seed_tm1_w1";
  session::open(session, session::recording_of(request));
  session::go_to_k_tile(session, format::kEpilogue);
  const auto rows = request_rows(session);
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0].sectors.size(), 8u);
  EXPECT_EQ(columns_of(rows).end, 64);
}

TEST(WriteBackPicture, OnlyRequestsOfCHaveRows) {
  session::Session session = session::small_session();
  ASSERT_EQ(session.current->tensor.name, "A");
  EXPECT_TRUE(request_rows(session).empty());
  session::step_request(session, 1);
  ASSERT_TRUE(session.current->shared());
  EXPECT_TRUE(request_rows(session).empty());
}

}  // namespace
}  // namespace gemmscope::views
