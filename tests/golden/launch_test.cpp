// SPDX-License-Identifier: MIT
// What a recorded part of a launch says of the whole of it, against recordings of the whole; for every kernel, preset
// and layout.
#include "tracing/analysis/launch.h"

#include <map>

#include <gtest/gtest.h>

#include "tests/recorded.h"
#include "tests/sweep.h"
#include "tracing/analysis/shared_heat.h"
#include "tracing/analysis/summary.h"
#include "tracing/record/configurations.h"
#include "tracing/record/plan.h"

namespace gemmscope {
namespace {

using analysis::Basis;
using analysis::Count;
using analysis::Summary;
using format::Range;
using record::RecordRequest;
using testing::recorded;

constexpr analysis::Scope kKernel{.unrecorded = true};

std::string text(const Count& c) {
  std::string text = std::to_string(c.requests) + " requests, " + std::to_string(c.misaligned) + " misaligned, " +
                     std::to_string(c.sectors) + "/" + std::to_string(c.ideal_sectors) + " sectors, " +
                     std::to_string(c.lines) + "/" + std::to_string(c.ideal_lines) + " lines, " +
                     std::to_string(c.useful_bytes) + " bytes";
  for (const analysis::SharedCount& by : c.shared) {
    text += ", wavefronts " + std::to_string(by.wavefronts) + "/" + std::to_string(by.ideal_wavefronts);
    for (std::size_t n = 0; n < by.nway_histogram.size(); ++n)
      if (by.nway_histogram[n] != 0) text += " " + std::to_string(n) + ":" + std::to_string(by.nway_histogram[n]);
  }
  return text;
}

/// By name, width and line, because a part may lack a site.
std::map<std::string, std::string> by_site(const Summary& summary) {
  std::map<std::string, std::string> sites;
  for (const analysis::SiteSummary& site : summary.sites)
    for (const analysis::LineCount& line : site.lines)
      if (line.count.requests != 0)
        sites[site.name + " " + std::to_string(site.width) + " " + std::to_string(line.line)] = text(line.count);
  return sites;
}

void expect_same(const RecordRequest& part, const RecordRequest& whole) {
  const format::Recording some = recorded(part), all = recorded(whole);
  const Basis basis = basis_of(some, kKernel);
  EXPECT_TRUE(basis.extrapolated());
  EXPECT_TRUE(basis.exact());
  EXPECT_FALSE(basis_of(all, kKernel).extrapolated());
  const analysis::CostTable some_costs(some), all_costs(all);
  const Summary from_part = summarize(some, some_costs, kKernel), from_whole = summarize(all, all_costs);
  EXPECT_EQ(by_site(from_part), by_site(from_whole));
  EXPECT_EQ(text(from_part.main_loop), text(from_whole.main_loop));
  EXPECT_EQ(from_part.warp_fmas, from_whole.warp_fmas);
  const auto worked = [](const format::Recording& r, const analysis::CostTable& costs) {
    std::uint64_t words = 0;
    for (const auto& site : shared_heat(r, costs, kKernel).banks)
      for (const analysis::BankCount& bank : site) words += bank.words;
    return words;
  };
  EXPECT_EQ(worked(some, some_costs), worked(all, all_costs));
}

/// Three by four blocks of five k-tiles; `beyond`: so much less along M, N and K, so that blocks end at edges.
std::optional<RecordRequest> request_for(const kernels::KernelInfo& kernel, const record::Configuration& configuration,
                                         std::uint32_t beyond = 0) {
  RecordRequest request = request_of(kernel, configuration);
  const kernels::BlockGeometry g = record::variant_of(request)->geometry();
  request.M = 3 * static_cast<std::uint32_t>(g.BM) - beyond, request.N = 4 * static_cast<std::uint32_t>(g.BN) - beyond;
  request.K = 5 * static_cast<std::uint32_t>(g.BK) - (g.BK > 4 ? beyond : 0);
  request.beta = 1;
  if (!size_is_possible(request)) return std::nullopt;
  return request;
}

class Launch : public ::testing::TestWithParam<const kernels::KernelInfo*> {};

TEST_P(Launch, OneBlockAndOneKTileSayWhatAllDo) {
  for (const record::Configuration& configuration : swept(record::configurations_of(*GetParam()))) {
    const auto whole = request_for(*GetParam(), configuration);
    if (!whole) continue;
    SCOPED_TRACE(configuration.text());
    RecordRequest part = *whole;
    part.block_y = Range{1, 2}, part.block_x = Range{2, 3}, part.k_tiles = Range{3, 4};
    expect_same(part, *whole);
  }
}

/// Of every kind of block and k-tile one is recorded.
TEST_P(Launch, EdgesThatAreRecordedStandForTheirLike) {
  const record::Configuration configuration = record::configurations_of(*GetParam()).front();
  auto whole = request_for(*GetParam(), configuration, 4);
  if (!whole) GTEST_SKIP() << "takes whole tiles only";
  const format::Recording shape = describe(*record::make_plan(*whole));
  RecordRequest part = *whole;
  part.block_y = Range{shape.grid_y - 2, shape.grid_y}, part.block_x = Range{shape.grid_x - 2, shape.grid_x};
  part.k_tiles = Range{3, 5};
  expect_same(part, *whole);
}

TEST_P(Launch, EdgesThatAreNotRecordedAreOwnedUpTo) {
  const record::Configuration configuration = record::configurations_of(*GetParam()).front();
  auto whole = request_for(*GetParam(), configuration, 4);
  if (!whole) GTEST_SKIP() << "takes whole tiles only";
  RecordRequest part = *whole;
  part.block_y = part.block_x = part.k_tiles = Range{0, 1};
  const Basis basis = basis_of(recorded(part), kKernel);
  EXPECT_FALSE(basis.exact());
  EXPECT_EQ(basis.blocks, 1u);
  EXPECT_EQ(basis.all_blocks, 12u);
  EXPECT_EQ(basis.unlike_blocks, 4u + 2u);
  EXPECT_EQ(basis.unlike_k_tiles, whole->K % 5 == 0 ? 0u : 1u);
}

TEST_P(Launch, ABlockStandsForItsOwnKTilesOnly) {
  const auto whole = request_for(*GetParam(), record::configurations_of(*GetParam()).front());
  RecordRequest part = *whole;
  part.k_tiles = Range{1, 3};
  const format::Recording some = recorded(part), all = recorded(*whole);
  const analysis::Scope scope{.blocks = {5, 6}, .unrecorded = true};
  EXPECT_EQ(by_site(summarize(some, scope)), by_site(summarize(all, scope)));
  EXPECT_EQ(basis_of(some, scope).all_blocks, 1u);
}

INSTANTIATE_TEST_SUITE_P(Kernels, Launch, ::testing::ValuesIn(testing::every_kernel()), testing::name_of_kernel);

/// The write-back of naive is 32 of 8224 sectors of a warp: a k-tile and a write-back beside each other say half.
TEST(LaunchShare, TheWriteBackOfNaiveIsSmall) {
  RecordRequest request;
  request.kernel = "naive", request.preset = "square32";
  request.block_y = request.block_x = request.k_tiles = Range{0, 1};
  const Summary summary = summarize(recorded(request), kKernel);
  const auto sectors = [&](const char* site) { return static_cast<double>(summary.site(site)->count.sectors); };
  EXPECT_NEAR(sectors("C_store") / static_cast<double>(summary.total.sectors), 0.004, 0.0005);
  EXPECT_EQ(summary.site("C_store")->count.sectors, 256u * 256u);
}

TEST(LaunchBasis, SaysWhatIsInNoFigure) {
  RecordRequest request;
  request.preset = "k10_a6000", request.K = 64;
  request.warps = Range{1, 3}, request.epilogue = false;
  const Basis basis = basis_of(recorded(request), kKernel);
  EXPECT_FALSE(basis.extrapolated());
  EXPECT_FALSE(basis.exact());
  EXPECT_FALSE(basis.write_back);
  EXPECT_EQ(basis.warps, 2u);
  EXPECT_EQ(basis.all_warps, 4u);
}

}  // namespace
}  // namespace gemmscope
