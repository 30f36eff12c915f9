// SPDX-License-Identifier: MIT
// Resident warps against what the driver of an H100 said of the steps that were measured there: its SMs hold as much as
// those of an H200.
#include "tracing/analysis/occupancy.h"

#include <gtest/gtest.h>

#include <set>

#include "app/results/bench_report.h"
#include "tests/steps/step.h"

namespace gemmscope::sweep {
namespace {

TEST(Occupancy, IsTheDriversForEveryMeasuredStep) {
  std::set<std::string> steps;
  for (const results::BenchReport& report : *results::shipped())
    for (const results::ProductRate& rate : report.products) {
      if (!rate.numbers.empty()) continue;
      const format::Recording r =
          testing::recorded({.name = rate.kernel}, {.block_y = format::Range{0, 1}, .block_x = format::Range{0, 1}});
      const auto registers = static_cast<std::uint32_t>(rate.registers);
      const analysis::Occupancy held =
          analysis::occupancy({r.threads, r.shared_bytes, registers}, analysis::kLimitsH200);
      EXPECT_EQ(held.warps, static_cast<std::uint32_t>(rate.resident_warps)) << rate.kernel;
      EXPECT_GE(analysis::occupancy({r.threads, r.shared_bytes, {}}, analysis::kLimitsH200).warps, held.warps);
      steps.insert(rate.kernel);
    }
  EXPECT_EQ(steps.size(), testing::all_steps().size());
}

}  // namespace
}  // namespace gemmscope::sweep
