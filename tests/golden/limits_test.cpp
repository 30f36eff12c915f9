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

INSTANTIATE_TEST_SUITE_P(Kernels, LimitsOf, ::testing::ValuesIn(every_kernel()), name_of_kernel);

}  // namespace
}  // namespace gemmscope::testing
