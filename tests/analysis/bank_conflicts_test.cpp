// SPDX-License-Identifier: MIT
// The rules of shared memory, one sentence each. Most are checked by the compiler.
#include <gtest/gtest.h>

#include "tracing/analysis/bank_conflicts.h"
#include "tracing/analysis/modelled_cycles.h"

namespace gemmscope::analysis {
namespace {

constexpr WarpAccess strided(std::uint32_t stride_bytes, std::uint8_t width, Instruction op = Instruction::kLoad) {
  WarpAccess access{.instruction = op, .width = width};
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) access.address[lane] = lane * stride_bytes;
  return access;
}

constexpr int waves(std::uint32_t stride_bytes, std::uint8_t width, ConflictModel model = ConflictModel::kFused) {
  return shared_cost(strided(stride_bytes, width), model).wavefronts;
}

constexpr WarpAccess only(WarpAccess access, std::uint32_t mask) {
  access.mask = mask;
  return access;
}

static_assert(waves(4, 4) == 1);     // row of float
static_assert(waves(0, 4) == 1);     // broadcast
static_assert(waves(8, 4) == 2);     // every other float
static_assert(waves(128, 4) == 32);  // column of float[32][32]
static_assert(waves(132, 4) == 1);   // column of float[32][33]: padding works
static_assert(waves(2, 2) == 1);     // row of half: two lanes share a word
static_assert(waves(4, 2) == 1);     // every other half
static_assert(waves(8, 2) == 2);
static_assert(waves(1, 1) == 1);      // row of bytes
static_assert(waves(128, 1) == 32);   // column of bytes
static_assert(waves(8, 8) == 2);      // row of float2: two half-warps
static_assert(waves(16, 16) == 4);    // row of float4: four quarter-warps, no conflict
static_assert(waves(32, 16) == 8);    // every other float4
static_assert(waves(128, 16) == 32);  // column of float4[32][8]
static_assert(waves(144, 16) == 4);   // column of float4[32][9]
static_assert(waves(0, 8) == 1);      // one float2 for all: fused to one phase
static_assert(waves(0, 16) == 2);     // one float4 for all: fused to two phases, never one
static_assert(waves(0, 16, ConflictModel::kTextbook) == 4);
static_assert(shared_cost(strided(0, 16, Instruction::kStore)).wavefronts == 4);  // stores never fuse
static_assert(shared_cost(strided(128, 16, Instruction::kLoadMatrix)).wavefronts == 32);
static_assert(shared_cost(strided(0, 16, Instruction::kLoadMatrix)).wavefronts == 4);  // one phase per matrix

// Sub-ops: four 4-byte accesses of the whole warp each.
static_assert(waves(16, 16, ConflictModel::kSubop) == 16);
static_assert(shared_cost(strided(16, 16), ConflictModel::kSubop).max_nway == 4);
static_assert(waves(4, 4, ConflictModel::kSubop) == 1);

// Phases without an active lane cost nothing; excess is counted against the others.
static_assert(shared_cost(only(strided(32, 16), 0x000000ff)).wavefronts == 2);
static_assert(shared_cost(only(strided(32, 16), 0x000000ff)).ideal == 1);
static_assert(shared_cost(only(strided(32, 16), 0x000000ff)).excess() == 1);
static_assert(shared_cost(only(strided(4, 4), 0)).wavefronts == 0);
static_assert(shared_cost(only(strided(4, 4), 0)).max_nway == 0);

// An inactive partner does not break a pair.
static_assert(shared_cost(only(strided(16, 16), 0x55555555)).fusion == Fusion::kXor1);
static_assert(shared_cost(strided(16, 16)).fusion == Fusion::kNone);

// Misaligned lanes are named, and nothing is counted.
static_assert(shared_cost(strided(2, 4)).misaligned == 0xaaaaaaaa);
static_assert(shared_cost(strided(2, 4)).wavefronts == 0);
static_assert(shared_cost(strided(8, 16)).misaligned == 0xaaaaaaaa);

// Modelled cycles: wavefronts where they dominate, the data path where they do not.
static_assert(modelled_cycles_h200(strided(128, 4)) == 32.25);
static_assert(modelled_cycles_h200(strided(0, 16)) == 2.65);
static_assert(modelled_cycles_h200(strided(2, 4)) == 0);

/// As store of warp_tile without padding: lane l writes row 4*(l%4), column l/4, rows 512 bytes apart.
constexpr WarpAccess transposed_store() {
  WarpAccess access{.instruction = Instruction::kStore, .width = 4};
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) access.address[lane] = lane % 4 * 4 * 512 + lane / 4 * 4;
  return access;
}

TEST(SharedCost, SaysInWhichWavefrontALaneIsServed) {
  const SharedCost cost = shared_cost(transposed_store());
  ASSERT_EQ(cost.phase_count, 1);
  EXPECT_EQ(cost.wavefronts, 4);
  const Phase& phase = cost.phases[0];
  for (std::size_t bank = 0; bank < kBanks; ++bank) EXPECT_EQ(phase.words_in_bank[bank], bank < 8 ? 4 : 0) << bank;
  for (std::size_t lane = 0; lane < kLanes; ++lane) EXPECT_EQ(phase.wavefront_of_lane[lane], lane % 4) << lane;
}

TEST(SharedCost, LanesOfOneWordShareAWavefront) {
  WarpAccess access = strided(0, 4);
  access.address[7] = 128;  // same bank, another word
  const Phase phase = shared_cost(access).phases[0];
  EXPECT_EQ(phase.words_in_bank[0], 2);
  for (std::size_t lane = 0; lane < kLanes; ++lane) EXPECT_EQ(phase.wavefront_of_lane[lane], lane == 7 ? 1 : 0);
}

TEST(SharedCost, PhasesNameTheirLanes) {
  const SharedCost plain = shared_cost(only(strided(16, 16), 0xffff00ff));
  ASSERT_EQ(plain.phase_count, 4);
  EXPECT_EQ(plain.phases[1].slots, 0x0000ff00u);
  EXPECT_EQ(plain.phases[1].lanes, 0u);
  EXPECT_EQ(plain.phases[1].wavefront_of_lane[8], kNotServed);
  EXPECT_EQ(plain.ideal, 3);

  const SharedCost fused = shared_cost(strided(0, 16));
  ASSERT_EQ(fused.phase_count, 2);
  EXPECT_EQ(fused.phases[0].slots, 0x0000ffffu);
  EXPECT_EQ(fused.phases[1].slots, 0xffff0000u);

  const SharedCost subop = shared_cost(strided(16, 16), ConflictModel::kSubop);
  ASSERT_EQ(subop.phase_count, 4);
  EXPECT_EQ(subop.phases[2].slots, kAllLanes);
  EXPECT_EQ(subop.phases[2].first_word, 2);
  EXPECT_EQ(subop.phases[2].words, 1);
}

TEST(SharedCost, NumbersWavefrontsOverTheWholeRequest) {
  const SharedCost cost = shared_cost(only(strided(32, 16), 0xffff00ff));  // three phases of two wavefronts
  EXPECT_EQ(served_in(cost, 0), 0);
  EXPECT_EQ(served_in(cost, 4), 1);
  EXPECT_EQ(served_in(cost, 8), std::nullopt);
  EXPECT_EQ(served_in(cost, 16), 2);
  EXPECT_EQ(served_in(cost, 31), 5);
  EXPECT_EQ(served_in(shared_cost(strided(2, 4)), 0), std::nullopt);
}

TEST(SharedCost, NamesTheRuleAndTheReason) {
  EXPECT_EQ(name_of(ConflictModel::kFused), "fused");
  EXPECT_EQ(name_of(ConflictModel::kTextbook), "textbook");
  EXPECT_EQ(name_of(ConflictModel::kSubop), "subop");
  EXPECT_EQ(reason_of(shared_cost(strided(0, 16)).fusion), "lanes 0 and 1, 2 and 3, and so on read the same address");
  WarpAccess pairs_of_two = strided(16, 16);
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) pairs_of_two.address[lane] = 16 * (lane & ~2u);
  EXPECT_EQ(reason_of(shared_cost(pairs_of_two).fusion), "lanes 0 and 2, 1 and 3, and so on read the same address");
}

}  // namespace
}  // namespace gemmscope::analysis
