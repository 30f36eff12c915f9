// SPDX-License-Identifier: MIT
// The limits of the model against every rate that was measured on an H200.
#include "app/session/measured_limits.h"

#include <gtest/gtest.h>

#include <set>

#include "app/session/ladder_points.h"
#include "tracing/analysis/narrow_loads.h"
#include "tracing/format/file.h"
#include "tracing/machine/compile.h"
#include "tracing/record/configurations.h"
#include "tracing/simt/emulator.h"

namespace gemmscope::session {
namespace {

const results::BenchReport& h200() { return results::shipped()->front(); }

/// One block and one k-tile of what was measured.
format::Recording recorded(const results::KernelRate& rate) {
  record::RecordRequest request;
  request.kernel = rate.kernel, request.preset = rate.preset;
  request.overrides = record::parameters_of(rate.layout);
  request.M = request.N = request.K = rate.rate.size;
  request.block_y = request.block_x = request.k_tiles = format::Range{0, 1};
  request.host_threads = 1;
  auto recording = simt::record(request);
  EXPECT_TRUE(recording) << recording.error().message;
  return recording ? std::move(*recording) : format::Recording{};
}

/// All of them would take too long: all layouts at 4096, and where few blocks leave SMs without work.
bool is_checked(const results::KernelRate& rate) {
  return rate.rate.size == kLadderSize || (rate.layout.empty() && rate.rate.size == 1024);
}

/// A launch cannot be faster than its bound. Where nvcc joins narrow loads, the machine code that was measured makes
/// fewer wavefronts than the recording has; there the bound is that of the source, and other limits hold.
TEST(MeasuredLimits, NoMeasuredRateIsAboveTheBound) {
  int checked = 0, narrow = 0, above = 0;
  for (const results::KernelRate& rate : h200().kernels) {
    if (!is_checked(rate)) continue;
    const format::Recording r = recorded(rate);
    const MeasuredLimits both = measured_limits(r, analysis::CostTable(r), analysis::ConflictModel::kFused, &h200());
    ASSERT_EQ(both.limits.missing, analysis::Missing::kNothing);
    ASSERT_EQ(both.rate, &rate);
    const bool faster = *both.reached() > 1;
    ++checked;
    if (analysis::has_narrow_loads(r)) {
      ++narrow, above += faster;
      if (faster) {
        EXPECT_EQ(both.limits.bound().by, analysis::LimitBy::kWavefronts) << rate.kernel << " " << rate.layout;
      }
      for (const auto by : {analysis::LimitBy::kMultiplyAdds, analysis::LimitBy::kL2, analysis::LimitBy::kDram})
        EXPECT_LE(both.limits.by(by).cycles(), both.machine.clock_mhz * 1e3 * rate.rate.median_ms);
      continue;
    }
    EXPECT_FALSE(faster) << rate.kernel << " " << rate.preset << " " << rate.layout << " " << rate.rate.size;
  }
  EXPECT_EQ(checked, 232);
  EXPECT_EQ(narrow, 110);
  EXPECT_EQ(above, 61);
}

/// Loads of naive are what limits it: A's rows lie in the same banks.
TEST(MeasuredLimits, OfNaiveAreReached) {
  for (const char* preset : {"square32", "square16"}) {
    const auto* rate = results::find_rate(h200(), "naive", preset, "", kLadderSize);
    ASSERT_NE(rate, nullptr);
    const format::Recording r = recorded(*rate);
    const auto both = measured_limits(r, analysis::CostTable(r), analysis::ConflictModel::kFused, &h200());
    EXPECT_GT(*both.reached(), 0.98) << preset;
  }
}

/// No report has a program's registers, but ptxas can be asked.
TEST(MeasuredLimits, OfAProgramHaveTheRegistersThatPtxasNeeds) {
  const auto r = format::read_file("tests/data/recorded/product.gst");
  ASSERT_TRUE(r) << r.error().message;
  const auto compiled = machine::compile(r->code.ptx, r->code.entry, "sm_90");
  if (!compiled && compiled.error().kind == ErrorKind::kNoDevice) GTEST_SKIP() << compiled.error().message;
  ASSERT_TRUE(compiled) << compiled.error().message;
  const auto both = measured_limits(*r, analysis::CostTable(*r), analysis::ConflictModel::kFused, &h200());
  ASSERT_TRUE(both.limits.resident && both.limits.resident->registers_known);
  EXPECT_EQ(both.limits.resident->warps,
            analysis::occupancy({r->threads, r->shared_bytes, compiled->needs.registers}, analysis::kLimitsH200).warps);
}

TEST(MeasuredLimits, AreOfTheGpuThatTheReportIsOf) {
  results::BenchReport other = h200();
  other.device = "another",
  other.peak = results::Peak{.gflops = 1, .multiprocessors = 7, .lanes = 64, .clock_mhz = 900};
  EXPECT_EQ(machine_of(&h200()).multiprocessors, 132);
  EXPECT_EQ(machine_of(nullptr).device, "NVIDIA H200");
  const analysis::Machine machine = machine_of(&other);
  EXPECT_EQ(machine.device, "another");
  EXPECT_DOUBLE_EQ(machine.peak_gflops(), 2e-3 * 7 * 64 * 900);
  EXPECT_EQ(machine.dram_gb_per_s, 0);
}

TEST(LadderPoints, AreAllPresetsAtTheirDefaults) {
  const auto points = ladder_points(&h200(), analysis::ConflictModel::kFused, 1024);
  std::size_t presets = 0;
  for (const kernels::KernelInfo& kernel : kernels::all_kernels()) presets += kernel.presets.size();
  ASSERT_EQ(points.size(), presets);
  std::set<std::string> names;
  for (const analysis::RooflinePoint& point : points) {
    names.insert(point.kernel + " " + point.preset);
    EXPECT_EQ(point.layout, "");
    EXPECT_EQ(point.M, 1024u);
    EXPECT_GT(point.attainable, 0) << point.kernel;
    const auto* rate = results::find_rate(h200(), point.kernel, point.preset, "", 1024);
    ASSERT_NE(rate, nullptr);
    EXPECT_EQ(point.measured, rate->rate.gflops);
  }
  EXPECT_EQ(names.size(), presets);
  EXPECT_EQ(ladder_points(nullptr, analysis::ConflictModel::kFused, 64).front().measured, std::nullopt);
  EXPECT_TRUE(ladder_points(nullptr, analysis::ConflictModel::kFused, 64, [] { return true; }).empty());
}

}  // namespace
}  // namespace gemmscope::session
