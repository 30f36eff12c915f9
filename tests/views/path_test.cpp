// SPDX-License-Identifier: MIT
#include "app/views/parts/path.h"

#include <gtest/gtest.h>

#include "app/session/study.h"
#include "app/session/studying.h"
#include "tests/views/recorded.h"
#include "tests/views/tip_of.h"

namespace gemmscope::views {
namespace {

bool shared_by_blocks(const std::string& link) {
  session::Session s = recorded(link);
  finish_studies(s);
  EXPECT_NE(session::life_of(s.look), nullptr) << link;
  return other_blocks_use(*s.look.recording(), *session::life_of(s.look));
}

/// A block tile is 128 x 128, of sgemm64 64 x 64, whose blockIdx.x walks the rows of C.
TEST(Path, SaysWhetherOtherBlocksLoadTheElement) {
  EXPECT_TRUE(shared_by_blocks("size=128x256x32/follow=A[3][5]"));
  EXPECT_FALSE(shared_by_blocks("size=128x256x32/follow=B[3][5]"));
  EXPECT_FALSE(shared_by_blocks("size=256x128x32/follow=A[3][5]"));
  EXPECT_TRUE(shared_by_blocks("size=256x128x32/follow=B[3][5]"));
  EXPECT_FALSE(shared_by_blocks("size=256x256x32/follow=C[3][5]"));
  EXPECT_TRUE(shared_by_blocks("kernel=sgemm64/size=64x128x16/follow=A[3][5]"));
  EXPECT_FALSE(shared_by_blocks("kernel=sgemm64/size=64x128x16/follow=B[3][5]"));
}

/// The text of the station at which `link`'s element is read from shared memory. `more`: uses to add to its life.
std::string readers(const std::string& link, const std::vector<analysis::Use>& more = {}) {
  session::Session s = recorded(link);
  finish_studies(s);
  analysis::Life life = *session::life_of(s.look);
  life.uses.insert(life.uses.end(), more.begin(), more.end());
  for (const Station& station : stations_of(*s.look.recording(), life))
    if (station.kind == analysis::UseKind::kSharedLoad) return station.text;
  return "";
}

/// The block's 2 x 2 warp tiles are 64 x 64 each; of shared_tile a warp computes a row of 32.
TEST(Path, SaysOfWhichWarpsTheLanesAreThatReadAnElement) {
  EXPECT_EQ(readers("size=128x128x32/follow=A[3][5]"), "8 lanes of warps 0 and 1");
  EXPECT_EQ(readers("size=128x128x32/follow=B[3][5]"), "16 lanes of warps 0 and 2");
  EXPECT_EQ(readers("kernel=shared_tile/size=64x64x32/follow=A[3][5]"), "32 lanes of warp 3");
  EXPECT_EQ(readers("kernel=shared_tile/size=64x64x32/follow=B[3][5]"), "32 lanes of warps 0\u201331");
}

TEST(Path, CountsALaneThatReadsAnElementTwiceOnce) {
  analysis::Use again;
  again.kind = analysis::UseKind::kSharedLoad, again.when.warp = 3, again.lanes = 1u << 7;
  EXPECT_EQ(readers("kernel=shared_tile/size=64x64x32/follow=A[3][5]", {again}), "32 lanes of warp 3");
}

TEST(Path, NextSaysWhereItGoes) {
  session::Session s = recorded("size=128x128x32/follow=A[3][5]");
  EXPECT_NE(tip_of(s, *find_view("shared"), "next use").find(": As[5][3], request "), std::string::npos);
}

}  // namespace
}  // namespace gemmscope::views
