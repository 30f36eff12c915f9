// SPDX-License-Identifier: MIT
// The figures of a setting, computed from a block or a few, against a count of every single request of the whole
// launch.
#include <gtest/gtest.h>

#include "app/sweep/plan.h"
#include "app/sweep/run.h"
#include "tests/recorded.h"
#include "tests/requests.h"
#include "tracing/analysis/coalescing.h"
#include "tracing/analysis/modelled_cycles.h"

namespace gemmscope::sweep {
namespace {

using analysis::ConflictModel;

/// Each request of all blocks, decoded and counted by itself.
Figures naive_figures(const format::Recording& r) {
  Figures figures;
  testing::for_each_request(r, [&](const format::Request& request, const format::Site& site) {
    const analysis::WarpAccess access = analysis::warp_access(r, request);
    if (r.tensors[site.tensor].space == format::Space::kGlobal) {
      const analysis::GlobalCost cost = analysis::global_cost(access);
      figures.sectors += cost.sector_count;
      figures.ideal_sectors += (cost.useful_bytes + 31u) / 32;
      return;
    }
    SharedFigures& shared = site.op == format::Op::kStore ? figures.stores : figures.loads;
    for (std::size_t m = 0; m < analysis::kConflictModels; ++m) {
      const analysis::SharedCost cost = analysis::shared_cost(access, static_cast<ConflictModel>(m));
      shared.wavefronts[m] += static_cast<std::uint64_t>(cost.wavefronts);
      shared.ideal[m] += static_cast<std::uint64_t>(cost.ideal);
    }
    figures.cycles_h200 += analysis::modelled_cycles_h200(access);
  });
  return figures;
}

void expect_as_counted_one_by_one(const Row& row) {
  SCOPED_TRACE(row.request.kernel + " " + row.request.preset + " " + row.layout());
  ASSERT_EQ(row.state, State::kCounted) << row.reason;
  record::RecordRequest whole = row.request;
  whole.block_y.reset(), whole.block_x.reset();
  const format::Recording recording = testing::recorded(whole);
  const Figures naive = naive_figures(recording);
  EXPECT_EQ(row.figures->stores, naive.stores);
  EXPECT_EQ(row.figures->loads, naive.loads);
  EXPECT_EQ(row.figures->sectors, naive.sectors);
  EXPECT_EQ(row.figures->ideal_sectors, naive.ideal_sectors);
  EXPECT_NEAR(row.figures->cycles_h200, naive.cycles_h200, 1e-9 * naive.cycles_h200);
  EXPECT_TRUE(row.figures->basis.exact());
  EXPECT_EQ(row.figures->basis.all_blocks, recording.blocks.size());
}

/// All but those that would fault.
void expect_all_as_counted_one_by_one(const std::vector<Row>& rows) {
  std::size_t counted = 0;
  for (const Row& row : rows) {
    if (row.state == State::kFaults) continue;
    expect_as_counted_one_by_one(row);
    ++counted;
  }
  EXPECT_GT(counted, 0u);
}

class FiguresOf : public ::testing::TestWithParam<const kernels::KernelInfo*> {
 protected:
  /// Two by three blocks; `beyond` more rows and columns. All sizes are different.
  std::vector<Row> swept(std::uint32_t beyond) const {
    const kernels::KernelInfo& kernel = *GetParam();
    record::RecordRequest base;
    base.kernel = kernel.name;
    const kernels::BlockGeometry g = kernels::resolve(kernel.name, "", {})->geometry();
    base.M = static_cast<std::uint32_t>(2 * g.BM) + beyond, base.N = static_cast<std::uint32_t>(3 * g.BN) + 3 * beyond;
    base.K = static_cast<std::uint32_t>(2 * g.BK) + (kernel.name == "sgemm64" ? 0 : beyond);
    if (g.column_major) base.M -= beyond % 4, base.N -= 3 * beyond % 4;
    std::vector<Axes> sweeps;
    for (const kernels::ParameterInfo& p : kernel.parameters)
      if (!p.choices.empty())
        sweeps.push_back({{std::string(p.name), {std::string(p.choices.back())}}});
      else if (p.most == 32 && p.least == 0)
        sweeps.push_back({{std::string(p.name), {"0", "3", "8"}}});
    if (sweeps.empty()) sweeps.emplace_back();
    auto rows = plan(base, sweeps);
    EXPECT_TRUE(rows) << rows.error().message;
    const auto tally = run(*rows, {});
    EXPECT_TRUE(tally) << tally.error().message;
    return std::move(*rows);
  }
};

TEST_P(FiguresOf, WholeTiles) { expect_all_as_counted_one_by_one(swept(0)); }

TEST_P(FiguresOf, TilesThatTheMatrixEndsIn) { expect_all_as_counted_one_by_one(swept(4)); }

INSTANTIATE_TEST_SUITE_P(Kernels, FiguresOf, ::testing::ValuesIn(testing::every_kernel()), testing::name_of_kernel);

}  // namespace
}  // namespace gemmscope::sweep
