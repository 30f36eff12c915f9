// SPDX-License-Identifier: MIT
// What limits a kernel: figures worked out by hand, and for every kernel a count of every single request.
#include "tracing/analysis/limits.h"

#include <gtest/gtest.h>

#include "tracing/analysis/l1_wavefronts.h"
#include "tracing/analysis/roofline.h"
#include "tracing/record/configurations.h"
#include "tracing/record/plan.h"
#include "tracing/simt/emulator.h"

namespace gemmscope::testing {
namespace {

using analysis::ConflictModel;
using analysis::kMachineH200;
using analysis::LimitBy;
using analysis::Limits;
using analysis::Missing;
using format::Range;
using record::RecordRequest;

format::Recording recorded(const RecordRequest& request) {
  auto recording = simt::record(request);
  EXPECT_TRUE(recording) << recording.error().message;
  return recording ? std::move(*recording) : format::Recording{};
}

Limits limits_of(const format::Recording& recording, const analysis::Machine& machine = kMachineH200) {
  return analysis::limits(recording, analysis::CostTable(recording), machine);
}

/// Every request of a recording of all blocks, one by one.
analysis::Work counted_one_by_one(const format::Recording& r) {
  analysis::Work work;
  for (std::uint32_t block = 0; block < r.blocks.size(); ++block)
    for (const format::Segment& segment : r.patterns[r.blocks[block].pattern].segments)
      for (std::size_t row = 0; row < r.templates[segment.template_id].rows.size(); ++row) {
        const format::Request request = format::decode(r, block, segment, row);
        const format::Site& site = r.sites[request.site];
        const analysis::WarpAccess access = analysis::warp_access(site, request);
        if (r.tensors[site.tensor].space == format::Space::kShared) {
          work.shared_wavefronts += analysis::shared_cost(access).wavefronts;
          continue;
        }
        work.sector_bytes += 32ull * analysis::global_cost(access).sector_count;
        if (site.op == format::Op::kLoad) work.load_wavefronts += static_cast<std::uint64_t>(l1_wavefronts(access));
      }
  return work;
}

class LimitsOf : public ::testing::TestWithParam<const kernels::KernelInfo*> {
 protected:
  /// Two by three blocks of three k-tiles; `beyond`: so much more along M, N and K.
  RecordRequest request(std::uint32_t beyond = 0) const {
    RecordRequest request;
    request.kernel = GetParam()->name;
    const kernels::BlockGeometry g = record::variant_of(request)->geometry();
    request.M = 2 * static_cast<std::uint32_t>(g.BM) + beyond;
    request.N = 3 * static_cast<std::uint32_t>(g.BN) + beyond;
    request.K = 3 * static_cast<std::uint32_t>(g.BK) + beyond;
    return request;
  }
  void expect_as_counted(const RecordRequest& request) const {
    const format::Recording r = recorded(request);
    const Limits limits = limits_of(r);
    ASSERT_EQ(limits.missing, Missing::kNothing);
    const analysis::Work naive = counted_one_by_one(r);
    EXPECT_EQ(limits.work.shared_wavefronts, naive.shared_wavefronts);
    EXPECT_EQ(limits.work.load_wavefronts, naive.load_wavefronts);
    EXPECT_EQ(limits.work.sector_bytes, naive.sector_bytes);
    EXPECT_GE(limits.work.shared_cycles_h200, static_cast<double>(naive.shared_wavefronts));
  }
};

TEST_P(LimitsOf, WorkIsAsCountedOneByOne) { expect_as_counted(request()); }

TEST_P(LimitsOf, WorkAtEdgesIsAsCountedOneByOne) {
  RecordRequest edges = request(4);
  edges.alpha = 2, edges.beta = 3;
  if (!record::size_is_possible(edges)) edges = request(), edges.beta = 3;
  expect_as_counted(edges);
}

TEST_P(LimitsOf, OneBlockSaysWhatAllDo) {
  RecordRequest part = request();
  part.block_y = Range{1, 2}, part.block_x = Range{1, 2}, part.k_tiles = Range{1, 2};
  const Limits some = limits_of(recorded(part)), all = limits_of(recorded(request()));
  EXPECT_TRUE(some.basis.extrapolated());
  for (int by = 0; by < analysis::kLimits; ++by) {
    const auto which = static_cast<LimitBy>(by);
    EXPECT_EQ(some.by(which).work, all.by(which).work) << name_of(which);
    EXPECT_EQ(some.by(which).most_work, all.by(which).most_work) << name_of(which);
  }
}

std::string name_of_kernel(const ::testing::TestParamInfo<const kernels::KernelInfo*>& info) {
  return std::string(info.param->name);
}
std::vector<const kernels::KernelInfo*> ladder() {
  std::vector<const kernels::KernelInfo*> all;
  for (const kernels::KernelInfo& kernel : kernels::all_kernels()) all.push_back(&kernel);
  return all;
}
INSTANTIATE_TEST_SUITE_P(Ladder, LimitsOf, ::testing::ValuesIn(ladder()), name_of_kernel);

RecordRequest warp_tile(std::uint32_t M, std::uint32_t N, std::uint32_t K) {
  RecordRequest request;
  request.kernel = "warp_tile", request.preset = "k10_a6000";  // 128 x 128 x 16
  request.M = M, request.N = N, request.K = K;
  request.block_y = request.block_x = Range{0, 1};
  return request;
}

/// 16 x 20 blocks of 128 x 128 on 132 SMs: one has three of the 320.
TEST(LimitsKnown, EachIsItsFormula) {
  const format::Recording r = recorded(warp_tile(2048, 2560, 512));
  const Limits limits = limits_of(r);
  ASSERT_EQ(limits.missing, Missing::kNothing);
  EXPECT_EQ(limits.work.blocks, 320u);
  EXPECT_EQ(limits.blocks_of_busiest, 3u);
  EXPECT_DOUBLE_EQ(limits.by(LimitBy::kMultiplyAdds).cycles(), 3.0 * 128 * 128 * 512 / 128);

  // A k-tile of a block: As is stored by 64 requests of 4 bytes, 4-way; Bs by 16 of 16 bytes. In each of 16 steps, 4
  // warps read 2 x 16 bytes of As, whose phases fuse to 2, and 4 x 16 bytes of Bs in 4 phases each. A and B come in 16
  // requests of 16 bytes each; the 8 lanes of a quarter-warp lie in two rows of A, a multiple of 128 bytes apart.
  const double shared = 64 * 4 + 16 * 4 + 16 * 4 * (2 * 2 + 4 * 4), loads = 16 * 8 + 16 * 4;
  EXPECT_DOUBLE_EQ(limits.by(LimitBy::kWavefronts).work, 3 * (512 / 16) * (shared + loads));
  EXPECT_EQ(limits.by(LimitBy::kWavefronts).per_cycle, 1);

  const double once = 4.0 * (2048 * 512 + 512 * 2560 + 2048 * 2560);
  const double most = 4.0 * (2048 * 512 * 20 + 512 * 2560 * 16 + 2048 * 2560);  // all sectors are full
  EXPECT_DOUBLE_EQ(limits.by(LimitBy::kL2).work, once);
  EXPECT_DOUBLE_EQ(limits.by(LimitBy::kL2).most_work, most);
  EXPECT_DOUBLE_EQ(limits.by(LimitBy::kL2).cycles(), once / 8930e9 * 1980e6);
  EXPECT_DOUBLE_EQ(limits.by(LimitBy::kDram).most_cycles(), most / 4474e9 * 1980e6);

  EXPECT_EQ(limits.bound().by, LimitBy::kMultiplyAdds);
  EXPECT_DOUBLE_EQ(limits.gflops(kMachineH200), 2.0 * 2048 * 2560 * 512 / (3.0 * 128 * 512 / 1.98));
}

TEST(LimitsKnown, CCountsTwiceWhereItIsRead) {
  RecordRequest request = warp_tile(128, 128, 16);
  const double without = limits_of(recorded(request)).by(LimitBy::kDram).work;
  request.beta = 2;
  EXPECT_EQ(limits_of(recorded(request)).by(LimitBy::kDram).work - without, 4.0 * 128 * 128);
}

/// Each lane of naive reads its own row of A, a multiple of 128 bytes apart: 32 wavefronts; of B one element for all.
TEST(LimitsKnown, NaiveIsLimitedByItsLoads) {
  RecordRequest request = warp_tile(128, 64, 256);
  request.kernel = "naive", request.preset = "square32";
  Limits limits = limits_of(recorded(request));
  EXPECT_EQ(limits.work.load_wavefronts, 128u * 64 / 32 * 256 * (32 + 1));
  EXPECT_EQ(limits.work.shared_wavefronts, 0u);
  EXPECT_EQ(limits.bound().by, LimitBy::kWavefronts);
  request.K = 257;  // rows begin in different banks, and 32 lines take 8 cycles
  limits = limits_of(recorded(request));
  EXPECT_EQ(limits.work.load_wavefronts, 128u * 64 / 32 * 257 * (8 + 1));
}

/// Padding removes the conflicts of the stores to As and nothing else.
TEST(LimitsKnown, PaddingChangesTheWavefrontsAlone) {
  RecordRequest request = warp_tile(1024, 1024, 64);
  const Limits before = limits_of(recorded(request));
  request.overrides = {{"PA", "4"}};
  const Limits after = limits_of(recorded(request));
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
  const format::Recording r = recorded(warp_tile(128, 128, 16));  // 128 threads, 16 KiB
  const auto with = [&](std::optional<std::uint32_t> registers) {
    return *analysis::limits(r, analysis::CostTable(r), kMachineH200, ConflictModel::kFused, registers).resident;
  };
  EXPECT_EQ(with(std::nullopt).warps, 13u * 4);  // of 228 KiB, 16 + 1 for each block
  EXPECT_FALSE(with(std::nullopt).registers_known);
  EXPECT_EQ(with(190).warps, 2u * 4);  // 65536 / (32 * 192) = 10 warps, 8 on whole schedulers
  EXPECT_EQ(with(190).limited_by, analysis::Scarce::kRegisters);
}

TEST(LimitsMissing, NothingIsInvented) {
  RecordRequest request = warp_tile(256, 256, 32);
  request.epilogue = false;
  const Limits part = limits_of(recorded(request));
  EXPECT_EQ(part.missing, Missing::kWriteBack);
  EXPECT_EQ(part.gflops(kMachineH200), 0);
  EXPECT_TRUE(part.resident);

  request.epilogue = true;
  analysis::Machine unknown;
  unknown.multiprocessors = 10, unknown.clock_mhz = 1000, unknown.lanes = 64;
  const Limits limits = limits_of(recorded(request), unknown);
  EXPECT_FALSE(limits.by(LimitBy::kDram).known());
  EXPECT_EQ(limits.by(LimitBy::kDram).most_cycles(), 0);
  EXPECT_GT(limits.by(LimitBy::kDram).work, 0);
  EXPECT_EQ(limits.resident, std::nullopt);
  EXPECT_EQ(limits.bound().by, LimitBy::kMultiplyAdds);
}

TEST(RooflineKnown, PointsAndRoofsAreInTheSameBytes) {
  const format::Recording r = recorded(warp_tile(2048, 2560, 512));
  const Limits limits = limits_of(r);
  const analysis::RooflinePoint point = roofline_point(r, limits, kMachineH200);
  const double flop = 2.0 * 2048 * 2560 * 512;
  EXPECT_DOUBLE_EQ(*point.flop_per_byte[0], flop / (128.0 * double(limits.work.wavefronts())));
  EXPECT_DOUBLE_EQ(*point.flop_per_byte[1], flop / double(limits.work.sector_bytes));
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
