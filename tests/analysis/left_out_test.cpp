// SPDX-License-Identifier: MIT
// k's that a launch does not load: those that its arguments or its source say are there, and nothing explains.
#include "tracing/analysis/tiles/left_out.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "tests/analysis/recording_builder.h"

namespace gemmscope::analysis::testing::left_out {
namespace {

constexpr std::uint32_t kM = 4, kN = 6, kWhole = 16;
enum Tensor : std::uint16_t { kA, kB, kC };

struct Launch {
  std::vector<std::uint32_t> ks{12, 12};  ///< that each block loads, from 0 on
  std::vector<format::Parameter> arguments{{"M", "4"}, {"N", "6"}, {"K", "16"}};
  std::string source{};
  bool reads_C = false;
  std::uint32_t k_tile = 4;
  Consumption consumption{};  ///< of lanes, where there is no k-tile
  std::uint32_t rows_of_A = kM;
  std::uint32_t blocks_of_grid = 2;
  std::uint32_t step = 1;                 ///< from each k that is loaded to the next
  std::vector<std::uint32_t> from{0, 0};  ///< the first one of each block
};

format::Request run_of(std::uint16_t site, std::uint32_t first, std::uint32_t elements) {
  format::Request request{.site = site, .k_tile = format::kEpilogue, .mask = (1u << elements) - 1};
  request.address.fill(format::kInactive);
  for (std::uint32_t lane = 0; lane < elements; ++lane) request.address[lane] = 4 * (first + lane);
  return request;
}

constexpr ProductMatrix kOfA{kA, false, kWhole}, kOfB{kB, false, kN}, kOfC{kC, false, kN};

/// Block b computes two rows of C.
format::Recording recording_of(const Launch& launch) {
  RecordingBuilder builder;
  format::Recording& r = builder.recording;
  r.grid_x = 1, r.grid_y = launch.blocks_of_grid, r.grid_z = 1, r.threads = 32;
  r.parameters = {{"launch", "1"}, {"grid", "16"}, {"block", "32"}};
  r.parameters.insert(r.parameters.end(), launch.arguments.begin(), launch.arguments.end());
  r.source.text = launch.source;
  r.selection.warps = {0, 1};
  const std::array elements{launch.rows_of_A * kWhole, kWhole * kN, kM * kN};
  for (const std::uint16_t t : {kA, kB, kC}) {
    format::Tensor& tensor = r.tensors.emplace_back();
    tensor.name = std::string(1, static_cast<char>('A' + t)), tensor.element_bytes = 4;
    tensor.layout = {.rows = 1, .columns = elements[t], .pitch = elements[t]};
  }
  r.sites = {{.name = "A", .tensor = kA}, {.name = "B", .tensor = kB}, {.name = "C", .tensor = kC}};
  r.sites[kC].op = launch.reads_C ? format::Op::kAtomic : format::Op::kStore;
  for (format::Site& site : r.sites) site.width = 4;
  for (std::uint32_t b = 0; b < launch.ks.size(); ++b) {
    std::vector<format::Request> requests;
    for (std::uint32_t k = launch.from[b]; k < launch.ks[b]; k += launch.step)
      for (std::uint32_t row = 2 * b; row < 2 * b + 2; ++row) requests.push_back(run_of(kA, row * kWhole + k, 1));
    for (std::uint32_t k = launch.from[b]; k < launch.ks[b]; k += launch.step)
      requests.push_back(run_of(kB, k * kN, kN));
    for (std::uint32_t row = 2 * b; row < 2 * b + 2; ++row) requests.push_back(run_of(kC, row * kN, kN));
    builder.add_block(b, 0, requests, {0});
  }
  return builder.finish();
}

Product product_of(const Launch& launch) {
  return {.A = kOfA, .B = kOfB, .C = kOfC, .M = kM, .N = kN, .K = std::max(launch.ks.front(), launch.ks.back())};
}

format::Range ks_left_out(const Launch& launch) {
  return left_out_ks(recording_of(launch), launch.consumption, product_of(launch), launch.k_tile, std::array{2u, kN});
}

Ranges ks_stepped_over(const Launch& launch) { return stepped_over_ks(recording_of(launch), product_of(launch)); }

TEST(LeftOut, IsWhatAnArgumentSaysAndNoBlockLoads) {
  EXPECT_EQ(ks_left_out({}), (format::Range{12, 16}));
  EXPECT_EQ(ks_left_out({.ks = {4, 4}}), (format::Range{4, 16}));
  EXPECT_EQ(ks_left_out({.ks = {16, 16}}).size(), 0u);
  EXPECT_EQ(ks_left_out({.arguments = {{"M", "4"}, {"N", "6"}}}).size(), 0u);
  EXPECT_EQ(ks_left_out({.arguments = {}, .source = "const int kDepth = 16;"}), (format::Range{12, 16}));
}

/// Rows may be longer than what is multiplied.
TEST(LeftOut, IsNotWhatOnlyPadsRows) {
  EXPECT_EQ(ks_left_out({.arguments = {{"M", "4"}, {"N", "6"}, {"lda", "16"}}}).size(), 0u);
  EXPECT_EQ(ks_left_out({.arguments = {{"M", "4"}, {"N", "6"}, {"K", "12"}, {"Kpadded", "16"}}}).size(), 0u);
  EXPECT_EQ(ks_left_out({.source = "constexpr int kDepth = 12;"}).size(), 0u);
  EXPECT_EQ(ks_left_out({.rows_of_A = 8}).size(), 0u);  // A is no M x K
}

/// Several launches, or blocks, may share K.
TEST(LeftOut, IsNotWhatOthersMayLoad) {
  const std::vector<format::Parameter> with_first{{"M", "4"}, {"N", "6"}, {"K", "16"}, {"k0", "0"}};
  EXPECT_EQ(ks_left_out({.arguments = with_first}).size(), 0u);
  EXPECT_EQ(ks_left_out({.ks = {4, 12}}).size(), 0u);
  EXPECT_EQ(ks_left_out({.blocks_of_grid = 3}).size(), 0u);
  const std::string tile = "constexpr int BK = 8;";  // of which each launch may add one to C
  EXPECT_EQ(ks_left_out({.ks = {8, 8}, .source = tile, .k_tile = 8}), (format::Range{8, 16}));
  EXPECT_EQ(ks_left_out({.ks = {8, 8}, .source = tile, .reads_C = true, .k_tile = 8}).size(), 0u);
}

/// Without shared memory, lanes may load different k's, as of a triangle.
TEST(LeftOut, IsNotWhatSomeLanesEndBefore) {
  const auto lanes_to = [](std::uint32_t first, std::uint32_t second) {
    Consumption all{.tensors = 3, .warps = 1, .looked_at = {true}};
    all.lanes.resize(6);
    all.lanes[kA].consumed = {{0, first}}, all.lanes[3 + kA].consumed = {{kWhole, kWhole + second}};
    return all;
  };
  EXPECT_EQ(ks_left_out({.k_tile = 0, .consumption = lanes_to(12, 12)}), (format::Range{12, 16}));
  EXPECT_EQ(ks_left_out({.k_tile = 0, .consumption = lanes_to(12, 9)}).size(), 0u);
}

/// Several launches may add up halves.
TEST(LeftOut, IsNotTheOtherHalfOfASum) {
  EXPECT_EQ(ks_left_out({.ks = {8, 8}}), (format::Range{8, 16}));
  EXPECT_EQ(ks_left_out({.ks = {8, 8}, .reads_C = true}).size(), 0u);
  EXPECT_EQ(ks_left_out({.ks = {12, 12}, .reads_C = true}), (format::Range{12, 16}));
}

TEST(SteppedOver, IsWhatNoBlockLoadsAmongOthers) {
  EXPECT_EQ(ks_stepped_over({.ks = {7, 7}, .step = 3}), (Ranges{{1, 3}, {4, 6}}));
  EXPECT_EQ(ks_stepped_over({.ks = {6, 6}, .step = 3, .from = {2, 2}}), (Ranges{{0, 2}, {3, 5}}));
  EXPECT_EQ(ks_stepped_over({}), Ranges());
}

/// Blocks may share K, or have a part of it each, as of a band; launches may add to C what each has.
TEST(SteppedOver, IsNotWhatOthersMayLoad) {
  EXPECT_EQ(ks_stepped_over({.ks = {7, 7}, .step = 2, .from = {0, 1}}), Ranges());
  EXPECT_EQ(ks_stepped_over({.ks = {4, 12}, .from = {0, 8}}), Ranges());
  EXPECT_EQ(ks_stepped_over({.ks = {7, 7}, .reads_C = true, .step = 3}), Ranges());
  EXPECT_EQ(ks_stepped_over({.ks = {7, 7}, .blocks_of_grid = 3, .step = 3}), Ranges());
}

}  // namespace
}  // namespace gemmscope::analysis::testing::left_out
