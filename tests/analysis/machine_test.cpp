// SPDX-License-Identifier: MIT
// What an H200 can do at most, against the file that bench/gpu_machine.cu wrote there; and the rule for L1 with it.
#include "tracing/analysis/machine.h"

#include <fstream>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tracing/analysis/l1_wavefronts.h"

namespace gemmscope::analysis::testing {
namespace {

using nlohmann::json;

json measured() { return json::parse(std::ifstream("assets/results/machine_h200_2026-11-22.json")); }

TEST(MachineH200, IsTheOneThatWasMeasured) {
  const json file = measured();
  EXPECT_EQ(kMachineH200.device, file.at("device").get<std::string>());
  EXPECT_EQ(kMachineH200.multiprocessors, file.at("multiprocessors"));
  EXPECT_EQ(kMachineH200.clock_mhz, file.at("clock_mhz"));
  double l2 = 0;
  for (const json& each : file.at("reads"))
    if (each.at("mib").get<double>() * 1048576 < file.at("l2_bytes").get<double>())
      l2 = std::max(l2, each.at("gb_per_s").get<double>());
  EXPECT_EQ(kMachineH200.l2_gb_per_s, l2);
  EXPECT_EQ(kMachineH200.dram_gb_per_s, file.at("reads").back().at("gb_per_s"));
  const std::string driver = file.at("driver"), date = file.at("date");
  const std::string number = driver.substr(0, driver.find(' '));
  EXPECT_NE(kMachineH200.bandwidth_source.find(number), std::string_view::npos);
  EXPECT_NE(kMachineH200.bandwidth_source.find(date.substr(0, 10)), std::string_view::npos);
}

TEST(MachineH200, MultiplyAddsComeCloseToThePeakAndNotAboveIt) {
  const double gflops = measured().at("fma").at("gflops");
  EXPECT_LT(gflops, kMachineH200.peak_gflops());
  EXPECT_GT(gflops, 0.95 * kMachineH200.peak_gflops());
  EXPECT_NEAR(kMachineH200.peak_gflops(), 132 * 128 * 2 * 1.98, 1e-9);
}

/// Single halves take as long as floats.
TEST(MachineH200, MultiplyAddsOfOtherNumbersComeCloseToTheirRates) {
  const json file = json::parse(std::ifstream("assets/results/machine_h200_2026-11-29.json"));
  for (const auto& [name, most] : std::map<std::string, int>{{"fma", kMachineH200.lanes},
                                                             {"fma_half", kMachineH200.lanes},
                                                             {"fma_bfloat16", kMachineH200.lanes},
                                                             {"fma_double", kMachineH200.double_lanes},
                                                             {"fma_half2", kMachineH200.half_pair_lanes},
                                                             {"fma_bfloat162", kMachineH200.half_pair_lanes}}) {
    const double rate = file.at(name).at("per_sm_cycle");
    EXPECT_LT(rate, most) << name;
    EXPECT_GT(rate, 0.9 * most) << name;
  }
}

/// Lanes of a pattern: rows of lanes, as the program lays them out.
WarpAccess access_of(const json& pattern) {
  WarpAccess access{.width = pattern.at("width").get<std::uint8_t>()};
  const auto in_row = pattern.at("lanes_per_row").get<std::uint32_t>();
  const auto row = pattern.at("row_bytes").get<std::uint32_t>(), next = pattern.at("next_bytes").get<std::uint32_t>();
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) access.address[lane] = lane / in_row * row + lane % in_row * next;
  return access;
}

TEST(L1Wavefronts, AreTheCyclesMeasuredOfLoadsThatHit) {
  int patterns = 0, decided_by_lines = 0;
  const json file = measured();
  for (const json& pattern : file.at("l1")) {
    if (pattern.at("shared_too")) continue;
    const WarpAccess access = access_of(pattern);
    const int wavefronts = l1_wavefronts(access);
    EXPECT_EQ(global_cost(access).lines, pattern.at("lines")) << pattern;
    EXPECT_EQ(global_cost(access).sector_count, pattern.at("sectors")) << pattern;
    const double cycles = pattern.at("cycles");
    // A load of one wavefront takes longer to issue than to serve.
    EXPECT_TRUE(std::abs(cycles / wavefronts - 1) <= 0.03 || (wavefronts == 1 && cycles < 1.4)) << pattern;
    ++patterns, decided_by_lines += wavefronts != shared_cost(access, ConflictModel::kTextbook).wavefronts;
  }
  EXPECT_EQ(patterns, 29);
  EXPECT_EQ(decided_by_lines, 4);
}

/// A request of each in turn takes as long as both one after the other: there is one data path.
TEST(L1Wavefronts, AddToThoseOfSharedMemory) {
  int patterns = 0;
  const json file = measured();
  for (const json& pattern : file.at("l1")) {
    if (!pattern.at("shared_too")) continue;
    const double cycles = pattern.at("cycles"), both = l1_wavefronts(access_of(pattern)) + 1;
    EXPECT_GE(cycles, both) << pattern;
    EXPECT_LE(cycles, 1.07 * both) << pattern;
    ++patterns;
  }
  EXPECT_EQ(patterns, 3);
}

constexpr WarpAccess column(std::uint32_t row_bytes) {
  WarpAccess access;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) access.address[lane] = lane * row_bytes;
  return access;
}

TEST(L1Wavefronts, RowsInOtherBanksWaitForTheirLinesAlone) {
  EXPECT_EQ(l1_wavefronts(column(4096 * 4)), 32);
  EXPECT_EQ(l1_wavefronts(column(4097 * 4)), 8);
  EXPECT_EQ(l1_wavefronts(column(4)), 1);
  EXPECT_EQ(l1_wavefronts(column(4), 5), 2);
  EXPECT_EQ(l1_wavefronts({.mask = 0}), 0);
  EXPECT_EQ(l1_wavefronts({.width = 8, .address = {4}}), 0);  // misaligned: a fault
}

}  // namespace
}  // namespace gemmscope::analysis::testing
