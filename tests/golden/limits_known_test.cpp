// SPDX-License-Identifier: MIT
// What limits a kernel: figures worked out by hand.
#include <gtest/gtest.h>

#include "tests/steps/step.h"
#include "tracing/analysis/limits.h"
#include "tracing/analysis/roofline.h"

namespace gemmscope::testing {
namespace {

using analysis::ConflictModel;
using analysis::kMachineH200;
using analysis::LimitBy;
using analysis::Limits;
using analysis::Missing;

Limits limits_of(const format::Recording& recording, const analysis::Machine& machine = kMachineH200) {
  return analysis::limits(recording, analysis::CostTable(recording), machine);
}

/// 128 x 128 x 16
format::Recording of_warp_tile(const Product& product) { return described({"warp_tile"}, product); }

/// A k-tile of a block: As is stored by 64 requests of 4 bytes, 4-way; Bs by 16 of 16 bytes. In each of 16 steps, 4
/// warps read 2 x 16 bytes of As, whose phases fuse to 2, and 4 x 16 bytes of Bs in 4 phases each. A and B come in 16
/// requests of 16 bytes each; the 8 lanes of a quarter-warp lie in two rows of A, a multiple of 128 bytes apart.
constexpr double kWavefrontsOfAKTile = 64 * 4 + 16 * 4 + 16 * 4 * (2 * 2 + 4 * 4) + 16 * 8 + 16 * 4;
/// Of 2048 x 2560 x 512: A is loaded for each of 20 columns of blocks, B for each of 16 rows; all sectors are full.
constexpr double kMostBytes = 4.0 * (2048 * 512 * 20 + 512 * 2560 * 16 + 2048 * 2560);

/// 16 x 20 blocks of 128 x 128 on 132 SMs: one has three of the 320.
TEST(LimitsKnown, EachIsItsFormula) {
  const format::Recording r = of_warp_tile({.M = 2048, .N = 2560, .K = 512});
  const Limits limits = limits_of(r);
  ASSERT_EQ(limits.missing, Missing::kNothing);
  EXPECT_EQ(limits.work.blocks, 320u);
  EXPECT_EQ(limits.blocks_of_busiest, 3u);
  EXPECT_DOUBLE_EQ(limits.by(LimitBy::kMultiplyAdds).cycles(), 3.0 * 128 * 128 * 512 / 128);

  EXPECT_DOUBLE_EQ(limits.by(LimitBy::kWavefronts).work, 3 * (512 / 16) * kWavefrontsOfAKTile);
  EXPECT_EQ(limits.by(LimitBy::kWavefronts).per_cycle, 1);

  const double once = 4.0 * (2048 * 512 + 512 * 2560 + 2048 * 2560);
  EXPECT_DOUBLE_EQ(limits.by(LimitBy::kL2).work, once);
  EXPECT_DOUBLE_EQ(limits.by(LimitBy::kL2).most_work, kMostBytes);
  EXPECT_DOUBLE_EQ(limits.by(LimitBy::kL2).cycles(), once / 8930e9 * 1980e6);
  EXPECT_DOUBLE_EQ(limits.by(LimitBy::kDram).most_cycles(), kMostBytes / 4474e9 * 1980e6);

  EXPECT_EQ(limits.bound().by, LimitBy::kMultiplyAdds);
  EXPECT_DOUBLE_EQ(limits.gflops(kMachineH200), 2.0 * 2048 * 2560 * 512 / (3.0 * 128 * 512 / 1.98));
}

TEST(LimitsKnown, CCountsTwiceWhereItIsRead) {
  Product product{.M = 128, .N = 128, .K = 16};
  const double without = limits_of(of_warp_tile(product)).by(LimitBy::kDram).work;
  product.beta = 2;
  EXPECT_EQ(limits_of(of_warp_tile(product)).by(LimitBy::kDram).work - without, 4.0 * 128 * 128);
}

/// Each lane of naive reads its own row of A, a multiple of 128 bytes apart: 32 wavefronts; of B one element for all.
TEST(LimitsKnown, NaiveIsLimitedByItsLoads) {
  Product product{.M = 128, .N = 64, .K = 256};
  Limits limits = limits_of(described({"naive"}, product));
  EXPECT_EQ(limits.work.load_wavefronts, 128u * 64 / 32 * 256 * (32 + 1));
  EXPECT_EQ(limits.work.shared_wavefronts, 0u);
  EXPECT_EQ(limits.bound().by, LimitBy::kWavefronts);
  product.K = 257;  // rows begin in different banks, and 32 lines take 8 cycles
  limits = limits_of(described({"naive"}, product));
  EXPECT_EQ(limits.work.load_wavefronts, 128u * 64 / 32 * 257 * (8 + 1));
}

/// Padding removes the conflicts of the stores to As and nothing else.
TEST(LimitsKnown, PaddingChangesTheWavefrontsAlone) {
  const Product product{.M = 1024, .N = 1024, .K = 64};
  const Limits before = limits_of(of_warp_tile(product));
  const Limits after = limits_of(described({.name = "warp_tile", .numbers = {{"PA", "4"}}}, product));
  for (const LimitBy same : {LimitBy::kMultiplyAdds, LimitBy::kL2, LimitBy::kDram}) {
    EXPECT_EQ(before.by(same).cycles(), after.by(same).cycles()) << name_of(same);
    EXPECT_EQ(before.by(same).most_cycles(), after.by(same).most_cycles()) << name_of(same);
  }
  EXPECT_EQ(before.work.load_wavefronts, after.work.load_wavefronts);
  // From 4-way to 2-way: 64 requests for each of 4 k-tiles of 64 blocks.
  EXPECT_EQ(before.work.shared_wavefronts - after.work.shared_wavefronts, 64u * 4 * 64 * 2);
  EXPECT_LT(after.by(LimitBy::kWavefronts).cycles(), before.by(LimitBy::kWavefronts).cycles());
}

TEST(LimitsKnown, ResidentWarpsAreThoseOfTheScarcestResource) {
  const format::Recording r = of_warp_tile({.M = 128, .N = 128, .K = 16});  // 128 threads, 16 KiB
  const auto with = [&](std::optional<std::uint32_t> registers) {
    return *analysis::limits(r, analysis::CostTable(r), kMachineH200, ConflictModel::kFused, registers).resident;
  };
  EXPECT_EQ(with(std::nullopt).warps, 13u * 4);  // of 228 KiB, 16 + 1 for each block
  EXPECT_FALSE(with(std::nullopt).registers_known);
  EXPECT_EQ(with(190).warps, 2u * 4);  // 65536 / (32 * 192) = 10 warps, 8 on whole schedulers
  EXPECT_EQ(with(190).limited_by, analysis::Scarce::kRegisters);
}

TEST(LimitsMissing, OfLostRequestsNothingIsInvented) {
  format::Recording lost = of_warp_tile({.M = 256, .N = 256, .K = 32});
  EXPECT_GT(limits_of(lost).gflops(kMachineH200), 0);
  lost.dropped = 1;
  EXPECT_EQ(limits_of(lost).missing, Missing::kDropped);
  EXPECT_EQ(limits_of(lost).gflops(kMachineH200), 0);
  EXPECT_TRUE(limits_of(lost).resident);
}

TEST(LimitsMissing, OfAnUnknownMachineNothingIsInvented) {
  analysis::Machine unknown;
  unknown.multiprocessors = 10, unknown.clock_mhz = 1000, unknown.lanes = 64;
  const Limits limits = limits_of(of_warp_tile({.M = 256, .N = 256, .K = 32}), unknown);
  EXPECT_FALSE(limits.by(LimitBy::kDram).known());
  EXPECT_EQ(limits.by(LimitBy::kDram).most_cycles(), 0);
  EXPECT_GT(limits.by(LimitBy::kDram).work, 0);
  EXPECT_EQ(limits.resident, std::nullopt);
  EXPECT_EQ(limits.bound().by, LimitBy::kMultiplyAdds);
}

TEST(RooflineKnown, PointsAndRoofsAreInTheSameBytes) {
  const format::Recording r = of_warp_tile({.M = 2048, .N = 2560, .K = 512});
  const Limits limits = limits_of(r);
  const analysis::RooflinePoint point = roofline_point(r, limits, kMachineH200);
  const double flop = 2.0 * 2048 * 2560 * 512;
  EXPECT_DOUBLE_EQ(*point.flop_per_byte[0], flop / (128.0 * 320 * (512 / 16) * kWavefrontsOfAKTile));
  EXPECT_DOUBLE_EQ(*point.flop_per_byte[1], flop / kMostBytes);
  EXPECT_DOUBLE_EQ(*point.flop_per_byte[2], flop / (4.0 * (2048 * 512 + 512 * 2560 + 2048 * 2560)));
  EXPECT_EQ(point.measured, std::nullopt);
  EXPECT_NEAR(bandwidth_of(analysis::Roof::kWavefronts, kMachineH200), 128 * 132 * 1.98, 1e-9);
  EXPECT_EQ(bandwidth_of(analysis::Roof::kSectors, kMachineH200), 8930);
  // A kernel whose blocks fill all SMs evenly attains what its roofs allow.
  for (std::size_t roof : {0, 2})
    EXPECT_LE(point.attainable,
              *point.flop_per_byte[roof] * bandwidth_of(static_cast<analysis::Roof>(roof), kMachineH200));
}

}  // namespace
}  // namespace gemmscope::testing
