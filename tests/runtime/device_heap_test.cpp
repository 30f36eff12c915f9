// SPDX-License-Identifier: MIT
// Recordings of kernels that call malloc.
#include <gtest/gtest.h>

#include "tests/runtime/one_warp.h"
#include "tracing/lockstep/heap.h"

namespace gemmscope::runtime {
namespace {

/// Each lane has 24 bytes, of which %rd7 is the address, and does `body` with them.
std::string text(const std::string& body) {
  return ".version 9.0\n.target sm_80\n.address_size 64\n"
         ".extern .func (.param .b64 r) malloc(.param .b64 bytes);\n.extern .func free(.param .b64 address);\n"
         ".visible .entry k() {\n.reg .b32 %r<9>;\n.reg .b64 %rd<9>;\nmov.u32 %r1, %tid.x;\n"
         "{ .param .b64 n; .param .b64 p; st.param.b64 [n], 24; call.uni (p), malloc, (n); ld.param.b64 %rd7, [p]; }\n" +
         body + "ret;\n}\n";
}
const std::string kFree = "{ .param .b64 p; st.param.b64 [p], %rd7; call.uni free, (p); }\n";

/// A kernel in a grid of four blocks, with so much memory to give.
struct OnHeap {
  explicit OnHeap(const std::string& body, std::uint64_t words) : warp(text(body)) {
    const auto begin = reinterpret_cast<std::uint64_t>(warp.words(words + 4));
    heap.emplace(*warp.memory.allocations().find(begin));
    warp.launch.grid = {4, 1, 1};
    warp.launch.heap = &*heap;
  }
  OneWarp warp;
  std::optional<lockstep::Heap> heap;
};

TEST(DeviceHeap, IsAnArrayOfThatNameWhoseAddressesAreThoseOfOneHostThread) {
  for (const unsigned threads : {1u, 3u}) {
    OnHeap on("st.global.u32 [%rd7+8], %r1;\n", 2000);
    const auto done = on.warp.run({}, Results::kRight, threads);
    ASSERT_TRUE(done.recording) << done.recording.error().message;
    const format::Recording& r = *done.recording;
    ASSERT_EQ(r.tensors.size(), 1u);
    EXPECT_EQ(r.tensors[0].name, "device heap");
    for (std::uint32_t block = 0; block < 4; ++block) {
      const format::Pattern& pattern = r.patterns[r.blocks[block].pattern];
      const format::Request request = format::decode(r, block, pattern.segments[0], 0);
      for (std::uint32_t l = 0; l < 32; ++l) EXPECT_EQ(request.address[l], (block * 32 + l) * 32 + 8);
    }
  }
}

TEST(DeviceHeap, OfMemoryThatIsGivenAgainThereIsNoRecording) {  // its threads would seem to race
  const std::string body = "st.global.u32 [%rd7], %r1;\n" + kFree;
  OnHeap large(body, 4 * 32 * 8), small(body, 3 * 32 * 8);
  EXPECT_TRUE(large.warp.run({}).recording);
  const auto done = small.warp.run({});
  EXPECT_TRUE(done.faults.empty());
  ASSERT_FALSE(done.recording);
  EXPECT_EQ(done.recording.error().kind, ErrorKind::kUsage);
}

TEST(DeviceHeap, IsReadUnwrittenAlthoughItWasWrittenBeforeItWasFreed) {
  const std::string blank = "mov.u32 %r3, 0xffffffff; st.global.u32 [%rd7+4], %r3;\n";
  OnHeap on("ld.global.u32 %r2, [%rd7+4]; st.global.u32 [%rd7], %r2;\n" + blank + kFree, 2000);
  for (int launch = 0; launch < 2; ++launch, on.heap->begin_launch()) EXPECT_EQ(on.warp.found({}).size(), 1u) << launch;
}

TEST(DeviceHeap, FreesNothingTwice) {
  OnHeap twice(kFree + kFree, 2000);
  const auto done = twice.warp.run({});
  ASSERT_FALSE(done.faults.empty());
  EXPECT_EQ(done.faults[0].kind, lockstep::FaultKind::kBadFree);
  EXPECT_EQ(done.faults[0].lane, 0u);
}

}  // namespace
}  // namespace gemmscope::runtime
