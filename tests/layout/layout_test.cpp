// SPDX-License-Identifier: MIT
// Offsets and their inverse, by hand and for every tile of every step.
#include "tracing/format/layout/layout.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/layout/compose.h"
#include "tests/layout/layouts.h"
#include "tests/steps/step.h"

namespace gemmscope {
namespace {

using As = Located::As;

// Row 5 of 16 rows of 128, 4 elements of padding behind each: 5 * 132.
constexpr Layout kPadded = padded_rows(16, 128, 4);
static_assert(kPadded.offset(5, 7) == 5 * 132 + 7 && kPadded.at(5 * 132 + 7).at == Coordinate{5, 7, 0});
static_assert(kPadded.at(5 * 132 + 128).as == As::kPadding && kPadded.at(16 * 132).as == As::kOutside);
static_assert(kPadded.extent() == 16 * 132 && kPadded.lines() == 16 && kPadded.is_padded());

// Columns of 16: column 7 begins at 7 * 16.
constexpr Layout kColumns{.rows = 16, .columns = 128, .pitch = 16, .column_major = true};
static_assert(kColumns.offset(5, 7) == 7 * 16 + 5 && kColumns.at(7 * 16 + 5).at == Coordinate{5, 7, 0});
static_assert(padded_rows(128, 16).transposed() == kColumns && kColumns.transposed().transposed() == kColumns);
static_assert(kColumns.extent() == 16 * 128 && kColumns.line_size() == 16);

// Padding inside rows, in a second buffer: group 1 begins at 64 + 2.
constexpr Layout kGroups = in_buffers(padded_groups(4, 128, 64, 2), 2, 600);
static_assert(kGroups.offset(3, 64, 1) == 600 + 3 * 132 + 66 &&
              kGroups.at(600 + 3 * 132 + 66).at == Coordinate{3, 64, 1});
static_assert(kGroups.at(64).as == As::kPadding && kGroups.at(65).place == 65 && kGroups.at(66).at.column == 64);
static_assert(kGroups.at(4 * 132).as == As::kOutside && kGroups.at(600 + 4 * 132).as == As::kOutside);
static_assert(kGroups.line_extent() == 64 + 2 + 64);
// Padding behind the last line of the last buffer, where the next buffer would begin.
static_assert(in_buffers(padded_rows(2, 4, 1), 2, 9).at(18).as == As::kPadding);
static_assert(Layout{}.at(0).as == As::kOutside);

/// Rows in which columns `by` apart are neighbours, with padding behind each turn.
constexpr Layout interleaved_rows(int rows, int columns, int by, int pad = 0) {
  Layout layout = pad == 0 ? padded_rows(rows, columns) : padded_groups(rows, columns, columns / by, pad);
  layout.interleave = static_cast<std::uint32_t>(by);
  return layout;
}

// Columns 8 apart are neighbours: column 9 is the second of the second turn. With padding of 4 behind each turn of 16.
constexpr Layout kTurns = interleaved_rows(8, 128, 8), kPaddedTurns = interleaved_rows(8, 128, 8, 4);
static_assert(kTurns.offset(3, 9) == 3 * 128 + 16 + 1 && kTurns.at(3 * 128 + 17).at == Coordinate{3, 9, 0});
static_assert(kPaddedTurns.offset(3, 9) == 3 * 160 + 20 + 1 && kPaddedTurns.at(16).as == As::kPadding);

// Rotated: column c of row r is at (c + (r >> 1) * 16) mod 64, and padding stays where it is.
constexpr Layout rotated_rows() {
  Layout layout = padded_rows(8, 64, 4, swizzle_by_row(1, 16, 48));
  layout.rotates = true;
  return layout;
}
static_assert(rotated_rows().offset(5, 40) == 5 * 68 + (40 + 32) % 64);
static_assert(rotated_rows().at(5 * 68 + 8).at == Coordinate{5, 40, 0});
static_assert(rotated_rows().at(5 * 68 + 64).as == As::kPadding);

/// The swizzle of As of warp_tile: rows 4 to 7 have bit 3 flipped; 15 >> 2 is 3.
TEST(Layout, SwizzlesFlipTheDocumentedBits) {
  constexpr Swizzle by_row = swizzle_by_row(2, 8, 31);
  EXPECT_EQ(by_row(3, 5), 5u);
  EXPECT_EQ(by_row(4, 5), 5u ^ 8u);
  EXPECT_EQ(by_row(15, 5), 5u ^ 24u);
  constexpr Swizzle by_column = swizzle_by_column(5, 4, 4);
  EXPECT_EQ(by_column(4, 31), 31u);
  EXPECT_EQ(by_column(4, 33), 37u);
  EXPECT_EQ(by_column(4, 64), 64u);
  EXPECT_TRUE(by_row.is_own_inverse() && by_column.is_own_inverse() && Swizzle{}.is_own_inverse());
  EXPECT_FALSE(swizzle_by_column(2, 1, 4).is_own_inverse());  // bit 2 is flipped by bits that it is one of
}

/// Each element of a tile at a place of its own, from which the inverse leads back; all other places are padding.
void expect_one_to_one(const Layout& layout, const std::string& what) {
  const std::size_t size = (layout.buffers - 1) * std::size_t{layout.buffer_stride} + layout.extent();
  std::vector<char> taken(size, 0);
  for (std::uint32_t buffer = 0; buffer < layout.buffers; ++buffer)
    for (std::uint32_t row = 0; row < layout.rows; ++row)
      for (std::uint32_t column = 0; column < layout.columns; ++column) {
        const std::uint32_t offset = layout.offset(row, column, buffer);
        ASSERT_LT(offset, size) << what;
        ASSERT_EQ(taken[offset]++, 0) << what << ", offset " << offset;
        const Located found = layout.at(offset);
        ASSERT_EQ(found.as, As::kElement) << what;
        ASSERT_EQ(found.at, (Coordinate{row, column, buffer})) << what;
        ASSERT_EQ(found.place, layout.place(row, column)) << what;
        if (layout.swizzle.any()) continue;
        ASSERT_EQ(all_modes(layout)(row + layout.rows * (column + layout.columns * buffer)), offset) << what;
      }
  for (std::uint32_t offset = 0; offset < size; ++offset)
    ASSERT_EQ(layout.at(offset).as == As::kElement, taken[offset] == 1) << what << ", offset " << offset;
  ASSERT_EQ(layout.at(static_cast<std::uint32_t>(size)).as, As::kOutside) << what;
}

TEST(Layout, InterleavedRowsHaveEachElementOnce) {
  for (const int by : {2, 8, 16})
    for (const int pad : {0, 4})
      expect_one_to_one(interleaved_rows(3, 48, by, pad), std::to_string(by) + ", " + std::to_string(pad));
}

TEST(Layout, EveryTileThatIsFoundInAStepHasEachElementOnce) {
  using gemmscope::testing::Step;
  std::vector<Step> steps{{.name = "warp_tile", .numbers = {{"PA", "2"}, {"PB", "4"}}},
                          {.name = "half_padded", .numbers = {{"pad", "2"}, {"vec", "2"}}}};
  for (const std::string& name : gemmscope::testing::all_steps()) steps.push_back({name});
  int tiles = 0;
  for (const Step& step : steps)
    for (const format::Tensor& tensor : gemmscope::testing::described(step, {.M = 128, .N = 128, .K = 128}).tensors)
      if (tensor.space == format::Space::kShared && tensor.matrix != format::Matrix::kOther) {
        expect_one_to_one(tensor.layout, step.key() + ' ' + tensor.name);
        ++tiles;
      }
  EXPECT_EQ(tiles, 30);  // two of each but of naive and coalesced
}

}  // namespace
}  // namespace gemmscope
