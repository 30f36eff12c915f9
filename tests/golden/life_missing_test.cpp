// SPDX-License-Identifier: MIT
// What a life says where the recording shows less than all of it; and that it can be stopped.
#include "tests/golden/life_cases.h"

namespace gemmscope::testing {
namespace {

using analysis::Absent;
using analysis::Element;
using analysis::Life;
using analysis::Register;
using analysis::TileCell;
using analysis::UseKind;

/// What is not there is not shown, and the reason is.
TEST(LifeMissing, NothingIsInvented) {
  const format::Recording r = warp_tile();
  EXPECT_EQ(life(r, 0, element(r, "A", 3, 21)).absent, std::vector<Absent>{});
  EXPECT_EQ(life(r, 0, element(r, "C", 3, 130)).absent, std::vector{Absent::kOtherBlock});
  EXPECT_EQ(analysis::block_of(r, element(r, "C", 3, 130)), 1u);
  EXPECT_EQ(life(r, 0, Register{.warp = 0, .request = 2, .lane = 0, .part = 0}).absent, std::vector{Absent::kNotALoad});
  EXPECT_EQ(life(r, 0, Register{.warp = 0, .request = 0, .lane = 0, .part = 4}).absent, std::vector{Absent::kNotALoad});
  EXPECT_EQ(life(r, 0, Register{.warp = 4, .request = 0, .lane = 0, .part = 0}).absent, std::vector{Absent::kNotALoad});
  format::Recording lost = r;
  lost.dropped = 1;
  EXPECT_EQ(life(lost, 0, element(lost, "C", 3, 5)).absent, std::vector{Absent::kDropped});
}

TEST(LifeMissing, APlaceWithoutAnElementSaysSo) {
  format::Recording r = described({.name = "warp_tile", .numbers = {{"PA", "2"}, {"PB", "4"}}}, {128, 256, 32});
  EXPECT_EQ(life(r, 0, TileCell{element(r, "As", 5, 129), 0}).absent, std::vector{Absent::kNoElement});  // padding
  for (const TileCell& nowhere : {TileCell{element(r, "As", 16, 3), 0}, TileCell{element(r, "As", 5, 3), 2}})
    EXPECT_EQ(life(r, 0, nowhere).absent, std::vector{Absent::kNoElement});  // of 16 rows and two k-tiles
  r = described({"block_tile"}, {.M = 100, .N = 128, .K = 32});
  EXPECT_EQ(life(r, 0, TileCell{element(r, "As", 100, 5), 0}).absent, std::vector{Absent::kNoElement});  // a zero
  EXPECT_EQ(life(r, 0, TileCell{element(r, "As", 99, 5), 0}).element, element(r, "A", 99, 5));
  r = sgemm64(64, 64, 16);
  EXPECT_EQ(life(r, 0, TileCell{element(r, "tiles", 1, 3), 0}).absent, std::vector{Absent::kStagedC});
}

/// The block's tile of C goes on there, and so does the memory of a column-major C.
TEST(LifeMissing, BeyondTheMatrixThereIsNoElement) {
  const format::Recording r = sgemm64(132, 36, 16);
  for (const Element& beyond : {element(r, "C", 3, 36), element(r, "C", 132, 3), element(r, "A", 132, 3),
                                element(r, "A", 3, 16), element(r, "B", 16, 3), element(r, "B", 3, 36)}) {
    const Life followed = life(r, analysis::block_of(r, beyond).value(), beyond);
    EXPECT_EQ(followed.element, std::nullopt);
    EXPECT_EQ(followed.absent, std::vector{Absent::kNoElement});
    EXPECT_TRUE(followed.uses.empty());
  }
  EXPECT_EQ(life(r, 0, element(r, "C", 3, 35)).of(UseKind::kMultiplyAdd).products, 16u);
}

/// Broken kernels: a life ends where the recording no longer proves it.
TEST(LifeMissing, BrokenKernelsDoNotPassForCorrectOnes) {
  const auto broken = [](const char* kernel, const char* matrix) {
    const format::Recording r = described({kernel}, product_said({kernel}));
    return life(r, 0, element(r, matrix, 3, 5)).absent;
  };
  EXPECT_EQ(broken("warp_tile_no_barrier_after", "A"), std::vector{Absent::kOtherValue});
  EXPECT_EQ(broken("shared_tile_no_barrier_before", "B"), std::vector{Absent::kOtherValue});
}

TEST(LifeProgress, IsToldAndStops) {
  const format::Recording r = described({"naive"}, {.M = 32, .N = 32, .K = 2000});
  std::uint64_t calls = 0, last = 0;
  const auto tell = [&](std::uint64_t done, std::uint64_t total) {
    EXPECT_LE(done, total);
    EXPECT_GE(done, last);
    last = done;
    return ++calls < 1000;
  };
  EXPECT_TRUE(analysis::life_of(r, 0, element(r, "A", 3, 5), tell));
  EXPECT_GT(calls, 0u);
  EXPECT_FALSE(analysis::life_of(r, 0, element(r, "A", 3, 5), [](std::uint64_t, std::uint64_t) { return false; }));
}

}  // namespace
}  // namespace gemmscope::testing
