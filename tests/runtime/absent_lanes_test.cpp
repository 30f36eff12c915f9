// SPDX-License-Identifier: MIT
// Lanes that a mask names and that do not come, as a recording has them.
#include "tests/runtime/one_warp.h"

namespace gemmscope::runtime {
namespace {

/// A warp's upper half stores what it has at once, the lower one first asks the lanes of %r5.
OneWarp shuffles(const std::string& mask) {
  return OneWarp(R"(.version 9.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 a, .param .u64 b) {
  .reg .b32 %r<20>;
  .reg .pred %p<4>;
  .reg .b64 %rd<20>;
  .loc 1 3 1
  ld.param.u64 %rd2, [b];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %ctaid.x;
  shl.b32 %r3, %r2, 6;
  add.u32 %r3, %r3, %r1;
  mul.wide.u32 %rd1, %r3, 4;
  add.u64 %rd2, %rd2, %rd1;
  mov.u32 %r4, %laneid;
)" + mask + R"(
  setp.gt.u32 %p1, %r4, 15;
  @%p1 bra $L;
  .loc 1 5 1
  shfl.sync.down.b32 %r6|%p2, %r1, 8, 31, %r5;
$L:
  .loc 1 9 1
  st.global.u32 [%rd2], %r1;
  ret;
}
.file 1 "/nowhere/k.cu"
)");
}

std::optional<std::vector<format::Divergence>> absent(OneWarp warps, Results results = Results::kRight,
                                                      unsigned threads = 1) {
  warps.launch.grid = {6, 1, 1}, warps.launch.block = {64, 1, 1};
  std::byte* const to = warps.words(6 * 64);
  const auto done = warps.run({to, to}, results, threads);
  EXPECT_TRUE(done.recording) << done.recording.error().message;
  EXPECT_TRUE(done.faults.empty());
  return done.recording ? done.recording->absent_lanes : std::nullopt;
}

std::vector<format::Divergence> of_blocks(std::initializer_list<std::uint32_t> blocks, std::uint32_t thread,
                                          std::uint32_t other) {
  std::vector<format::Divergence> all;
  for (const std::uint32_t x : blocks)
    all.push_back({.x = x, .thread = thread, .line = 5, .other_thread = other, .of_warp = true});
  return all;
}

TEST(AbsentLanes, AreRecordedOnceOfEachBlock) {
  EXPECT_EQ(absent(shuffles("mov.u32 %r5, -1;")), of_blocks({0, 1, 2, 3, 4, 5}, 0, 16));
  EXPECT_EQ(absent(shuffles("mov.u32 %r5, 0x1000ff;"), Results::kLeftOut), of_blocks({0, 1, 2, 3, 4, 5}, 0, 20));
  EXPECT_EQ(absent(shuffles("setp.gt.u32 %p3, %r1, 31; selp.b32 %r5, 0x4000ffff, 0xffff, %p3;")),
            of_blocks({0, 1, 2, 3, 4, 5}, 32, 62));
}

TEST(AbsentLanes, AreThoseOfTheBlocksThatHaveSome) {
  for (const unsigned threads : {1, 3})
    for (const Results results : {Results::kRight, Results::kLeftOut})
      EXPECT_EQ(absent(shuffles("setp.ge.u32 %p3, %r2, 2; selp.b32 %r5, -1, 0xffff, %p3;"), results, threads),
                of_blocks({2, 3, 4, 5}, 0, 16));
  EXPECT_EQ(absent(shuffles("setp.eq.u32 %p3, %r2, 4; selp.b32 %r5, -1, 0xffff, %p3;")), of_blocks({4}, 0, 16));
}

TEST(AbsentLanes, AreKnownToBeNone) { EXPECT_EQ(absent(shuffles("mov.u32 %r5, 0xffff;")), of_blocks({}, 0, 0)); }

}  // namespace
}  // namespace gemmscope::runtime
