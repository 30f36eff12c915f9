// SPDX-License-Identifier: MIT
// The rules of global memory, one sentence each.
#include <gtest/gtest.h>

#include "tracing/analysis/coalescing.h"

namespace gemmscope::analysis {
namespace {

constexpr WarpAccess strided(std::uint32_t stride_bytes, std::uint8_t width, std::uint32_t first = 0,
                             std::uint32_t mask = kAllLanes) {
  WarpAccess access{.width = width, .mask = mask};
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) access.address[lane] = first + lane * stride_bytes;
  return access;
}

constexpr GlobalCost cost(std::uint32_t stride_bytes, std::uint8_t width, std::uint32_t first = 0,
                          std::uint32_t mask = kAllLanes) {
  return global_cost(strided(stride_bytes, width, first, mask));
}

static_assert(cost(4, 4).sector_count == 4 && cost(4, 4).lines == 1);          // row of float: one line
static_assert(cost(4, 4, 16).sector_count == 5 && cost(4, 4, 16).lines == 2);  // the same, not aligned to a sector
static_assert(cost(16, 16).sector_count == 16 && cost(16, 16).lines == 4);     // row of float4
static_assert(cost(16, 16).efficiency() == 1);
static_assert(cost(32, 4).sector_count == 32 && cost(32, 4).efficiency() == 0.125);  // a sector per lane
static_assert(cost(128, 4).lines == 32);
static_assert(cost(0, 4).sector_count == 1);           // one address for all
static_assert(cost(0, 4).efficiency() == 1);           // no request could touch less
static_assert(cost(0, 4).byte_efficiency() == 0.125);  // but 28 of 32 bytes are not used
static_assert(cost(4, 4, 0, 0x0000000f).useful_bytes == 16);
static_assert(cost(4, 4, 0, 0).sector_count == 0);
static_assert(cost(2, 4).misaligned == 0xaaaaaaaa && cost(2, 4).sector_count == 0);
static_assert(cost(4, 4, 0x7fffff80).sector_count == 4);

TEST(GlobalCost, SaysWhichSectorsAreWhollyUsed) {
  const GlobalCost c = cost(16, 16, 16, 0x00000007);  // bytes 16 .. 63
  ASSERT_EQ(c.sector_count, 2);
  EXPECT_EQ(c.sectors[0].sector, 0u);
  EXPECT_EQ(c.sectors[0].bytes, 0xffff0000u);
  EXPECT_FALSE(c.sectors[0].whole());
  EXPECT_EQ(c.sectors[1].sector, 1u);
  EXPECT_TRUE(c.sectors[1].whole());
  EXPECT_EQ(c.useful_bytes, 48);
  EXPECT_EQ(c.ideal_sectors(), 2);
}

TEST(GlobalCost, CountsALineOnceThoughItsSectorsComeInTurns) {
  WarpAccess access{.width = 4, .mask = 0x0000000f};
  access.address[0] = 0, access.address[1] = 128, access.address[2] = 32, access.address[3] = 160;
  EXPECT_EQ(global_cost(access).sector_count, 4);
  EXPECT_EQ(global_cost(access).lines, 2);
}

TEST(GlobalCost, DependsOnTheBaseOnlyModulo128) {
  for (const std::uint32_t base : {0u, 4u, 60u, 124u})
    for (const std::uint32_t far : {128u, 1u << 20, 0xffffff80u}) {
      EXPECT_EQ(cost(20, 4, base).sector_count, cost(20, 4, base + far).sector_count) << base << " " << far;
      EXPECT_EQ(cost(20, 4, base).lines, cost(20, 4, base + far).lines) << base << " " << far;
    }
}

}  // namespace
}  // namespace gemmscope::analysis
