// SPDX-License-Identifier: MIT
// When the values of stores are needed: as soon as two threads store to one place between two barriers.
#include "tracing/runtime/common_stores.h"

#include <gtest/gtest.h>

#include <array>

namespace gemmscope::runtime {
namespace {

constexpr std::uint32_t kArray = 3;
using Bytes = std::array<std::uint32_t, lockstep::kLanes>;

Bytes from(std::uint32_t first, std::uint32_t step) {
  Bytes at{};
  for (std::uint32_t l = 0; l < at.size(); ++l) at[l] = first + step * l;
  return at;
}

TEST(CommonStores, AreThoseOfTwoThreads) {
  CommonStores stores;
  stores.add(kArray, 0, lockstep::kAllLanes, 4, from(0, 4));
  stores.add(kArray, 0, lockstep::kAllLanes, 4, from(0, 4));  // the same threads again
  stores.add(kArray, 1, lockstep::kAllLanes, 4, from(128, 4));
  stores.add(kArray + 1, 1, lockstep::kAllLanes, 4, from(0, 4));
  EXPECT_FALSE(stores.any());
  stores.add(kArray, 0, lockstep::kAllLanes, 4, from(4, 4));  // each to its neighbour's place
  EXPECT_TRUE(stores.any());
}

TEST(CommonStores, AreNoneBeyondABarrier) {
  CommonStores stores;
  stores.add(kArray, 0, lockstep::kAllLanes, 4, from(0, 4));
  stores.begin_interval();
  stores.add(kArray, 1, lockstep::kAllLanes, 4, from(0, 4));
  EXPECT_FALSE(stores.any());
}

TEST(CommonStores, AreOfEachWordOfAWideStoreAndEachByteOfANarrowOne) {
  CommonStores wide;
  wide.add(kArray, 0, 1, 16, from(0, 0));
  wide.add(kArray, 1, 1, 4, from(16, 0));
  EXPECT_FALSE(wide.any());
  wide.add(kArray, 1, 1, 4, from(12, 0));
  EXPECT_TRUE(wide.any());
  CommonStores narrow;
  narrow.add(kArray, 0, lockstep::kAllLanes, 1, from(0, 1));
  EXPECT_FALSE(narrow.any());
  narrow.add(kArray, 0, lockstep::kAllLanes, 1, from(1, 1));
  EXPECT_TRUE(narrow.any());
}

}  // namespace
}  // namespace gemmscope::runtime
