// SPDX-License-Identifier: MIT
// The memory that malloc gives kernels.
#include <array>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "tracing/lockstep/heap.h"

namespace gemmscope::lockstep {
namespace {

/// 256 bytes of which 240 can be given.
class HeapTest : public ::testing::Test {
 protected:
  std::uint64_t begin() const { return reinterpret_cast<std::uint64_t>(bytes_.data()); }
  alignas(16) std::array<std::byte, 256> bytes_{};
  std::array<std::uint8_t, 64> written_{};
  Heap heap_{Allocation{.address = begin(), .bytes = 256, .written = written_.data()}};
};

TEST_F(HeapTest, GivesTheLowestRoomAtMultiplesOf16) {
  EXPECT_EQ(heap_.allocate(17), begin());
  EXPECT_EQ(heap_.allocate(1), begin() + 32);
  EXPECT_EQ(heap_.allocate(0), begin() + 48);  // a place of its own
  EXPECT_EQ(heap_.allocate(176), begin() + 64);
  EXPECT_EQ(heap_.allocate(1), 0u);
  EXPECT_FALSE(heap_.gave_again());
}

TEST_F(HeapTest, GivesNothingThatIsLargerThanItself) {
  EXPECT_EQ(heap_.allocate(241), 0u);
  EXPECT_EQ(heap_.allocate(~std::uint64_t{0}), 0u);
  EXPECT_EQ(heap_.allocate(240), begin());
}

TEST_F(HeapTest, GivesWhatALaunchHasFreedToTheNextOneUnlessItMust) {
  const std::uint64_t first = heap_.allocate(32), second = heap_.allocate(48);
  EXPECT_TRUE(heap_.free(first));
  EXPECT_EQ(heap_.allocate(32), second + 48);
  EXPECT_FALSE(heap_.gave_again());
  EXPECT_EQ(heap_.allocate(128), begin() + 112);  // all that is left
  EXPECT_EQ(heap_.allocate(16), first);
  EXPECT_TRUE(heap_.gave_again());
  EXPECT_TRUE(heap_.free(second));
  heap_.begin_launch();
  EXPECT_FALSE(heap_.gave_again());
  EXPECT_EQ(heap_.allocate(64), begin() + 16);  // beside each other: 16 bytes of the first, all of the second
  EXPECT_FALSE(heap_.gave_again());
}

/// What was freed for a request that has no room all the same is given to a smaller one.
TEST_F(HeapTest, HasGivenAgainWhatItTookBackInVain) {
  const std::uint64_t first = heap_.allocate(32);
  EXPECT_NE(heap_.allocate(208), 0u);
  EXPECT_TRUE(heap_.free(first));
  EXPECT_EQ(heap_.allocate(48), 0u);
  EXPECT_EQ(heap_.allocate(16), first);
  EXPECT_TRUE(heap_.gave_again());
}

TEST_F(HeapTest, JoinsPiecesInWhateverOrderTheyAreFreed) {
  for (const std::array<std::size_t, 3>& order :
       {std::array<std::size_t, 3>{0, 1, 2}, {2, 1, 0}, {0, 2, 1}, {1, 0, 2}}) {
    std::vector<std::uint64_t> pieces;
    for (int i = 0; i < 3; ++i) pieces.push_back(heap_.allocate(80));
    for (const std::size_t i : order) {
      EXPECT_TRUE(heap_.free(pieces[i]));
      heap_.begin_launch();
    }
    const std::uint64_t all = heap_.allocate(240);
    EXPECT_EQ(all, begin());
    EXPECT_TRUE(heap_.free(all));
    heap_.begin_launch();
  }
}

TEST_F(HeapTest, TakesNothingBackThatItHasNotGiven) {
  const std::uint64_t piece = heap_.allocate(32);
  EXPECT_FALSE(heap_.free(piece + 16));
  EXPECT_FALSE(heap_.free(begin() + 64));
  EXPECT_TRUE(heap_.free(piece));
  EXPECT_FALSE(heap_.free(piece));
}

TEST_F(HeapTest, ForgetsWhatWasWritten) {
  EXPECT_EQ(heap_.allocate(16), begin());
  std::memset(bytes_.data(), 5, 64);
  written_.fill(1);
  EXPECT_EQ(heap_.allocate(32), begin() + 16);
  for (std::size_t byte = 0; byte < 64; ++byte)
    EXPECT_EQ(bytes_[byte], byte / 16 == 1 || byte / 16 == 2 ? std::byte{0xff} : std::byte{5}) << byte;
  for (std::size_t word = 0; word < 16; ++word) EXPECT_EQ(written_[word], word < 4 || word >= 12) << word;
}

}  // namespace
}  // namespace gemmscope::lockstep
