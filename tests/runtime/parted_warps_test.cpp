// SPDX-License-Identifier: MIT
// Warps of a block that wait at different barriers, as a recording has them.
#include "tests/runtime/one_warp.h"

namespace gemmscope::runtime {
namespace {

using Divergences = std::vector<format::Divergence>;

/// Records two warps. %p1 tells them apart, and all code is on line 5 unless `body` says otherwise.
format::Recording of_two_warps(const std::string& body) {
  OneWarp warps(R"(.version 9.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 a, .param .u64 b) {
  .reg .b32 %r<9>;
  .reg .pred %p<4>;
  .reg .b64 %rd<9>;
  .loc 1 5 1
  ld.param.u64 %rd1, [b];
  mov.u32 %r1, %tid.x;
  setp.gt.u32 %p1, %r1, 31;
)" + body + R"(
  st.global.u32 [%rd1], %r1;
  ret;
}
.file 1 "/nowhere/k.cu"
)");
  warps.launch.block = {64, 1, 1};
  std::byte* const to = warps.words(1);
  const auto done = warps.run({to, to});
  EXPECT_TRUE(done.recording) << done.recording.error().message;
  return done.recording.value();
}

Divergences on_lines(std::uint32_t line, std::uint32_t other_line) {
  return {{.thread = 0, .line = line, .other_thread = 32, .other_line = other_line}};
}

TEST(PartedWarps, InBranchesOnOneLineAreAtBarriersOfTheirOwn) {
  const format::Recording r = of_two_warps("@%p1 bra $E; bar.sync 0; bra $J;\n$E: bar.sync 0;\n$J: bar.sync 0;");
  EXPECT_EQ(r.branch_barriers, on_lines(5, 5));
  EXPECT_TRUE(r.divergences.empty());
}

TEST(PartedWarps, OnOneLineDivergeIfOneHasTheOthersBarrierAhead) {
  const format::Recording r = of_two_warps("@!%p1 bra $J; bar.sync 0;\n$J: bar.sync 0;");
  EXPECT_TRUE(r.branch_barriers.empty());
  EXPECT_EQ(r.divergences, (Divergences{{.thread = 32, .line = 5, .other_thread = 0, .other_line = 5}}));
}

TEST(PartedWarps, InAFunctionAreOnTheLinesOfItsCalls) {
  const auto call = [](const std::string& line) {
    return ".loc 1 " + line + " 3\n.loc 1 3 5, function_name $L__name, inlined_at 1 " + line + " 3\nbar.sync 0;\n";
  };
  const format::Recording r = of_two_warps("@%p1 bra $E;\n" + call("8") + "bra $J;\n$E:\n" + call("12") + "$J:");
  EXPECT_EQ(r.branch_barriers, on_lines(8, 12));
}

TEST(PartedWarps, AreNotAtTwoBarriersThatAllComeTo) {
  const format::Recording r = of_two_warps("bar.sync 0; bar.sync 0;");
  EXPECT_TRUE(r.branch_barriers.empty());
  EXPECT_TRUE(r.divergences.empty());
}

}  // namespace
}  // namespace gemmscope::runtime
