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
using format::Range;
using record::RecordRequest;

/// What is not recorded is not there, and the reason is.
TEST(LifeMissing, NothingIsInvented) {
  RecordRequest part = k10();
  part.k_tiles = Range{1, 2};
  format::Recording r = recorded(part);
  Life followed = life(r, 0, element(r, "A", 3, 5));
  EXPECT_TRUE(followed.uses.empty());
  EXPECT_EQ(followed.absent, std::vector{Absent::kKTile});
  followed = life(r, 0, element(r, "C", 3, 5));
  EXPECT_EQ(followed.of(UseKind::kMultiplyAdd).products, 16u);
  EXPECT_EQ(followed.absent, std::vector{Absent::kKTile});
  EXPECT_EQ(life(r, 0, element(r, "A", 3, 21)).absent, std::vector<Absent>{});

  part.k_tiles.reset(), part.epilogue = false;
  r = recorded(part);
  followed = life(r, 0, element(r, "A", 3, 5));
  EXPECT_EQ(followed.absent, std::vector{Absent::kWriteBack});
  EXPECT_EQ(analysis::elements_in(followed.sums), 128u);
  EXPECT_TRUE(followed.ends.empty());

  part.epilogue = true, part.warps = Range{1, 4};
  r = recorded(part);
  EXPECT_EQ(life(r, 0, element(r, "A", 3, 5)).absent, (std::vector{Absent::kWarps, Absent::kNotLoaded}));

  part.warps.reset();
  r = recorded(part);
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
  RecordRequest padded = k10();
  padded.overrides = {{"PA", "4"}};
  padded.M = 100;
  format::Recording r = recorded(padded);
  EXPECT_EQ(life(r, 0, TileCell{element(r, "As", 5, 130), 0}).absent, std::vector{Absent::kNoElement});  // padding
  EXPECT_EQ(life(r, 0, TileCell{element(r, "As", 5, 100), 0}).absent, std::vector{Absent::kNoElement});  // a zero
  EXPECT_EQ(life(r, 0, TileCell{element(r, "As", 5, 99), 0}).element, element(r, "A", 99, 5));
  for (const TileCell& nowhere : {TileCell{element(r, "As", 16, 3), 0}, TileCell{element(r, "As", 5, 3), 2}})
    EXPECT_EQ(life(r, 0, nowhere).absent, std::vector{Absent::kNoElement});  // of 16 rows and two k-tiles
  r = recorded(request_of("sgemm64"));
  EXPECT_EQ(life(r, 0, TileCell{element(r, "Cs", 1, 3), 0}).absent, std::vector{Absent::kStagedC});
}

/// The block's tile of C goes on there, and so does the memory of a column-major C.
TEST(LifeMissing, BeyondTheMatrixThereIsNoElement) {
  RecordRequest request = request_of("sgemm64");
  request.M = 130, request.N = 36, request.K = 16;
  const format::Recording r = recorded(request);
  for (const Element& beyond : {element(r, "C", 3, 36), element(r, "C", 130, 3), element(r, "A", 130, 3),
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
    const format::Recording r = recorded(request_of(kernel));
    return life(r, 0, element(r, matrix, 35, 5)).absent;
  };
  EXPECT_EQ(broken("warp_tile_no_barrier_after", "A"), std::vector{Absent::kOtherValue});
  EXPECT_EQ(broken("vectorized_one_pass", "A"), (std::vector{Absent::kNotLoaded, Absent::kOtherValue}));
  EXPECT_EQ(broken("warp_tile_no_warp_origin", "C"), std::vector{Absent::kOtherLane});
  EXPECT_EQ(broken("half_padded_misaligned", "A"), (std::vector{Absent::kMisaligned, Absent::kNotRead}));
  EXPECT_EQ(broken("half_padded_misaligned", "C"), std::vector{Absent::kNotMultiplied});
}

TEST(LifeProgress, IsToldAndStops) {
  RecordRequest request = request_of("naive");
  request.M = request.N = 32, request.K = 2000;
  const format::Recording r = recorded(request);
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
