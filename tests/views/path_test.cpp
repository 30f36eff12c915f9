// SPDX-License-Identifier: MIT
#include "app/views/parts/path.h"

#include <gtest/gtest.h>

#include "app/session/study.h"
#include "app/session/studying.h"
#include "tests/views/recorded.h"

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

}  // namespace
}  // namespace gemmscope::views
