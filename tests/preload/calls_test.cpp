// SPDX-License-Identifier: MIT
// What the twins of functions that are called write down.
#include <gtest/gtest.h>

#include "tests/preload/by_hand.h"

namespace gemmscope::preload::testing {
namespace {

/// A function that loads the a-th word of p and returns it. `first`: declarations; `more`: what it does then.
std::string loads(const std::string& name, const std::string& more = "", const std::string& first = "") {
  return ".func (.param .b32 r) " + name + "(.param .b64 p, .param .b32 a)\n{\n.reg .b32 %a<9>;\n.reg .b64 %b<9>;\n" +
         ".reg .pred %q<3>;\n" + first + "ld.param.u64 %b1, [p]; ld.param.u32 %a1, [a]; mul.wide.u32 %b2, %a1, 4;" +
         "add.u64 %b3, %b1, %b2; ld.global.u32 %a2, [%b3];" + more + "st.param.b32 [r], %a2; ret;\n}\n";
}

/// Calls it with %rd0 and %r<a>; %r<to> is the result.
std::string call(const std::string& callee, int a, int to, const std::string& predicate = "",
                 const std::string& behind = "") {
  const std::string arg = std::to_string(a), result = std::to_string(to);
  return "{ .param .b64 x; .param .b32 y; .param .b32 z; st.param.b64 [x], %rd0; st.param.b32 [y], %r" + arg + ";" +
         predicate + " call (z), " + callee + ", (x, y)" + behind + "; ld.param.b32 %r" + result + ", [z]; }";
}

const std::string kByPointer = "like: .callprototype (.param .b32 _) _ (.param .b64 _, .param .b32 _);";

TEST(TwinOfAFunction, WritesDownWhatItAsksFor) {
  EXPECT_EQ(expect_same({"ld.global.u32 %r5, [%rd0+4];" + call("f", 0, 6) + call("f", 1, 7) +
                             "add.u32 %r8, %r6, %r7; st.global.u32 [%rd1], %r8;",
                         loads("f")}),
            4 * 3 * 5u);
}

TEST(TwinOfAFunction, IsCalledBySomeLanesAndInLoops) {
  expect_same({"setp.lt.u32 %p1, %r0, 9;" + call("f", 0, 6, "@%p1") + "mov.u32 %r9, 0;\n$AGAIN: add.u32 %r9, %r9, 1;" +
                   call("f", 9, 7) + "setp.le.u32 %p2, %r9, %r0; @%p2 bra $AGAIN; st.global.u32 [%rd1], %r7;",
               loads("f", "setp.gt.u32 %q1, %a1, 3; @%q1 ld.global.u32 %a3, [%b3+64];")});
}

TEST(TwinOfAFunction, CallsItselfAndOthers) {
  const std::string deeper =
      "setp.eq.u32 %q1, %a1, 0; @%q1 bra $END; sub.u32 %a4, %a1, 1;"
      "{ .param .b64 x; .param .b32 y; .param .b32 z; st.param.b64 [x], %b1; st.param.b32 [y], %a4;"
      "call (z), f, (x, y); ld.param.b32 %a5, [z]; st.param.b64 [x], %b1; st.param.b32 [y], %a1; call (z), g, (x, y);"
      "ld.param.b32 %a6, [z]; } add.u32 %a2, %a5, %a6; st.global.u32 [%b3+256], %a2;\n$END:\n";
  expect_same({"and.b32 %r5, %r0, 7;" + call("f", 5, 6) + "st.global.u32 [%rd1], %r6;",
               ".func (.param .b32 r) g(.param .b64 p, .param .b32 a);\n" + loads("f", deeper) + loads("g")});
}

TEST(TwinOfAFunction, KnowsSharedArraysOfTheModuleAndItsOwn) {
  const std::string stores =
      ".shared .align 8 .b8 more[8]; st.shared.u32 [more+4], %a2; mov.u32 %a3, own; mov.u32 %a4, %laneid; shl.b32 %a4, %a4, 2;"
      "add.u32 %a5, %a3, %a4; st.shared.u32 [%a5], %a2; mov.u32 %a6, everyones; add.u32 %a6, %a6, %a4;"
      "st.shared.u32 [%a6+128], %a2; bar.sync 0; ld.shared.u32 %a2, [%a5];";
  expect_same({kShared + "st.shared.u32 [%r4], %r1;" + call("f", 0, 6) + "ld.shared.u32 %r7, [%r4+4];",
               ".shared .align 4 .b8 everyones[512];\n" + loads("f", stores, ".shared .align 8 .b8 own[128];")});
}

TEST(TwinOfAFunction, IsFoundByPointersInMemoryAndInRegisters) {
  const std::string module =
      ".func (.param .b32 r) f(.param .b64 p, .param .b32 a);\n.func (.param .b32 r) g(.param .b64 p, .param .b32 a);\n"
      ".global .align 8 .u64 both[2] = {g, f};\n" +
      loads("f") + loads("g", "ld.global.u32 %a3, [%b3+128];");
  expect_same({kByPointer +
                   "and.b32 %r5, %r0, 1; mul.wide.u32 %rd5, %r5, 8; mov.u64 %rd6, both; add.u64 %rd5, %rd5, %rd6;"
                   "ld.global.u64 %rd7, [%rd5];" +
                   call("%rd7", 0, 6, "", ", like") + "mov.u64 %rd8, f;" + call("%rd8", 1, 7, "", ", like") +
                   "cvt.u32.u64 %r9, %rd7; st.global.u32 [%rd1], %r9;",  // the pointer itself is as it was
               module});
}

}  // namespace
}  // namespace gemmscope::preload::testing
