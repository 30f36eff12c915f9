// SPDX-License-Identifier: MIT
// Requests whose lanes go to several arrays that parameters point to: where each lies, against where the program asked.
#include <cstring>

#include <gtest/gtest.h>

#include "tests/runtime/asked.h"
#include "tests/runtime/one_warp.h"

namespace gemmscope::runtime {
namespace {

using format::kLanes;
constexpr std::uint32_t kElements = 2000, kBlocks = 6;

/// In each block, whose number moves a by 128 bytes and b by `step`, lanes 0 to 10 load from a and the others from b;
/// all load from b alone, 64 bytes on; after a barrier all store to a alone, and, 32 bytes on, to b and a.
std::string either(std::uint32_t step) {
  return "  add.u64 %rd5, %rd2, %rd4;\n  mul.wide.u32 %rd6, %r2, " + std::to_string(step) +
         ";\n  add.u64 %rd6, %rd6, %rd3;\n  add.u64 %rd6, %rd6, %rd1;\n  setp.lt.u32 %p1, %r1, 11;\n"
         "  selp.b64 %rd7, %rd5, %rd6, %p1;\n  selp.b64 %rd8, %rd6, %rd5, %p1;\n"
         "  ld.global.u32 %r3, [%rd7];\n  ld.global.u32 %r4, [%rd6+64];\n  bar.sync 0;\n"
         "  st.global.u32 [%rd5], %r3;\n  st.global.u32 [%rd8+32], %r4;\n";
}

struct Either {
  explicit Either(std::uint32_t step) : warps(OneWarp::of(either(step))) {
    warps.launch.grid = {kBlocks, 1, 1};
    addresses["before"] = warps.words(37);
    const std::byte* const a = addresses["a"] = addresses["parameter 0"] = warps.words(kElements);
    addresses["between"] = warps.words(70);
    const std::byte* const b = addresses["b"] = addresses["parameter 1"] = warps.words(kElements + 1);
    for (std::uint32_t block = 0; block < kBlocks; ++block) {
      const auto at = [&](const std::byte* array, std::uint32_t more) {
        return [=](std::uint32_t lane) { return array + block * (array == a ? 128 : step) + more + 4 * lane; };
      };
      for (std::uint32_t l = 0; l < kLanes; ++l) loads.push_back(at(l < 11 ? a : b, 0)(l));
      for (std::uint32_t l = 0; l < kLanes; ++l) loads.push_back(at(b, 64)(l));
      for (std::uint32_t l = 0; l < kLanes; ++l) stores.push_back(at(a, 0)(l));
      for (std::uint32_t l = 0; l < kLanes; ++l) stores.push_back(at(l < 11 ? b : a, 32)(l));
    }
  }
  format::Recording recorded(unsigned threads = 1) {
    const auto done = warps.run({addresses["a"], addresses["b"]}, Results::kRight, threads);
    EXPECT_TRUE(done.recording) << done.recording.error().message;
    return done.recording ? *done.recording : format::Recording();
  }
  OneWarp warps;
  Addresses addresses;
  Bytes loads, stores;
};

TEST(JoinedArrays, HaveEachRequestWhereTheProgramAsks) {
  for (const std::uint32_t step : {128u, 640u}) {
    Either either(step);
    const format::Recording r = either.recorded();
    ASSERT_EQ(r.tensors.size(), 1u);
    ASSERT_EQ(r.tensors[0].parts.size(), 2u);
    EXPECT_EQ(r.tensors[0].parts[0].name, "parameter 0");
    EXPECT_EQ(r.tensors[0].parts[0].offset, 0u);  // which is the first that is touched
    EXPECT_EQ(r.tensors[0].parts[1].bytes, 4 * (kElements + 1));
    EXPECT_EQ(r.request_count(), 4 * kBlocks);  // one is one, wherever its lanes go
    EXPECT_EQ(asked(r, "allocations_load", either.addresses), either.loads);
    EXPECT_EQ(asked(r, "allocations_store", either.addresses), either.stores);
  }
}

TEST(JoinedArrays, ShareWhatBlocksDoAlike) {
  const format::Recording alike = Either(128).recorded(), other = Either(640).recorded();
  EXPECT_EQ(alike.patterns.size(), 1u);
  EXPECT_EQ(other.patterns.size(), kBlocks);
}

TEST(JoinedArrays, DoNotDependOnHostThreads) {
  for (const std::uint32_t step : {128u, 640u}) {
    Either either(step);
    format::Recording one = either.recorded(1), two = either.recorded(2);
    one.parameters.clear(), two.parameters.clear(), one.origin = two.origin = {};
    one.unwritten.reset(), two.unwritten.reset();  // the first run has written it
    one.undefined.reset(), two.undefined.reset();
    EXPECT_TRUE(one == two);
  }
}

/// Also where the launch need not be run for the recording.
TEST(JoinedArrays, HaveLoadsOfWhatNobodyHasWritten) {
  for (const Results results : {Results::kRight, Results::kLeftOut}) {
    Either either(128);
    either.warps.launch.grid = {1, 1, 1};
    either.warps.memory.wrote(either.addresses["a"], 4 * kElements);
    const auto found = either.warps.found({either.addresses["a"], either.addresses["b"]}, results);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].count, 21u + 32u);
    EXPECT_EQ(found[0].byte, (4 * kElements + 255) / 256 * 256 + 44);  // what lane 11 loads
  }
}

/// A launch that is left out, as nothing of what it does depends on what it computes, is run where that is not certain.
TEST(JoinedArrays, HaveWhatNobodyHasWrittenInOneToWhichOnlySomeLanesGo) {
  OneWarp warps = OneWarp::of(
      "  add.u64 %rd5, %rd2, %rd1;\n  add.u64 %rd6, %rd3, %rd1;\n  setp.lt.u32 %p1, %r1, 11;\n"
      "  selp.b64 %rd7, %rd5, %rd6, %p1;\n  ld.global.u32 %r3, [%rd7];\n  st.global.u32 [%rd5], %r3;\n");
  std::byte *const a = warps.words(kLanes), *const b = warps.words(kLanes);
  warps.memory.wrote(a, 4 * kLanes);
  EXPECT_EQ(warps.found({a, b}, Results::kLeftOut).size(), 1u);
}

/// A request that finds one of its arrays in memory, and the other by a parameter.
TEST(JoinedArrays, BelongToAllocationsWithThoseFoundInMemory) {
  OneWarp warps = OneWarp::of(
      "  shl.b64 %rd4, %rd1, 1;\n  add.u64 %rd5, %rd2, %rd4;\n  ld.global.u64 %rd6, [%rd5];\n"
      "  setp.eq.u32 %p1, %r1, 5;\n  selp.b64 %rd7, %rd3, %rd6, %p1;\n  st.global.u32 [%rd7+8], %r1;\n");
  Addresses addresses;
  Bytes expected;
  std::vector<std::byte*> arrays;
  for (std::uint32_t i = 0; i < 9; ++i) arrays.push_back(warps.words(3 + 29 * i));
  std::byte *const table = warps.words(2 * kLanes), *const other = warps.words(20);
  addresses["parameter 0"] = table, addresses["parameter 1"] = other;
  warps.memory.wrote(table, 8 * kLanes);
  for (std::uint32_t i = 0; i < kLanes; ++i) {
    std::memcpy(table + 8 * i, &arrays[i * 2 % 9], 8);
    addresses["parameter 0[" + std::to_string(i) + "]"] = arrays[i * 2 % 9];
    expected.push_back((i == 5 ? other : arrays[i * 2 % 9]) + 8);
  }
  const auto done = warps.run({table, other});
  ASSERT_TRUE(done.recording) << done.recording.error().message;
  ASSERT_EQ(done.recording->tensors.size(), 2u);
  EXPECT_EQ(done.recording->tensors[0].name, "parameter 0");
  EXPECT_EQ(done.recording->tensors[1].parts.size(), 10u);
  EXPECT_EQ(asked(*done.recording, "allocations_store", addresses), expected);
}

}  // namespace
}  // namespace gemmscope::runtime
