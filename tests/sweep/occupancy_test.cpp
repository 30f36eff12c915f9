// SPDX-License-Identifier: MIT
// Resident warps against what the driver of an H200 said of every build that was measured there.
#include "tracing/analysis/occupancy.h"

#include <gtest/gtest.h>

#include "app/results/bench_report.h"
#include "kernels/table.h"
#include "tracing/record/configurations.h"

namespace gemmscope::sweep {
namespace {

TEST(Occupancy, IsTheDriversForEveryMeasuredBuild) {
  std::size_t builds = 0;
  for (const results::BenchReport& report : *results::shipped()) {
    if (report.device != analysis::kLimitsH200.device) continue;
    for (const results::KernelRate& rate : report.kernels) {
      std::vector<std::pair<std::string, std::string>> layout;
      for (const format::Parameter& p : record::parameters_of(rate.layout)) layout.emplace_back(p.name, p.value);
      const auto variant = kernels::resolve(rate.kernel, rate.preset, layout);
      if (!variant || rate.registers == 0) continue;
      const kernels::BlockGeometry g = variant->geometry();
      const analysis::BlockNeeds needs{static_cast<std::uint32_t>(g.NT), static_cast<std::uint32_t>(g.shared_bytes),
                                       static_cast<std::uint32_t>(rate.registers)};
      const analysis::Occupancy held = analysis::occupancy(needs, analysis::kLimitsH200);
      EXPECT_EQ(held.warps, static_cast<std::uint32_t>(rate.resident_warps))
          << rate.kernel << " " << rate.preset << " " << rate.layout;
      const analysis::Occupancy most =
          analysis::occupancy({needs.threads, needs.shared_bytes, {}}, analysis::kLimitsH200);
      EXPECT_GE(most.warps, held.warps);
      ++builds;
    }
  }
  EXPECT_GE(builds, 100u);
}

}  // namespace
}  // namespace gemmscope::sweep
