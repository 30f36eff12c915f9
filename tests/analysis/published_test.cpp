// SPDX-License-Identifier: MIT
// The models against measurements that others published: 13 request patterns and 42 points of a V100 sweep.
// Where each comes from: docs/models/shared_memory.md, "Published measurements".
#include <array>
#include <functional>
#include <span>

#include <gtest/gtest.h>

#include "tracing/analysis/bank_conflicts.h"

namespace gemmscope::analysis {
namespace {

struct Pattern {
  const char* name;
  std::uint8_t width;
  std::uint32_t mask;
  std::uint32_t (*unit)(std::uint32_t lane);  ///< lane address in units of the width
  int measured, textbook;                     ///< wavefronts; the fused model gives the measured ones
};

constexpr std::uint32_t kOnly15And16 = 1u << 15 | 1u << 16;
constexpr std::uint32_t kOnly0And15 = 1u << 0 | 1u << 15;

constexpr Pattern kPatterns[] = {
    {"4 B in a row", 4, kAllLanes, [](std::uint32_t l) { return l; }, 1, 1},
    {"4 B, one address", 4, kAllLanes, [](std::uint32_t) { return 0u; }, 1, 1},
    {"8 B in a row", 8, kAllLanes, [](std::uint32_t l) { return l; }, 2, 2},
    {"8 B, pairs", 8, kAllLanes, [](std::uint32_t l) { return l / 2; }, 1, 2},
    {"16 B in a row", 16, kAllLanes, [](std::uint32_t l) { return l; }, 4, 4},
    {"16 B, one address", 16, kAllLanes, [](std::uint32_t) { return 0u; }, 2, 4},
    {"16 B, every other, half-warps alike", 16, kAllLanes, [](std::uint32_t l) { return 2 * (l % 16); }, 8, 8},
    {"16 B, one address per half-warp", 16, kAllLanes, [](std::uint32_t l) { return 2 * (l / 16); }, 2, 4},
    {"16 B, n^2 pairs", 16, kAllLanes, [](std::uint32_t l) { return l / 8 * 2 + l % 8 / 2 % 2; }, 2, 4},
    {"16 B, half-warps pair differently", 16, kAllLanes,
     [](std::uint32_t l) { return l / 8 * 2 + (l < 16 ? l % 8 / 2 % 2 : l % 8 % 2); }, 4, 4},
    {"16 B, quads with a conflict", 16, kAllLanes,
     [](std::uint32_t l) { return l / 16 * 4 + l % 16 / 8 + l % 8 / 4 * 8; }, 4, 8},
    {"16 B, lanes 15 and 16 only", 16, kOnly15And16, [](std::uint32_t) { return 4u; }, 2, 2},
    {"16 B, lanes 0 and 15 only", 16, kOnly0And15, [](std::uint32_t) { return 4u; }, 1, 2},
};

constexpr WarpAccess access_of(const Pattern& p) {
  WarpAccess access{.width = p.width, .mask = p.mask};
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) access.address[lane] = p.unit(lane) * p.width;
  return access;
}

struct V100Point {
  std::uint8_t width;
  std::uint32_t dup, stride_bytes;  ///< address = lane / dup * stride_bytes
  int measured;                     ///< wavefronts, from clock cycles
};

constexpr V100Point kV100[] = {
    {4, 1, 4, 1},    {4, 2, 4, 1},    {4, 32, 4, 1},   {4, 1, 8, 2},    {4, 1, 16, 4},    {4, 1, 32, 8},
    {4, 1, 64, 16},  {4, 1, 128, 32}, {4, 2, 128, 16}, {4, 4, 128, 8},  {4, 8, 128, 4},   {4, 16, 128, 2},
    {4, 32, 128, 1}, {4, 1, 132, 1},  {4, 1, 256, 32}, {8, 1, 8, 2},    {8, 2, 8, 1},     {8, 4, 8, 1},
    {8, 32, 8, 1},   {8, 1, 16, 4},   {8, 1, 32, 8},   {8, 1, 128, 32}, {8, 2, 128, 16},  {8, 32, 128, 1},
    {16, 1, 16, 4},  {16, 2, 16, 2},  {16, 4, 16, 2},  {16, 16, 16, 2}, {16, 32, 16, 2},  {16, 1, 32, 8},
    {16, 2, 32, 4},  {16, 4, 32, 2},  {16, 32, 32, 2}, {16, 1, 64, 16}, {16, 1, 128, 32}, {16, 1, 144, 4},
    {4, 4, 4, 1},    {4, 8, 4, 1},    {4, 16, 4, 1},   {8, 8, 8, 1},    {8, 16, 8, 1},    {16, 8, 16, 2},
};
static_assert(std::size(kPatterns) == 13 && std::size(kV100) == 42);

constexpr WarpAccess access_of(const V100Point& p) {
  WarpAccess access{.width = p.width};
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) access.address[lane] = lane / p.dup * p.stride_bytes;
  return access;
}

TEST(Published, FusedModelFitsAllPatterns) {
  for (const Pattern& p : kPatterns) EXPECT_EQ(shared_cost(access_of(p)).wavefronts, p.measured) << p.name;
}

TEST(Published, TextbookModelMissesSixPatterns) {
  int misses = 0;
  for (const Pattern& p : kPatterns) {
    EXPECT_EQ(shared_cost(access_of(p), ConflictModel::kTextbook).wavefronts, p.textbook) << p.name;
    misses += p.textbook != p.measured;
  }
  EXPECT_EQ(misses, 6);
}

TEST(Published, FusedModelFitsTheV100Sweep) {
  for (const V100Point& p : kV100)
    EXPECT_EQ(shared_cost(access_of(p)).wavefronts, p.measured)
        << int{p.width} << " B, dup " << p.dup << ", stride " << p.stride_bytes;
}

TEST(Published, TextbookModelMissesThirteenPointsOfTheV100Sweep) {
  int misses = 0;
  for (const V100Point& p : kV100)
    misses += shared_cost(access_of(p), ConflictModel::kTextbook).wavefronts != p.measured;
  EXPECT_EQ(misses, 13);
}

}  // namespace
}  // namespace gemmscope::analysis
