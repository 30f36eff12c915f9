// SPDX-License-Identifier: MIT
// What limits a kernel, for every step against a count of every single request.
#include "tracing/analysis/limits.h"

#include "tests/golden/steps.h"
#include "tests/requests.h"
#include "tracing/analysis/l1_wavefronts.h"
#include "tracing/analysis/modelled_cycles.h"

namespace gemmscope::testing {
namespace {

using analysis::kMachineH200;
using analysis::LimitBy;
using analysis::Limits;
using analysis::Missing;

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

void expect_as_counted(const format::Recording& r) {
  const Limits limits = fused_limits_of(r);
  ASSERT_EQ(limits.missing, Missing::kNothing);
  const analysis::Work naive = counted_one_by_one(r);
  EXPECT_EQ(limits.work.shared_wavefronts, naive.shared_wavefronts);
  EXPECT_EQ(limits.work.load_wavefronts, naive.load_wavefronts);
  EXPECT_EQ(limits.work.sector_bytes, naive.sector_bytes);
  EXPECT_NEAR(limits.work.shared_cycles_h200, naive.shared_cycles_h200, 1e-9 * naive.shared_cycles_h200);
}

class LimitsOf : public ::testing::TestWithParam<std::string> {};

TEST_P(LimitsOf, WorkIsAsCountedOneByOne) {
  const format::Recording r = described({GetParam()}, tiles({GetParam()}, 2, 3, 3));
  expect_as_counted(r);
  const analysis::Work work = fused_limits_of(r).work;
  EXPECT_EQ(work.multiply_adds, 1.0 * r.M * r.N * r.K);
  EXPECT_EQ(work.made_multiply_adds, work.multiply_adds);
}

INSTANTIATE_TEST_SUITE_P(Steps, LimitsOf, ::testing::ValuesIn(swept(all_steps())), name_of_step);

class LimitsAtEdges : public ::testing::TestWithParam<std::string> {};

TEST_P(LimitsAtEdges, WorkIsAsCountedOneByOne) {
  Product edges = tiles({GetParam()}, 2, 3, 3, 4);
  edges.alpha = 2, edges.beta = 3;
  expect_as_counted(described({GetParam()}, edges));
}

/// A step multiplies the zeros that it fills in beyond an edge, so what four rows less cost is what the whole tile
/// costs.
TEST_P(LimitsAtEdges, BlocksMultiplyWholeTiles) {
  const Product whole = tiles({GetParam()}, 2, 3, 3);
  const Limits expected = fused_limits_of(described({GetParam()}, whole));
  for (int axes = 1; axes < 8; ++axes) {
    Product cut = whole;
    if ((axes & 1) != 0) cut.M -= 4;
    if ((axes & 2) != 0) cut.N -= 4;
    if ((axes & 4) != 0) cut.K -= 4;
    const Limits limits = fused_limits_of(described({GetParam()}, cut));
    EXPECT_EQ(limits.work.multiply_adds, 1.0 * cut.M * cut.N * cut.K);
    EXPECT_EQ(limits.by(LimitBy::kMultiplyAdds).work, expected.by(LimitBy::kMultiplyAdds).work)
        << cut.M << " " << cut.N << " " << cut.K;
  }
}

/// Not naive and coalesced: they have no k-tiles.
std::vector<std::string> tiled_steps_with_edges() {
  std::vector<std::string> names = steps_with_edges();
  std::erase_if(names, [](const std::string& name) { return name == "naive" || name == "coalesced"; });
  return names;
}

INSTANTIATE_TEST_SUITE_P(Steps, LimitsAtEdges, ::testing::ValuesIn(tiled_steps_with_edges()), name_of_step);

}  // namespace
}  // namespace gemmscope::testing
