// SPDX-License-Identifier: MIT
// Rows of a tile share the height they are given.
#include <gtest/gtest.h>

#include "app/views/shared/grids.h"

namespace gemmscope::views {
namespace {

TEST(Strips, StayInTheirSpaceHoweverManyRows) {
  const draw::Rect space{10, 20, 300, 90};
  for (const std::uint32_t rows : {1u, 8u, 90u, 128u, 256u}) {
    const Strips strips({{0, rows}}, space, 28);
    EXPECT_LE(strips.bottom(), space.bottom() + 0.01f) << rows;
    EXPECT_LE(strips.row_height(), 28) << rows;
  }
  const Strips runs({{0, 64}, {100, 64}}, space, 28);
  EXPECT_LE(runs.bottom(), space.bottom() + 0.01f);
  EXPECT_GT(runs.row(100)->y, runs.row(63)->bottom());
}

}  // namespace
}  // namespace gemmscope::views
