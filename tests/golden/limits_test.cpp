// SPDX-License-Identifier: MIT
// What limits a kernel, for every kernel against a count of every single request.
#include "tracing/analysis/limits.h"

#include <gtest/gtest.h>

#include "tests/recorded.h"
#include "tests/requests.h"
#include "tracing/analysis/l1_wavefronts.h"
#include "tracing/analysis/modelled_cycles.h"
#include "tracing/record/configurations.h"
#include "tracing/record/plan.h"

namespace gemmscope::testing {
namespace {

using analysis::kMachineH200;
using analysis::LimitBy;
using analysis::Limits;
using analysis::Missing;
using format::Range;
using record::RecordRequest;

Limits fused_limits_of(const format::Recording& recording) {
  return analysis::limits(recording, analysis::CostTable(recording), kMachineH200);
}

/// Every request of a recording of all blocks, one by one.
analysis::Work counted_one_by_one(const format::Recording& r) {
  analysis::Work work;
  for_each_request(r, [&](const format::Request& request, const format::Site& site) {
    const analysis::WarpAccess access = analysis::warp_access(r, request);
    if (r.tensors[site.tensor].space == format::Space::kShared) {
      work.shared_wavefronts += analysis::shared_cost(access).wavefronts;
      work.shared_cycles_h200 += analysis::modelled_cycles_h200(access);
      return;
    }
    work.sector_bytes += 32ull * analysis::global_cost(access).sector_count;
    if (site.op == format::Op::kLoad) work.load_wavefronts += static_cast<std::uint64_t>(l1_wavefronts(access));
  });
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
    const Limits limits = fused_limits_of(r);
    ASSERT_EQ(limits.missing, Missing::kNothing);
    const analysis::Work naive = counted_one_by_one(r);
    EXPECT_EQ(limits.work.shared_wavefronts, naive.shared_wavefronts);
    EXPECT_EQ(limits.work.load_wavefronts, naive.load_wavefronts);
    EXPECT_EQ(limits.work.sector_bytes, naive.sector_bytes);
    EXPECT_NEAR(limits.work.shared_cycles_h200, naive.shared_cycles_h200, 1e-9 * naive.shared_cycles_h200);
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
  const Limits some = fused_limits_of(recorded(part)), all = fused_limits_of(recorded(request()));
  EXPECT_TRUE(some.basis.extrapolated());
  for (int by = 0; by < analysis::kLimits; ++by) {
    const auto which = static_cast<LimitBy>(by);
    EXPECT_EQ(some.by(which).work, all.by(which).work) << name_of(which);
    EXPECT_EQ(some.by(which).most_work, all.by(which).most_work) << name_of(which);
  }
}

/// A kernel multiplies the zeros that it fills in beyond an edge, so what M = 1 costs is what M = BM costs.
TEST_P(LimitsOf, BlocksAtEdgesMultiplyWholeTiles) {
  const RecordRequest whole = request();
  const Limits expected = fused_limits_of(recorded(whole));
  EXPECT_EQ(expected.work.made_multiply_adds, expected.work.multiply_adds);
  for (const std::uint32_t shorter : {1u, 4u, 7u})
    for (int axes = 1; axes < 8; ++axes) {
      RecordRequest cut = whole;
      if ((axes & 1) != 0) cut.M -= std::min(shorter, cut.M / 2 - 1);
      if ((axes & 2) != 0) cut.N -= std::min(shorter, cut.N / 3 - 1);
      if ((axes & 4) != 0) cut.K -= std::min(shorter, cut.K / 3 - 1);
      if (!record::size_is_possible(cut)) continue;
      const Limits limits = fused_limits_of(recorded(cut));
      EXPECT_EQ(limits.work.multiply_adds, 1.0 * cut.M * cut.N * cut.K);
      EXPECT_EQ(limits.by(LimitBy::kMultiplyAdds).work, expected.by(LimitBy::kMultiplyAdds).work)
          << cut.M << " " << cut.N << " " << cut.K;
    }
}

/// One row of C: eight blocks of 128 x 128, of which the busiest SM has one, 63 k-tiles of 16.
TEST(LimitsAtEdges, OneRowTakesAsLongAsItsTile) {
  RecordRequest request;
  request.kernel = "warp_tile", request.M = 1, request.N = request.K = 1000;
  const Limits limits = fused_limits_of(recorded(request));
  EXPECT_EQ(limits.by(LimitBy::kMultiplyAdds).cycles(), 128 * 128 * 63 * 16 / 128);
  EXPECT_EQ(limits.bound().by, LimitBy::kMultiplyAdds);
  EXPECT_NEAR(limits.gflops(kMachineH200), 2e6 / 65.16e-6 * 1e-9, 0.1);  // of the result
}

INSTANTIATE_TEST_SUITE_P(Kernels, LimitsOf, ::testing::ValuesIn(every_kernel()), name_of_kernel);

}  // namespace
}  // namespace gemmscope::testing
