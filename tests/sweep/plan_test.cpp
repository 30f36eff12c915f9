// SPDX-License-Identifier: MIT
// Which settings a sweep has, in which order, and which of them cannot be.
#include "app/sweep/plan.h"

#include <gtest/gtest.h>

#include "kernels/table.h"

namespace gemmscope::sweep {
namespace {

record::RecordRequest base_of(std::string kernel, std::uint32_t M = 128, std::uint32_t N = 256, std::uint32_t K = 32) {
  record::RecordRequest request;
  request.kernel = std::move(kernel);
  request.M = M, request.N = N, request.K = K;
  return request;
}

std::vector<Axes> axes_of(const std::string& kernel, const std::vector<std::string>& texts) {
  std::vector<Axes> all;
  for (const std::string& text : texts) all.push_back(parse_axes(*kernels::find_kernel(kernel), text).value());
  return all;
}

std::vector<Row> planned(const record::RecordRequest& base, const std::vector<std::string>& texts) {
  auto rows = plan(base, axes_of(base.kernel, texts));
  EXPECT_TRUE(rows) << rows.error().message;
  return rows ? std::move(*rows) : std::vector<Row>{};
}

std::vector<std::string> names(const std::vector<Row>& rows) {
  std::vector<std::string> all;
  for (const Row& row : rows) all.push_back(row.request.preset + ": " + row.layout());
  return all;
}

using Names = std::vector<std::string>;

TEST(Plan, AxesAreCombinedTheLastChangesFastest) {
  EXPECT_EQ(names(planned(base_of("warp_tile"), {"PA=0/4,PB=1:3"})),
            (Names{"k10_a6000: PB=1", "k10_a6000: PB=2", "k10_a6000: PA=4 PB=1", "k10_a6000: PA=4 PB=2"}));
}

TEST(Plan, SweepsFollowEachOtherAndRepeatNothing) {
  EXPECT_EQ(names(planned(base_of("warp_tile"), {"PA=0:2", "swzA", "PA=1/2", "preset=k10_a6000/k10_a100"})),
            (Names{"k10_a6000: ", "k10_a6000: PA=1", "k10_a6000: swzA=xor", "k10_a6000: PA=2", "k10_a100: "}));
}

TEST(Plan, WhatNoAxisNamesStays) {
  record::RecordRequest base = base_of("warp_tile");
  base.overrides = {{"swzB", "xor"}};
  base.preset = "k10_a100";
  const std::vector<Row> rows = planned(base, {"PB=4"});
  EXPECT_EQ(names(rows), (Names{"k10_a100: PB=4 swzB=xor"}));
  EXPECT_EQ(rows[0].parameters.size(), 14u);
  EXPECT_EQ(rows[0].threads, 128u);
  EXPECT_EQ(rows[0].shared_bytes, 4u * 16 * (64 + 128 + 4));
}

TEST(Plan, WhatIsGivenIsNotSweptToo) {
  record::RecordRequest base = base_of("warp_tile");
  base.overrides = {{"PA", "4"}};
  EXPECT_FALSE(plan(base, axes_of("warp_tile", {"PA=0:2"})));
  base.preset = "k10_a100";
  EXPECT_FALSE(plan(base, axes_of("warp_tile", {"preset"})));
  EXPECT_TRUE(plan(base, axes_of("warp_tile", {"PB=0:2"})));
}

TEST(Plan, WhatWouldFaultIsListedWithTheReason) {
  const std::vector<Row> rows = planned(base_of("half_padded", 128, 128, 64), {"pad=0/2/8,width=16/4"});
  ASSERT_EQ(rows.size(), 6u);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool faults = i == 2;  // pad=2 width=16: rows are 4 bytes longer
    EXPECT_EQ(rows[i].state, faults ? State::kFaults : State::kWaiting) << i;
    EXPECT_EQ(rows[i].reason.empty(), !faults) << i;
  }
  EXPECT_NE(rows[2].reason.find("misaligned"), std::string::npos) << rows[2].reason;
  EXPECT_EQ(rows[2].layout(), "pad=2");
  EXPECT_EQ(rows[2].request.preset, "h128");
  EXPECT_EQ(rows[2].threads, rows[0].threads);
}

TEST(Plan, WhatTheKernelRefusesIsListedWithTheReason) {
  const std::vector<Row> rows = planned(base_of("block_tile"), {"load,preset=exact128/under64"});
  ASSERT_EQ(rows.size(), 6u);
  EXPECT_EQ(names(rows)[5], "under64: load=one_pass");
  for (std::size_t i = 0; i < rows.size(); ++i)
    EXPECT_EQ(rows[i].state, i == 5 ? State::kRefused : State::kWaiting) << i << rows[i].reason;
  EXPECT_FALSE(rows[5].reason.empty());
}

TEST(Plan, WhatIsNeverPossibleIsAnError) {
  record::RecordRequest base = base_of("warp_tile", 0);
  EXPECT_FALSE(plan(base, axes_of("warp_tile", {"PA=0:4"})));
  base = base_of("warp_tile");
  base.k_tiles = {2, 3};  // there are two
  const auto rows = plan(base, axes_of("warp_tile", {"PA=0:4"}));
  ASSERT_FALSE(rows);
  EXPECT_NE(rows.error().message.find("k-tiles 2:3"), std::string::npos) << rows.error().message;
}

TEST(Plan, TooManySettingsAreRefusedBeforeTheyAreMade) {
  EXPECT_FALSE(plan(base_of("block_tile"), axes_of("block_tile", {"BM,BN,BK,PA,PB"})));
  std::vector<std::string> many(100, "PA,PB");  // 1089 each
  EXPECT_FALSE(plan(base_of("warp_tile"), axes_of("warp_tile", many)));
}

TEST(Plan, OneBlockOfEachKindIsRecorded) {
  using format::Range;
  const auto blocks = [](const char* kernel, std::uint32_t M, std::uint32_t N) {
    const Row row = planned(base_of(kernel, M, N), {"preset"}).front();
    return std::pair(row.request.block_y, row.request.block_x);
  };
  EXPECT_EQ(blocks("warp_tile", 512, 384), std::pair(std::optional(Range{0, 1}), std::optional(Range{0, 1})));
  EXPECT_EQ(blocks("warp_tile", 513, 384), std::pair(std::optional(Range{3, 5}), std::optional(Range{0, 1})));
  EXPECT_EQ(blocks("warp_tile", 512, 300), std::pair(std::optional(Range{0, 1}), std::optional(Range{1, 3})));
  EXPECT_EQ(blocks("warp_tile", 100, 7), std::pair(std::optional(Range{0, 1}), std::optional(Range{0, 1})));
  EXPECT_EQ(blocks("sgemm64", 260, 128), std::pair(std::optional(Range{0, 1}), std::optional(Range{3, 5})));
}

TEST(Plan, GivenBlocksStay) {
  record::RecordRequest base = base_of("warp_tile", 513, 513);
  base.block_y = {2, 3}, base.block_x = {1, 4};
  const Row row = planned(base, {"PA=1"}).front();
  EXPECT_EQ(row.request.block_y, base.block_y);
  EXPECT_EQ(row.request.block_x, base.block_x);
}

}  // namespace
}  // namespace gemmscope::sweep
