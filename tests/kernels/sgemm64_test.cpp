// SPDX-License-Identifier: MIT
// What only sgemm64 has: two buffers, an exchange inside the warp, and what its original does at the edges.
#include <algorithm>

#include <gtest/gtest.h>

#include "tests/recorded.h"

namespace gemmscope {
namespace {

using testing::recorded;

record::RecordRequest request(std::uint32_t M, std::uint32_t N, std::uint32_t K,
                              std::vector<format::Parameter> overrides = {}) {
  record::RecordRequest r;
  r.kernel = "sgemm64";
  r.M = M, r.N = N, r.K = K;
  r.overrides = std::move(overrides);
  return r;
}

std::string error_of(const record::RecordRequest& r) {
  const auto plan = record::make_plan(r);
  return plan ? "none" : plan.error().message;
}

/// Calls see(request, row) for all requests of the first block at sites of this name.
void for_each(const format::Recording& r, std::string_view site, const auto& see) {
  for (const format::Segment& segment : r.patterns[r.blocks[0].pattern].segments) {
    const std::vector<format::Row>& rows = r.templates[segment.template_id].rows;
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (r.sites[rows[i].site].name == site) see(format::decode(r, 0, segment, i), rows[i]);
  }
}

TEST(Sgemm64, HasOnePresetWithoutSizes) {
  const auto variant = kernels::resolve("k002", "maxas64", {});
  ASSERT_TRUE(variant) << variant.error();
  EXPECT_TRUE(variant->kernel->presets[0].sizes.empty());
  EXPECT_EQ(variant->geometry().BM, 64);
}

TEST(Sgemm64, WithoutSharedExchangeThereIsNoCs) {
  EXPECT_EQ(recorded(request(64, 64, 8)).tensors.back().name, "Cs");
  EXPECT_EQ(recorded(request(64, 64, 8, {{"cstore", "direct"}})).tensors.back().name, "Bs");
  EXPECT_NE(error_of(request(64, 64, 8, {{"cstore", "direct"}, {"PC", "4"}})).find("cstore=shuffle"),
            std::string::npos);
}

TEST(Sgemm64, OneBarrierForEachKTileAndOneForTheFirst) {
  for (const std::uint32_t K : {8u, 16u, 20u}) {
    const format::Recording r = recorded(request(64, 64, K));
    EXPECT_EQ(r.patterns[0].barrier_lines.size(), 1 + (K + 7) / 8 + 1);  // the last interval ends with the kernel
  }
}

TEST(Sgemm64, TheNextKTileIsLoadedWhileThisOneIsRead) {
  const format::Recording r = recorded(request(64, 64, 24));
  // In interval i > 0, tile i - 1 is read and tile i arrives, in the other buffer.
  const auto expect_tile = [&](const char* site, std::uint32_t ahead, bool shared, int requests) {
    for_each(r, site, [&](const format::Request& q, const format::Row&) {
      EXPECT_EQ(q.k_tile, q.interval + ahead - 1) << site;
      if (shared) {
        EXPECT_EQ(q.address[0] / 4096, q.k_tile % 2) << site;
      }
      --requests;
    });
    EXPECT_EQ(requests, 0) << site;
  };
  expect_tile("gA_load", 1, false, 3 * 4);
  expect_tile("gB_load", 1, false, 3 * 4);
  expect_tile("s_store", 1, true, 3 * 8);
  expect_tile("sA_load_lo", 0, true, 3 * 16);
  expect_tile("sB_load_hi", 0, true, 3 * 16);
}

TEST(Sgemm64, TheWarpWaitsBeforeAndAfterItReadsCs) {
  std::vector<int> loads_after, stores_after;
  const format::Recording r = recorded(request(64, 64, 8));
  for_each(r, "cs_load",
           [&](const format::Request&, const format::Row& row) { loads_after.push_back(row.after_syncwarp); });
  for_each(r, "cs_store",
           [&](const format::Request&, const format::Row& row) { stores_after.push_back(row.after_syncwarp); });
  ASSERT_EQ(loads_after.size(), 128u);  // 2 warps, 8 rounds, 8 reads
  ASSERT_EQ(stores_after.size(), 32u);
  for (std::size_t i = 0; i < loads_after.size(); ++i) EXPECT_EQ(loads_after[i], i % 8 == 0) << i;
  for (std::size_t i = 0; i < stores_after.size(); ++i) EXPECT_EQ(stores_after[i], i % 2 == 0 && i % 16 != 0) << i;
}

TEST(Sgemm64, WithoutATailTheLastLinesOfKAreLeftOut) {
  record::RecordRequest r = request(64, 64, 20);
  r.kernel = "sgemm64_no_tail";
  const auto plan = record::make_plan(r);
  ASSERT_TRUE(plan) << plan.error().message;
  kernels::GemmData data = kernels::make_data(64, 64, 20);
  kernels::GemmData shorter = data;
  for (std::size_t m = 0; m < 64; ++m)
    std::fill_n(shorter.A.begin() + static_cast<std::ptrdiff_t>(m * 20 + 16), 4, 0.0f);
  ASSERT_TRUE(simt::run_plain(*plan, data));
  EXPECT_EQ(kernels::count_wrong(data.C, kernels::reference_gemm(shorter, 1, 0), 0), 0);
  EXPECT_GT(kernels::count_wrong(data.C, kernels::reference_gemm(kernels::make_data(64, 64, 20), 1, 0), 0), 3000);
  for (const std::uint32_t K : {24u, 5u}) {
    r.K = K;
    kernels::GemmData whole = kernels::make_data(64, 64, static_cast<std::int64_t>(K));
    ASSERT_TRUE(simt::run_plain(record::make_plan(r).value(), whole));
    EXPECT_EQ(kernels::count_wrong(whole.C, kernels::reference_gemm(whole, 1, 0), 0), 0) << K;
  }
}

TEST(Sgemm64, ATextureGoesOnInTheNextLine) {
  EXPECT_NE(error_of(request(70, 64, 8, {{"oob", "texture"}})).find("multiples of 4"), std::string::npos);
  record::RecordRequest r = request(72, 64, 8, {{"oob", "texture"}});
  r.block_x = format::Range{1, 2};  // rows 64 to 127 of 72
  std::uint32_t requests = 0;
  for_each(recorded(r), "gA_load", [&](const format::Request& q, const format::Row&) {
    const std::uint32_t line = 2 * requests++;  // lanes 0 to 15 have this line of A, the others the next
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      const std::uint32_t byte = 4 * (72 * (line + lane / 16) + 64 + 4 * (lane % 16));
      EXPECT_EQ(q.address[lane], byte < 4 * 72 * 8 ? byte : format::kInactive) << "line " << line << " lane " << lane;
    }
  });
  EXPECT_EQ(requests, 4u);
}

TEST(Sgemm64, WithZerosOutsideOnlyRowsOfTheMatrixAreRead) {
  record::RecordRequest r = request(72, 64, 8);
  r.block_x = format::Range{1, 2};
  for_each(recorded(r), "gA_load",
           [](const format::Request& q, const format::Row&) { EXPECT_EQ(q.mask, 0x00030003u); });
}

}  // namespace
}  // namespace gemmscope
