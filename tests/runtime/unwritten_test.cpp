// SPDX-License-Identifier: MIT
// Which words count as written, and which loads of the others a recording lists.
#include <gtest/gtest.h>

#include "tests/runtime/one_warp.h"
#include "tracing/runtime/runtime.h"
#include "tracing/runtime/shared.h"

namespace gemmscope::runtime {
namespace {

using format::UnwrittenRead;

constexpr char kCopy[] =
    "  add.u64 %rd5, %rd2, %rd4;\n  add.u64 %rd6, %rd3, %rd4;\n"
    "  ld.global.u32 %r3, [%rd5];\n  st.global.u32 [%rd6], %r3;\n";

TEST(Unwritten, LoadsAreListedByTheirSite) {
  OneWarp copy = OneWarp::of(kCopy);
  std::byte *const from = copy.words(32), *const to = copy.words(32);
  copy.memory.wrote(from + 4, 4);
  EXPECT_EQ(copy.found({from, to}), (std::vector<UnwrittenRead>{{.site = 0, .byte = 0, .count = 31}}));
  copy.memory.wrote(from, 40);
  EXPECT_EQ(copy.found({from, to}), (std::vector<UnwrittenRead>{{.site = 0, .byte = 40, .count = 22}}));
  copy.memory.wrote(from + 40, 88);
  EXPECT_TRUE(copy.found({from, to}).empty());
}

/// Where an access was before is remembered, and then it is made without a look at each lane's address.
TEST(Unwritten, LoadsAndStoresThatAreRepeatedAreLookedAtToo) {
  OneWarp copy = OneWarp::of(
      "  add.u64 %rd5, %rd2, %rd1;\n  add.u64 %rd6, %rd3, %rd1;\n  mov.u32 %r4, 0;\nL:\n"
      "  ld.global.u32 %r3, [%rd5];\n  st.global.u32 [%rd6], %r3;\n  add.u64 %rd5, %rd5, 128;\n"
      "  add.u64 %rd6, %rd6, 128;\n  add.u32 %r4, %r4, 1;\n  setp.lt.u32 %p1, %r4, 3;\n  @%p1 bra L;\n");
  std::byte *const from = copy.words(96), *const to = copy.words(96), *const more = copy.words(96);
  copy.memory.wrote(from, 128);
  EXPECT_EQ(copy.found({from, to}), (std::vector<UnwrittenRead>{{.site = 0, .byte = 128, .count = 64}}));
  copy.memory.wrote(to, 128);
  EXPECT_TRUE(copy.found({to, more}).empty());
}

TEST(Unwritten, WhatAKernelStoredIsWrittenWhateverItIs) {
  OneWarp copy = OneWarp::of(kCopy);
  std::byte *const from = copy.words(32), *const to = copy.words(32), *const more = copy.words(32);
  copy.memory.wrote(from, 4);
  EXPECT_FALSE(copy.found({from, to}).empty());  // stores what it found: all bits are set
  EXPECT_TRUE(copy.found({to, more}).empty());
}

TEST(Unwritten, MemoryThatTheHostWritesTooIsNeverListed) {
  OneWarp copy = OneWarp::of(kCopy);
  std::byte *const managed = copy.memory.allocate(128), *const to = copy.words(32);
  EXPECT_TRUE(copy.found({managed, to}).empty());
}

TEST(Unwritten, WhatALibraryIsGivenCountsAsWritten) {
  std::byte* const at = runtime().memory.allocate(64, true);
  const lockstep::Allocation* const array = runtime().memory.allocations().find(reinterpret_cast<std::uint64_t>(at));
  EXPECT_TRUE(array->is_unwritten(array->address + 8));
  EXPECT_TRUE(gemmscope_holds(at, 12));
  EXPECT_FALSE(array->is_unwritten(array->address + 8));
  EXPECT_TRUE(array->is_unwritten(array->address + 12));
  EXPECT_FALSE(gemmscope_holds(at, 65));
  EXPECT_TRUE(array->is_unwritten(array->address + 12));
  runtime().memory.free(at);
}

/// A byte of each word is stored; all lanes load all four.
TEST(Unwritten, AWordOfWhichAPartWasWrittenCountsAsWritten) {
  OneWarp bytes = OneWarp::of(
      "  add.u64 %rd5, %rd2, %rd1;\n  mov.u16 %h1, 255;\n  setp.lt.u32 %p1, %r1, 16;\n"
      "  @%p1 st.global.u8 [%rd5+2], %h1;\n  ld.global.u8 %h2, [%rd5+1];\n  add.u64 %rd6, %rd3, %rd1;\n"
      "  st.global.u8 [%rd6], %h2;\n");
  std::byte *const at = bytes.words(32), *const to = bytes.words(32);
  const auto found = bytes.found({at, to});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ((std::pair(found[0].byte, found[0].count)), (std::pair{65u, std::uint64_t{16}}));
}

TEST(Unwritten, HalvesOfWideValuesAreLookedAt) {
  OneWarp wide = OneWarp::of(
      "  shl.b64 %rd1, %rd1, 1;\n  add.u64 %rd5, %rd2, %rd1;\n"
      "  st.global.u32 [%rd5], %r1;\n  ld.global.u64 %rd8, [%rd5];\n  add.u64 %rd6, %rd3, %rd1;\n"
      "  st.global.u64 [%rd6], %rd8;\n");
  std::byte *const at = wide.words(64), *const to = wide.words(64);
  const auto found = wide.found({at, to});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ((std::pair(found[0].byte, found[0].count)), (std::pair{4u, std::uint64_t{32}}));
}

TEST(Unwritten, AtomicOperationsLoadOnceAndAreWritten) {
  OneWarp count = OneWarp::of("  red.global.add.u32 [%rd2], %r1;\n  st.global.u32 [%rd3], %r1;\n");
  std::byte *const sum = count.words(1), *const to = count.words(1);
  count.launch.grid = {3, 1, 1};
  const auto found = count.found({sum, to});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].count, 1u);
  EXPECT_TRUE(count.found({sum, to}).empty());
}

TEST(Unwritten, AnExchangeOnlyWrites) {
  OneWarp release = OneWarp::of(
      "  add.u64 %rd5, %rd2, %rd1;\n  atom.global.exch.b32 %r3, [%rd5], -1;\n  ld.global.u32 %r4, [%rd5];\n"
      "  add.u64 %rd6, %rd3, %rd1;\n  st.global.u32 [%rd6], %r4;\n");
  EXPECT_TRUE(release.found({release.words(32), release.words(32)}).empty());
}

TEST(Unwritten, AValueThatNobodyUsesIsNotLookedAt) {
  const auto load = [](const char* used) {
    OneWarp pair = OneWarp::of(std::string("  shl.b64 %rd1, %rd1, 1;\n  add.u64 %rd5, %rd2, %rd1;\n"
                                           "  st.global.u32 [%rd5], %r1;\n"
                                           "  ld.global.v2.u32 {%r3, %r4}, [%rd5];\n  add.u64 %rd6, %rd3, %rd1;\n"
                                           "  st.global.u32 [%rd6], ") +
                               used + ";\n");
    return pair.found({pair.words(64), pair.words(64)}).size();
  };
  EXPECT_EQ(load("%r3"), 0u);
  EXPECT_EQ(load("%r4"), 1u);
}

TEST(Unwritten, AnAsynchronousCopyLoads) {
  OneWarp copy = OneWarp::of(
      "  .shared .align 16 .b8 cells[128];\n  mov.u32 %r3, cells;\n  shl.b32 %r4, %r1, 2;\n  add.u32 %r3, %r3, %r4;\n"
      "  add.u64 %rd5, %rd2, %rd1;\n  cp.async.ca.shared.global [%r3], [%rd5], 4;\n  cp.async.wait_all;\n"
      "  ld.shared.u32 %r5, [%r3];\n  add.u64 %rd6, %rd3, %rd1;\n  st.global.u32 [%rd6], %r5;\n");
  std::byte *const from = copy.words(32), *const to = copy.words(32);
  copy.memory.wrote(from, 16);
  const auto found = copy.found({from, to});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ((std::pair(found[0].byte, found[0].count)), (std::pair{16u, std::uint64_t{28}}));
}

/// Blocks that are alike are not run then: the same is found all the same, and what they would have stored is written.
TEST(Unwritten, WithoutResultsTheSameIsFound) {
  for (const unsigned threads : {1u, 2u}) {
    OneWarp copy = OneWarp::of(kCopy);
    copy.launch.grid = {64, 1, 1};
    std::byte *const from = copy.words(64 * 32), *const to = copy.words(64 * 32), *const more = copy.words(64 * 32);
    copy.memory.wrote(from, 128 * 20 + 4);
    const std::vector<UnwrittenRead> expected{{.site = 0, .byte = 128 * 20 + 4, .count = 64 * 32 - 20 * 32 - 1}};
    EXPECT_EQ(copy.found({from, to}, Results::kLeftOut, threads), expected);
    EXPECT_EQ(copy.found({from, more}, Results::kRight, threads), expected);
    copy.memory.wrote(from, 128 * 64);
    EXPECT_TRUE(copy.found({to, more}, Results::kLeftOut, threads).empty());
  }
}

TEST(Unwritten, WhatBlocksThatWereNotRunStoreIsWritten) {
  OneWarp copy = OneWarp::of(kCopy);
  copy.launch.grid = {64, 1, 1};
  std::byte *const from = copy.words(64 * 32), *const to = copy.words(64 * 32), *const more = copy.words(64 * 32);
  copy.memory.wrote(from, 128 * 64);
  EXPECT_TRUE(copy.found({from, to}, Results::kLeftOut).empty());
  EXPECT_TRUE(copy.found({to, more}, Results::kRight).empty());
}

}  // namespace
}  // namespace gemmscope::runtime
