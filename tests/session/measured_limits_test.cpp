// SPDX-License-Identifier: MIT
// The limits of the model against the rates of the steps that were measured on an H100.
#include "app/session/measured_limits.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

#include "tests/steps/step.h"
#include "tracing/analysis/narrow_loads.h"
#include "tracing/format/file.h"
#include "tracing/machine/compile.h"

namespace gemmscope::session {
namespace {

const results::BenchReport& steps_report() {
  for (const results::BenchReport& report : *results::shipped())
    if (!report.products.empty()) return report;
  throw std::runtime_error("no report of the ladder's steps is included");
}

/// A launch cannot be faster than its bound. Where ptxas joins narrow loads, the machine code that was measured makes
/// fewer wavefronts than nvcc's PTX has; there the bound is that of the PTX, and other limits hold.
TEST(MeasuredLimits, NoMeasuredRateIsAboveTheBound) {
  const results::BenchReport& report = steps_report();
  std::set<std::string> kernels;
  int above = 0;
  for (const results::ProductRate& rate : report.products) {
    if (!rate.numbers.empty() || !kernels.insert(rate.kernel).second) continue;
    constexpr format::Range kAll{0, 1u << 20};  // addresses of all blocks: results would take minutes
    const format::Recording r = testing::described(
        {.name = rate.kernel}, {.M = rate.M, .N = rate.N, .K = rate.K, .block_y = kAll, .block_x = kAll});
    const MeasuredLimits both = measured_limits(r, analysis::CostTable(r), analysis::ConflictModel::kFused, &report);
    ASSERT_EQ(both.limits.missing, analysis::Missing::kNothing) << rate.kernel;
    const double reached = rate.rate.gflops / both.limits.gflops(both.machine);
    if (reached > 1) {
      ++above;
      EXPECT_TRUE(analysis::has_narrow_loads(r)) << rate.kernel << " " << reached;
      EXPECT_EQ(both.limits.bound().by, analysis::LimitBy::kWavefronts) << rate.kernel;
      EXPECT_LE(both.limits.by(analysis::LimitBy::kMultiplyAdds).cycles(),
                both.machine.clock_mhz * 1e3 * rate.rate.median_ms);
    }
    if (rate.kernel == "naive") {
      EXPECT_GT(reached, 0.98) << "its loads of A are what limits it";
    }
  }
  EXPECT_EQ(kernels.size(), testing::all_steps().size());
  EXPECT_EQ(above, 3);
}

/// No report has a program's registers, but ptxas can be asked.
TEST(MeasuredLimits, OfAProgramHaveTheRegistersThatPtxasNeeds) {
  const auto r = format::read_file("tests/data/recorded/product.gst");
  ASSERT_TRUE(r) << r.error().message;
  const auto compiled = machine::compile(r->code.ptx, r->code.entry, "sm_90");
  if (!compiled && compiled.error().kind == ErrorKind::kNoDevice) GTEST_SKIP() << compiled.error().message;
  ASSERT_TRUE(compiled) << compiled.error().message;
  const auto both = measured_limits(*r, analysis::CostTable(*r), analysis::ConflictModel::kFused, nullptr);
  ASSERT_TRUE(both.limits.resident && both.limits.resident->registers_known);
  EXPECT_EQ(both.limits.resident->warps,
            analysis::occupancy({r->threads, r->shared_bytes, compiled->needs.registers}, analysis::kLimitsH200).warps);
}

TEST(MeasuredLimits, HaveThePeakOfTheNumbersThatAreMultiplied) {
  format::Recording r = testing::described({.name = "shared_tile"}, {.M = 32, .N = 32, .K = 32});
  const auto lanes = [&](const results::BenchReport* report) {
    return measured_limits(r, analysis::CostTable(r), analysis::ConflictModel::kFused, report).machine.lanes;
  };
  EXPECT_EQ(lanes(nullptr), 128);
  r.code.ptx = ".entry " + r.code.entry + "()\n{\nfma.rn.f64 %fd1, %fd2, %fd3, %fd1;\n}\n";
  for (const format::Matrix of : {format::Matrix::kA, format::Matrix::kB})
    r.tensors[*r.tensor_of(of)].element_bytes = 8;
  EXPECT_EQ(lanes(nullptr), 64);
  results::BenchReport other;  // of a GPU whose rate of doubles is not known
  other.device = "another",
  other.peak = results::Peak{.gflops = 1, .multiprocessors = 7, .lanes = 96, .clock_mhz = 900};
  EXPECT_EQ(lanes(&other), 96);
}

TEST(MeasuredLimits, AreOfTheGpuThatTheReportIsOf) {
  results::BenchReport other;
  other.device = "another",
  other.peak = results::Peak{.gflops = 1, .multiprocessors = 7, .lanes = 64, .clock_mhz = 900};
  EXPECT_EQ(machine_of(nullptr).device, "NVIDIA H200");
  const analysis::Machine machine = machine_of(&other);
  EXPECT_EQ(machine.device, "another");
  EXPECT_DOUBLE_EQ(machine.peak_gflops(), 2e-3 * 7 * 64 * 900);
  EXPECT_EQ(machine.dram_gb_per_s, 0);
}

}  // namespace
}  // namespace gemmscope::session
