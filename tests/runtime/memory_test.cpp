// SPDX-License-Identifier: MIT
// Many small allocations, which share regions, are as exact as few.
#include "tracing/runtime/memory.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace gemmscope::runtime {
namespace {

constexpr std::uint64_t kBytes = 100;
constexpr std::size_t kMany = 20'000;  // more than a process has mappings for, at four each

std::uint64_t number_of(const std::byte* address) { return reinterpret_cast<std::uint64_t>(address); }

bool is_new(const std::byte* begin, std::uint64_t bytes) {
  return std::all_of(begin, begin + bytes, [](std::byte byte) { return byte == std::byte{0xff}; });
}

TEST(Memory, HasRoomForManySmallAllocationsWithExactEnds) {
  Memory memory;
  std::vector<std::byte*> all(kMany);
  for (std::byte*& begin : all) {
    ASSERT_NE(begin = memory.allocate(kBytes, true), nullptr);
    ASSERT_TRUE(is_new(begin, kBytes));
    std::memset(begin, 1, kBytes);
  }
  EXPECT_EQ(std::set(all.begin(), all.end()).size(), kMany);
  for (const std::byte* begin : all) {
    EXPECT_TRUE(memory.holds(begin, kBytes));
    EXPECT_FALSE(memory.holds(begin, kBytes + 1));
    EXPECT_TRUE(memory.breaks_off(begin, kBytes + 1));
    // Memory within a page of an end belongs to no other allocation.
    for (const std::uint64_t beyond : {kBytes, std::uint64_t{4000}})
      EXPECT_EQ(memory.allocations().find(number_of(begin) + beyond), nullptr);
    EXPECT_EQ(memory.allocations().find(number_of(begin) - 1), nullptr);
  }
  EXPECT_EQ(memory.total() - memory.left(), kMany * kBytes);
}

TEST(Memory, ThatWasFreedIsAsNewForTheNext) {
  Memory memory;
  std::vector<std::byte*> all(kMany);
  for (int round = 0; round < 2; ++round) {
    for (std::byte*& begin : all) {
      ASSERT_NE(begin = memory.allocate(kBytes, true), nullptr);
      ASSERT_TRUE(is_new(begin, kBytes));
      EXPECT_TRUE(memory.allocations().find(number_of(begin))->is_unwritten(number_of(begin)));
      std::memset(begin, 1, kBytes);
      memory.wrote(begin, kBytes);
    }
    for (const std::byte* begin : all) EXPECT_TRUE(memory.free(begin));
    EXPECT_FALSE(memory.free(all[0]));
    EXPECT_EQ(memory.left(), memory.total());
  }
}

}  // namespace
}  // namespace gemmscope::runtime
