// SPDX-License-Identifier: MIT
// Launches that touch many allocations: where each request lies in the recording, against where the program asked.
#include <cstring>

#include <gtest/gtest.h>

#include "tests/runtime/asked.h"
#include "tests/runtime/one_warp.h"

namespace gemmscope::runtime {
namespace {

using format::kLanes;

/// Each lane finds a pointer in the table a, of its block, and adds what is there to its number in b.
constexpr char kGather[] =
    "  shl.b64 %rd4, %rd4, 1;\n  add.u64 %rd5, %rd2, %rd4;\n  ld.global.u64 %rd6, [%rd5];\n"
    "  ld.global.u32 %r3, [%rd6+8];\n  shr.u64 %rd4, %rd4, 1;\n  add.u64 %rd7, %rd3, %rd4;\n"
    "  ld.global.u32 %r4, [%rd7];\n  add.u32 %r3, %r3, %r4;\n  st.global.u32 [%rd7], %r3;\n";

/// A table of pointers to allocations of 12 bytes and more, of which the lanes of two blocks take all but some.
struct Gather {
  Gather(std::uint32_t count, std::uint32_t used) {
    warps.launch.grid = {2, 1, 1};
    for (std::uint32_t i = 0; i < count; ++i) {
      arrays.push_back(warps.words(3 + 29 * i % 200));
    }
    table = warps.words(4 * kLanes), sums = warps.words(2 * kLanes);
    warps.memory.wrote(table, 16 * kLanes), warps.memory.wrote(sums, 8 * kLanes);
    for (std::uint32_t i = 0; i < 2 * kLanes; ++i) {
      const std::byte* const at = arrays[i * 7 % used];
      if (i % 5 != 0) warps.memory.wrote(at, 12);
      std::memcpy(table + 8 * i, &at, 8);
      addresses["parameter 0[" + std::to_string(i) + "]"] = at;
      expected.push_back(at + 8);
    }
    addresses["a"] = addresses["parameter 0"] = table, addresses["b"] = addresses["parameter 1"] = sums;
  }
  format::Recording recorded(unsigned threads = 1) {
    const auto done = warps.run({table, sums}, Results::kRight, threads);
    EXPECT_TRUE(done.recording) << done.recording.error().message;
    return done.recording ? *done.recording : format::Recording();
  }

  OneWarp warps = OneWarp::of(kGather);
  std::byte *table = nullptr, *sums = nullptr;
  Bytes arrays, expected;
  Addresses addresses;
};

TEST(PlannedArrays, HasEachRequestWhereTheProgramAsks) {
  Gather gather(43, 41);
  const format::Recording r = gather.recorded();
  ASSERT_EQ(r.tensors.size(), 3u);
  EXPECT_EQ(r.tensors[2].name, "*parameter 0");
  EXPECT_EQ(r.tensors[2].parts.size(), 41u);  // those that are touched
  EXPECT_EQ(asked(r, "*parameter 0_load", gather.addresses), gather.expected);
  for (const format::Part& part : r.tensors[2].parts) EXPECT_EQ(part.offset % 256, 0u);
}

TEST(PlannedArrays, DoesNotDependOnHostThreads) {
  Gather gather(43, 41);
  gather.warps.launch.grid = {2, 1, 1};
  format::Recording one = gather.recorded(1), two = gather.recorded(2);
  one.parameters.clear(), two.parameters.clear(), one.origin = two.origin = {};
  one.unwritten.reset(), two.unwritten.reset();
  EXPECT_TRUE(one == two);
}

TEST(PlannedArrays, BeginsWithTheFirstThatIsTouched) {
  Gather gather(40, 40);
  for (std::uint32_t i = 0; i < 2 * kLanes; ++i) {
    gather.expected[i] = gather.arrays[10 + 20 * (i % 2)] + 8;
    const std::byte* const at = gather.expected[i] - 8;
    std::memcpy(gather.table + 8 * i, &at, 8);
    if (i < 2) gather.addresses["parameter 0+" + std::to_string(8 * i)] = at;
  }
  const format::Recording r = gather.recorded();
  ASSERT_EQ(r.tensors[2].parts.size(), 2u);
  EXPECT_EQ(r.tensors[2].parts[0].offset, 0u);
  ASSERT_EQ(r.unwritten.value().size(), 1u);
  EXPECT_EQ(address_of(r.tensors[2], r.unwritten->front().byte, gather.addresses), gather.arrays[10] + 8);
  EXPECT_EQ(asked(r, "*parameter 0_load", gather.addresses), gather.expected);
}

TEST(PlannedArrays, OfOneThatIsTouchedIsAnArrayAsAnyOther) {
  Gather gather(40, 40);
  for (std::uint32_t i = 0; i < 2 * kLanes; ++i) {
    std::memcpy(gather.table + 8 * i, &gather.arrays[9], 8);
    gather.expected[i] = gather.arrays[9] + 8;
  }
  gather.addresses["parameter 0+0"] = gather.arrays[9];
  const format::Recording r = gather.recorded();
  ASSERT_EQ(r.tensors.size(), 3u);
  EXPECT_EQ(r.tensors[0].name, "parameter 0+0");  // in the order of allocations
  EXPECT_TRUE(r.tensors[0].parts.empty());
  EXPECT_EQ(asked(r, "parameter 0+0_load", gather.addresses), gather.expected);
}

/// Lanes of one request go to two of three allocations that the table leads to; to the third leads another array, too.
TEST(PlannedArrays, AreOneOfWhatOneArrayLeadsToWhereARequestIsToSeveral) {
  Gather gather(40, 40);
  for (std::uint32_t i = 0; i < 2 * kLanes; ++i) {
    const std::byte* const at = gather.arrays[i >= kLanes ? 5 : 10 + 20 * (i % 2)];
    std::memcpy(gather.table + 8 * i, &at, 8);
  }
  std::memcpy(gather.sums, &gather.arrays[5], 8);
  const format::Recording r = gather.recorded();
  std::vector<std::string> names;
  for (const format::Tensor& tensor : r.tensors) names.push_back(tensor.name);
  EXPECT_EQ(names, (std::vector<std::string>{"allocation 5", "parameter 0", "parameter 1", "*parameter 0"}));
}

TEST(PlannedArrays, HasLoadsOfWhatNobodyHasWritten) {
  Gather gather(40, 40);
  const Bytes all = gather.expected;
  const format::Recording r = gather.recorded();
  ASSERT_EQ(r.unwritten.value().size(), 1u);
  std::size_t count = 0;
  const std::byte* first = nullptr;
  for (std::uint32_t i = 0; i < 40 && first == nullptr; ++i)
    if (gather.warps.memory.allocations()
            .find(reinterpret_cast<std::uint64_t>(gather.arrays[i]))
            ->is_unwritten(reinterpret_cast<std::uint64_t>(gather.arrays[i]) + 8))
      first = gather.arrays[i] + 8;
  for (const std::byte* const at : all) {
    const auto address = reinterpret_cast<std::uint64_t>(at);
    count += gather.warps.memory.allocations().find(address)->is_unwritten(address) ? 1 : 0;
  }
  EXPECT_GT(count, 0u);
  EXPECT_EQ(r.unwritten->front().count, count);
  EXPECT_EQ(address_of(r.tensors[2], r.unwritten->front().byte, gather.addresses), first);
}

/// Stores to what each of its parameters points to, `step(i)` bytes further on in each block.
template <class Step>
std::string stores(std::size_t parameters, const Step& step) {
  std::string head = ".version 9.0\n.target sm_80\n.address_size 64\n.visible .entry k(", body;
  for (std::size_t i = 0; i < parameters; ++i) {
    const std::string name = "p" + std::to_string(i);
    head += (i == 0 ? ".param .u64 " : ", .param .u64 ") + name;
    body += "  ld.param.u64 %rd2, [" + name + "];\n  mul.wide.u32 %rd3, %r2, " + std::to_string(step(i)) +
            ";\n  add.u64 %rd2, %rd2, %rd3;\n  add.u64 %rd2, %rd2, %rd1;\n  st.global.u32 [%rd2], %r1;\n";
  }
  return head +
         ") {\n  .reg .b32 %r<4>;\n  .reg .b64 %rd<4>;\n  mov.u32 %r1, %tid.x;\n  mul.wide.u32 %rd1, %r1, 4;\n"
         "  mov.u32 %r2, %ctaid.x;\n" +
         body + "  ret;\n}\n";
}

/// Blocks that are alike share what one of them does only if all allocations of the group move with them alike.
TEST(PlannedArrays, TakesWhatParametersNameBeyondTheRoomForArrays) {
  constexpr std::size_t kParameters = 20, kGrid = 40;
  for (const bool alike : {true, false})
    for (const Results results : {Results::kRight, Results::kLeftOut}) {
      const auto step = [&](std::size_t i) -> std::uint64_t { return alike || i != 18 ? 128 : 32; };
      OneWarp warp(stores(kParameters, step));
      warp.launch.grid = {kGrid, 1, 1};
      Bytes arrays, expected;
      Addresses addresses;
      for (std::size_t i = 0; i < kParameters; ++i) {
        arrays.push_back(warp.words(kGrid * kLanes + i));
        addresses["parameter " + std::to_string(i)] = arrays[i];
      }
      const auto done = warp.run(arrays, results);
      ASSERT_TRUE(done.recording) << done.recording.error().message;
      const format::Recording& r = *done.recording;
      ASSERT_EQ(r.tensors.size(), 16u);
      EXPECT_EQ(r.tensors[14].name, "parameter 14");
      ASSERT_EQ(r.tensors[15].parts.size(), 5u);
      for (std::size_t block = 0; block < kGrid; ++block)
        for (std::size_t i = 15; i < kParameters; ++i)
          for (std::size_t lane = 0; lane < kLanes; ++lane) expected.push_back(arrays[i] + step(i) * block + 4 * lane);
      EXPECT_EQ(asked(r, "allocations_store", addresses), expected);
    }
}

}  // namespace
}  // namespace gemmscope::runtime
