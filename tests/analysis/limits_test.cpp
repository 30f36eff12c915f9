// SPDX-License-Identifier: MIT
// Wavefronts of loads in L1 where it matters at which byte they begin; tests/golden/limits_test.cpp has the kernels.
#include "tracing/analysis/limits.h"

#include <gtest/gtest.h>

#include "tests/analysis/warp_tile_recording.h"
#include "tests/requests.h"
#include "tracing/analysis/geometry.h"
#include "tracing/analysis/l1_wavefronts.h"

namespace gemmscope::analysis::testing {
namespace {

/// Every request decoded, and counted by its own addresses.
std::uint64_t one_by_one(const format::Recording& r) {
  std::uint64_t wavefronts = 0;
  gemmscope::testing::for_each_request(r, [&](const format::Request& request, const format::Site& site) {
    if (r.tensors[site.tensor].space == format::Space::kGlobal && site.op == format::Op::kLoad)
      wavefronts += static_cast<std::uint64_t>(l1_wavefronts(warp_access(r, request)));
  });
  return wavefronts;
}

std::uint64_t counted(const format::Recording& r) { return limits(r, CostTable(r), kMachineH200).work.load_wavefronts; }

format::Recording one_block() { return warp_tile_recording({.M = 128, .N = 128, .K = 16}); }

TEST(LoadWavefronts, AreThoseOfTheAddressesWhereverTheMatrixBegins) {
  const format::Recording whole = one_block();
  ASSERT_GT(counted(whole), 0u);
  for (const std::uint32_t shift : {4u, 8u, 16u, 64u}) {  // a load of 16 bytes faults unless it begins at a multiple
    format::Recording shifted = whole;
    for (std::uint32_t& base : shifted.blocks[0].base) base += shift;
    EXPECT_EQ(counted(shifted), one_by_one(shifted)) << shift;
    EXPECT_EQ(counted(shifted) != 0, shift % 16 == 0) << shift;
  }
}

/// Addresses of a template count from the first access of its segment.
TEST(LoadWavefronts, DoNotDependOnWhatElseASegmentLoads) {
  format::Recording r = one_block();
  for (format::Template& coded : r.templates)
    for (std::uint32_t& address : coded.addresses) address -= 12;
  for (std::uint32_t& base : r.blocks[0].base) base += 12;
  EXPECT_GT(one_by_one(r), 0u);
  EXPECT_EQ(counted(r), one_by_one(r));
}

/// Bytes 0, 2 and 132 are of one word each in banks 0 and 1; 2, 4 and 134 are of two words in bank 1.
TEST(LoadWavefronts, OfTwoBytesAreThoseOfTheWordsTheyLieIn) {
  format::Recording r = one_block();
  for (format::Site& site : r.sites)
    if (r.tensors[site.tensor].space == format::Space::kGlobal) site.width = 2;
  for (format::Template& coded : r.templates)
    for (std::size_t i = 0; i < coded.addresses.size(); ++i)
      coded.addresses[i] = i % kLanes == 1 ? 2 : i % kLanes == 2 ? 132 : 0;
  const std::uint64_t requests = counted(r);
  EXPECT_EQ(one_by_one(r), requests);
  for (std::uint32_t& base : r.blocks[0].base) base += 2;
  EXPECT_EQ(one_by_one(r), 2 * requests);
  EXPECT_EQ(counted(r), 2 * requests);
}

format::Recording found(bool share, std::uint32_t parts) {
  format::Recording r = one_block();
  r.found_tile->shares_fragments = share, r.found_tile->k_parts = parts;
  return r;
}

TEST(Limits, DoNotCountBlocksThatReturnAtOnceAsMultiplying) {
  const format::Recording one = found(false, 1);
  format::Recording r = one;
  r.grid_x = 2;
  r.patterns.emplace_back().warp_requests.resize(r.warps());
  r.blocks.push_back({.y = 0, .x = 1, .pattern = 1});
  const auto work = [](const format::Recording& of) { return limits(of, CostTable(of), kMachineH200).work; };
  EXPECT_EQ(work(r).blocks, 1u);
  EXPECT_EQ(work(r).made_multiply_adds, work(one).made_multiply_adds);
}

TEST(Limits, OfMatrixInstructionsLeaveOutTheMultiplyAdds) {
  const auto by = [](const format::Recording& r) {
    return limits(r, CostTable(r), kMachineH200).by(LimitBy::kMultiplyAdds);
  };
  EXPECT_TRUE(by(found(false, 1)).known());
  EXPECT_FALSE(by(found(true, 1)).known());
  EXPECT_NE(limits(found(true, 1), CostTable(one_block()), kMachineH200).bound().by, LimitBy::kMultiplyAdds);
}

/// An SM of compute capability 9.0 makes half as many multiply-adds of doubles, and twice as many of pairs of halves.
TEST(Limits, OfDoublesAndPairsOfHalvesHaveTheirOwnRates) {
  Machine unknown = kMachineH200;
  unknown.double_lanes = unknown.half_pair_lanes = 0;
  struct Case {
    const char* instruction;
    std::uint32_t bytes, per_cycle;
  };
  for (const Case& each :
       {Case{"fma.rn.f64 %fd1, %fd2, %fd3, %fd1;", 8, 64}, Case{"fma.rn.f16x2 %r1, %r2, %r3, %r1;", 2, 256}}) {
    format::Recording r = found(false, 1);
    const auto rate = [&](const Machine& machine) {
      return limits(r, CostTable(r), machine).by(LimitBy::kMultiplyAdds).per_cycle;
    };
    r.code.entry = "mine", r.code.ptx = ".visible .entry mine(\n)\n{\n" + std::string(each.instruction) + "\n}\n";
    EXPECT_EQ(rate(kMachineH200), kMachineH200.lanes);  // sums of such numbers, of factors that are none
    for (const format::Matrix of : {format::Matrix::kA, format::Matrix::kB})
      r.tensors[*r.tensor_of(of)].element_bytes = each.bytes;
    EXPECT_EQ(rate(kMachineH200), each.per_cycle);
    EXPECT_EQ(rate(unknown), 0);
  }
}

/// Each of two blocks makes half of them.
TEST(Limits, OfADividedKCountEachMultiplyAddOnce) {
  const auto made = [](const format::Recording& r) {
    return limits(r, CostTable(r), kMachineH200).work.made_multiply_adds;
  };
  EXPECT_EQ(made(found(false, 2)) * 2, made(found(false, 1)));
}

}  // namespace
}  // namespace gemmscope::analysis::testing
