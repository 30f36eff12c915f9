// SPDX-License-Identifier: MIT
// The figures of a setting, against a count of every single request of the whole launch.
#include <gtest/gtest.h>

#include "app/sweep/row.h"
#include "tests/requests.h"
#include "tests/steps/step.h"
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

/// Two by three blocks of at most 128 x 128, all sizes different; where edges are guarded, some rows and columns more.
void expect_as_counted_one_by_one(const testing::Step& step, std::uint32_t beyond) {
  const format::Recording r = testing::described(step, {256 + beyond, 384 + beyond, 64 + beyond});
  const Figures naive = naive_figures(r), figures = figures_of(r);
  EXPECT_EQ(figures.stores, naive.stores);
  EXPECT_EQ(figures.loads, naive.loads);
  EXPECT_EQ(figures.sectors, naive.sectors);
  EXPECT_EQ(figures.ideal_sectors, naive.ideal_sectors);
  EXPECT_NEAR(figures.cycles_h200, naive.cycles_h200, 1e-9 * naive.cycles_h200);
}

class FiguresOf : public ::testing::TestWithParam<std::string> {};

TEST_P(FiguresOf, AreAsCountedOneByOne) { expect_as_counted_one_by_one({.name = GetParam()}, 0); }

INSTANTIATE_TEST_SUITE_P(Steps, FiguresOf, ::testing::ValuesIn(testing::all_steps()), testing::name_of_step);

TEST(Figures, OfTilesThatTheMatrixEndsIn) {
  for (const std::string& step : testing::steps_with_edges()) {
    SCOPED_TRACE(step);
    expect_as_counted_one_by_one({.name = step}, 4);
  }
}

TEST(Figures, OfConflictsOfOtherPaddings) {
  for (const char* padding : {"2", "4"}) expect_as_counted_one_by_one({.numbers = {{"PA", padding}}}, 0);
}

}  // namespace
}  // namespace gemmscope::sweep
