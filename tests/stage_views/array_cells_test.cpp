// SPDX-License-Identifier: MIT
#include "app/views/arrays/cells.h"

#include <gtest/gtest.h>

#include "app/session/link.h"
#include "app/views/view.h"
#include "tests/stage_views/moments.h"

namespace gemmscope::views {
namespace {

/// sgemm64 stores matrices by columns, warp_tile by rows.
TEST(ArrayCells, AnElementIsDrawnInItsRowAndColumnHoweverItIsStored) {
  for (const char* kernel : {"warp_tile", "sgemm64"}) {
    const session::Session session = recorded("size=128x256x32/kernel=" + std::string(kernel));
    const format::Recording& recording = *session.look.recording();
    for (const format::Matrix matrix : {format::Matrix::kA, format::Matrix::kB, format::Matrix::kC}) {
      const std::uint16_t tensor = *recording.tensor_of(matrix);
      const format::Tensor& array = recording.tensors[tensor];
      const analysis::Rect part{8, 16, array.layout.rows - 8, array.layout.columns - 16};
      const ArraySlot slot = slot_of(session.look, tensor, part,
                                     {10, 20, 4 * static_cast<float>(part.columns), 2 * static_cast<float>(part.rows)});
      EXPECT_EQ(slot.by_columns, array.layout.column_major);
      const auto cell = cell_of(session.look, slot, {tensor, 11, 21});
      ASSERT_TRUE(cell) << kernel;
      const draw::Rect place = cell_place(slot, *cell), same = part_place(slot, {11, 21, 1, 1});
      EXPECT_FLOAT_EQ(place.x, 10 + 4 * 5);
      EXPECT_FLOAT_EQ(place.y, 20 + 2 * 3);
      EXPECT_FLOAT_EQ(same.x, place.x);
      EXPECT_FLOAT_EQ(same.y, place.y);
      EXPECT_FLOAT_EQ(same.width, 4);
      EXPECT_FLOAT_EQ(same.height, 2);
      EXPECT_EQ(slot.cell_at(slot.drawn(*cell)), *cell);
      EXPECT_FALSE(cell_of(session.look, slot, {tensor, 7, 21})) << "above the part";
    }
  }
}

TEST(ArrayCells, OfALaunchThatWasRecordedInPartNothingIsCalledNeverTouched) {
  EXPECT_TRUE(ArrayScene(at_first().look).whole);
  EXPECT_FALSE(ArrayScene(recorded("size=256x256x64/blocks=0,0").look).whole);
}

TEST(ArrayCells, FormerNamesOfViewsAreThoseOfToday) {
  EXPECT_EQ(find_view("outer_loop"), find_view("arrays"));
  EXPECT_EQ(find_view("warp_tiling"), find_view("writers"));
  EXPECT_EQ(find_view("write_back"), find_view("stores"));
  ASSERT_NE(find_view("arrays"), nullptr);
  const auto link = parse_link("stage=outer_loop");
  ASSERT_TRUE(link);
  EXPECT_EQ(*link->stage, "arrays");
}

}  // namespace
}  // namespace gemmscope::views
