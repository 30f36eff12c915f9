// SPDX-License-Identifier: MIT
#include "app/views/lane_capsule.h"

#include "app/session/selecting.h"
#include "tests/views/recorded.h"

namespace gemmscope::views {
namespace {

TEST(Emphasis, ABankMarksTheLanesThatAskIt) {
  session::Session session = recorded("line=71/lane=5/bank=1");
  EXPECT_EQ(emphasis_of(session, 5), draw::Emphasis::kSelected);
  EXPECT_EQ(emphasis_of(session, 4), draw::Emphasis::kHovered);
  EXPECT_EQ(emphasis_of(session, 0), draw::Emphasis::kNone);
  select_bank(session, 1);  // lets go
  hover_bank(session, 0);
  EXPECT_EQ(emphasis_of(session, 4), draw::Emphasis::kNone);
  EXPECT_EQ(emphasis_of(session, 0), draw::Emphasis::kHovered);
}

}  // namespace
}  // namespace gemmscope::views
