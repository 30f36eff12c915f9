// SPDX-License-Identifier: MIT
// Where one looks in a recording of a grid with z.
#include <gtest/gtest.h>

#include "app/session/correspond.h"
#include "app/session/link.h"
#include "app/session/visit.h"
#include "tests/format/example_recording.h"
#include "tests/session/fixture.h"

namespace gemmscope::session {
namespace {

Session session_of(format::Recording recording) {
  Session s;
  open(s, std::make_shared<const Loaded>(std::move(recording)));
  return s;
}

/// The same blocks in a grid of 4 x 3.
format::Recording without_z() {
  format::Recording r = format::testing::recording_with_z();
  r.grid_x = 4, r.grid_y = 3, r.grid_z = 1;
  r.selection.block_x = {0, 4}, r.selection.block_z = {0, 1};
  for (std::uint32_t b = 0; b < r.blocks.size(); ++b) r.blocks[b].y = b / 4, r.blocks[b].x = b % 4;
  return r;
}

/// The block in which the link's text ends, or the error.
std::string after(Session& s, const std::string& text) {
  const auto link = parse_link(text);
  const auto done = link ? follow(s, *link) : tl::unexpected(link.error());
  return done ? std::to_string(s.look.cursor.block) : done.error().message;
}

TEST(GridZ, LinksNameBlocksAsCudaDoes) {
  Session s = session_of(format::testing::recording_with_z());
  EXPECT_EQ(after(s, "block=1,2,1"), "11");
  EXPECT_NE(place_of_link(s).find("block=1,2,1/"), std::string::npos) << place_of_link(s);
  EXPECT_EQ(after(s, "block=(0,1,1)"), "8");
  for (const char* none : {"block=0,3,0", "block=2,0,0", "block=0,0,2", "block=1,1"})
    EXPECT_NE(after(s, none).find("12 blocks of a grid of 2 x 3 x 2, written x,y,z"), std::string::npos)
        << after(s, none);
  EXPECT_EQ(s.look.cursor.block, 8u);
}

TEST(GridZ, ThreeNumbersAreXYZWithoutZToo) {
  Session s = session_of(without_z());
  EXPECT_EQ(after(s, "block=3,1,0"), "7");
  EXPECT_NE(place_of_link(s).find("block=3,1,0/"), std::string::npos) << place_of_link(s);
  after(s, "block=0,0,0");
  EXPECT_EQ(after(s, "block=1,3"), "7");  // row and column
}

TEST(GridZ, AnotherRecordingOpensAtTheSameBlock) {
  Session s = session_of(format::testing::recording_with_z());
  after(s, "block=1,2,1");
  format::Recording taller = format::testing::recording_with_z();  // 1 x 6 x 2
  taller.grid_x = 1, taller.grid_y = 12, taller.selection.block_x = {0, 1}, taller.selection.block_y = {0, 6};
  for (std::uint32_t b = 0; b < taller.blocks.size(); ++b) taller.blocks[b].y = b, taller.blocks[b].x = 0;
  after(s, "block=0,2,1");
  EXPECT_EQ(correspond(s.look, Loaded(std::move(taller))).block, 6u + 2);
  after(s, "block=1,2,0");
  EXPECT_EQ(correspond(s.look, Loaded(without_z())).block, 2u * 4 + 1);
}

/// Blocks that are not recorded cannot be, so they are passed over.
TEST(GridZ, TheNextBlockOfAProgramIsTheNextRecordedOne) {
  format::Recording r = format::testing::recording_with_z();
  r.selection.block_x = {1, 2}, r.selection.block_y = {1, 3};
  std::erase_if(r.blocks, [&](const format::Block& b) { return !r.selects(b.y, b.x); });
  Session s = session_of(std::move(r));
  ASSERT_EQ(s.look.loaded->recording.blocks.size(), 4u);
  for (const auto& [direction, block] :
       {std::pair(-1, 0u), {+1, 1u}, {+1, 2u}, {+1, 3u}, {+1, 3u}, {-1, 2u}, {-1, 1u}}) {
    visit_next_block(s, direction);
    EXPECT_EQ(s.look.cursor.block, block);
  }
}

}  // namespace
}  // namespace gemmscope::session
