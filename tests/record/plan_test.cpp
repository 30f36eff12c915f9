// SPDX-License-Identifier: MIT
#include "tracing/record/plan.h"

#include <gtest/gtest.h>

#include "kernels/10_warp_tile.h"

namespace gemmscope::record {
namespace {

std::string error_of(RecordRequest request) {
  const auto plan = make_plan(request);
  return plan ? "none" : plan.error().message;
}
RecordRequest with(std::vector<format::Parameter> overrides) {
  RecordRequest request;
  request.overrides = std::move(overrides);
  return request;
}

TEST(Plan, CountsBlocksKTilesAndWarps) {
  RecordRequest request;
  request.M = 300, request.N = 256, request.K = 17;
  const auto plan = make_plan(request);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->grid_y, 3u);
  EXPECT_EQ(plan->grid_x, 2u);
  EXPECT_EQ(plan->k_tiles, 2u);
  EXPECT_EQ(plan->warps, 4u);
  EXPECT_TRUE(plan->has_edges());
}

TEST(Plan, AnAliasAndEveryPresetAreKnown) {
  for (const kernels::Preset& preset : kernels::warp_tile_info().presets) {
    RecordRequest request;
    request.kernel = "k000";
    request.preset = preset.name;
    EXPECT_TRUE(make_plan(request)) << preset.name;
  }
}

TEST(Plan, DescribesTheTilesInSharedMemory) {
  const auto plan = make_plan(with({{"PA", "1"}, {"PB", "4"}}));
  ASSERT_TRUE(plan);
  const format::Recording r = describe(*plan);
  EXPECT_EQ(r.tensors[3].layout.pitch, 129u);
  EXPECT_EQ(r.tensors[4].offset, 16u * 129 * 4);  // a multiple of 16 bytes
  EXPECT_EQ(r.shared_bytes, 16u * 129 * 4 + 16u * 132 * 4);
}

TEST(Plan, ErrorsNameWhatIsWrongAndWhatIsPossible) {
  RecordRequest request;
  request.kernel = "wrap_tile";
  EXPECT_NE(error_of(request).find("warp_tile"), std::string::npos);
  request = {};
  request.preset = "k11";
  EXPECT_NE(error_of(request).find("k10_a6000"), std::string::npos);
  EXPECT_NE(error_of(with({{"PQ", "1"}})).find("PA"), std::string::npos);
  EXPECT_NE(error_of(with({{"PA", "99"}})).find("0 to 32"), std::string::npos);
  EXPECT_NE(error_of(with({{"PA", "4x"}})).find("whole number"), std::string::npos);
  EXPECT_NE(error_of(with({{"swzA", "maybe"}})).find("none, xor"), std::string::npos);
  EXPECT_NE(error_of(with({{"NT", "256"}})).find("one warp for each warp tile"), std::string::npos);
  request = {};
  request.block_y = format::Range{1, 3};
  EXPECT_NE(error_of(request).find("0:2"), std::string::npos);
  request = {};
  request.k_tiles = format::Range{3, 3};
  EXPECT_NE(error_of(request).find("0:16"), std::string::npos);
  request = {};
  request.M = 0;
  EXPECT_NE(error_of(request).find("at least 1"), std::string::npos);
  request.M = request.K = 1 << 20;
  EXPECT_NE(error_of(request).find("4 GiB"), std::string::npos);
}

TEST(Plan, TheCopyLoopMustCoverTheTile) {
  // Variant R of the catalogue: 256 threads copy more rows in one pass than the tile has, so nothing is copied at all.
  constexpr kernels::WarpTileShape broken{64, 64, 8, 32, 16, 1, 4, 4, 256};
  EXPECT_NE(std::string(kernels::warp_tile_violation(broken)).find("rowStrideA"), std::string::npos);
}

TEST(Plan, MoreBlockRowsThanALaunchHasAreRefused) {
  RecordRequest request;
  request.preset = "tm1_small";
  request.M = 65535 * 64, request.N = 1, request.K = 1;
  EXPECT_TRUE(make_plan(request));
  ++request.M;
  const auto plan = make_plan(request);
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().message,
            "M gives 65536 rows of blocks; a CUDA launch has at most 65535, so choose a smaller M");
}

}  // namespace
}  // namespace gemmscope::record
