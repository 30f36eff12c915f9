// SPDX-License-Identifier: MIT
// Calls, printf, assert and brx.idx, on PTX written for one thing each.
#include <gtest/gtest.h>

#include "tests/lockstep/written.h"

namespace gemmscope::lockstep {
namespace {

using testing::decoded;
using testing::each;
using testing::run;
using testing::Words;

/// f(n) = n below 2, else f(n - 1) + 2 f(n - 2); it keeps n in its frame across the calls.
constexpr char kRecursive[] =
    ".func (.param .b32 result) f(.param .b32 n)\n{\n.reg .pred %p<2>;\n.reg .b32 %r<9>;\n"
    ".local .align 4 .b8 kept[12];\n"
    "ld.param.u32 %r1, [n]; st.local.u32 [kept+8], %r1; st.param.b32 [result], %r1;"
    "setp.lt.u32 %p1, %r1, 2; @%p1 ret; st.param.b32 [result], 77; sub.u32 %r2, %r1, 1;\n"
    "{ .param .b32 a; .param .b32 b; st.param.b32 [a], %r2; call.uni (b), f, (a); ld.param.b32 %r3, [b]; }\n"
    "ld.local.u32 %r4, [kept+8]; ld.param.u32 %r8, [n]; add.u32 %r4, %r4, %r8; shr.u32 %r4, %r4, 1;"
    "sub.u32 %r5, %r4, 2;\n"
    "{ .param .b32 a; .param .b32 b; st.param.b32 [a], %r5; call.uni (b), f, (a); ld.param.b32 %r6, [b]; }\n"
    "shl.b32 %r7, %r6, 1; add.u32 %r3, %r3, %r7; st.param.b32 [result], %r3; ret;\n}\n";

std::uint32_t recursive(std::uint32_t n) { return n < 2 ? n : recursive(n - 1) + 2 * recursive(n - 2); }

/// %r3 = f(%r2)
constexpr char kCall[] =
    "{ .param .b32 a; .param .b32 b; st.param.b32 [a], %r2; call.uni (b), f, (a); ld.param.b32 %r3, [b]; }";

TEST(Calls, AFunctionCallsItselfInEachLaneAsDeepAsItsArgumentSays) {
  EXPECT_EQ(run("rem.u32 %r2, %r1, 9;" + std::string(kCall) + "st.global.u32 [%rd1], %r3;", {.functions = kRecursive}),
            each([](std::uint32_t l) { return recursive(l % 9); }));
}

TEST(Calls, LanesThatDoNotCallKeepWhatTheyHave) {
  EXPECT_EQ(run("mov.u32 %r3, 77; mov.u32 %r2, %r1; setp.gt.u32 %p1, %r1, 6; @%p1 bra $L;" + std::string(kCall) +
                    "\n$L: st.global.u32 [%rd1], %r3;",
                {.functions = kRecursive}),
            each([](std::uint32_t l) { return l > 6 ? 77 : recursive(l); }));
}

TEST(Calls, APredicateChoosesWhoCalls) {
  EXPECT_EQ(run("mov.u32 %r2, %r1; setp.lt.u32 %p1, %r1, 6;"
                "{ .param .b32 a; .param .b32 b; st.param.b32 [a], %r2; st.param.b32 [b], 5; @%p1 call (b), f, (a);"
                "ld.param.b32 %r3, [b]; } st.global.u32 [%rd1], %r3;",
                {.functions = kRecursive}),
            each([](std::uint32_t l) { return l < 6 ? recursive(l) : 5; }));
}

constexpr char kThree[] =
    ".func (.param .b32 r) twice(.param .b32 n) { .reg .b32 %r<3>; ld.param.u32 %r1, [n]; shl.b32 %r2, %r1, 1;"
    "st.param.b32 [r], %r2; ret; }\n"
    ".func (.param .b32 r) less(.param .b32 n) { .reg .b32 %r<4>; ld.param.u32 %r1, [n]; sub.u32 %r2, %r1, 1;"
    // calls the next one, which other lanes of the warp are still to call themselves
    "{ .param .b32 a; .param .b32 b; st.param.b32 [a], %r2; call.uni (b), twice, (a); ld.param.b32 %r3, [b]; }"
    "st.param.b32 [r], %r3; ret; }\n"
    ".func (.param .b64 r) wide(.param .b64 n) { ret; }\n"
    ".global .align 8 .u64 table[3] = {less, twice, wide};\n";

constexpr char kPointed[] =
    "{ .param .b32 a; .param .b32 b; st.param.b32 [a], %r1;\n"
    "proto: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
    "call (b), %rd4, (a), proto; ld.param.b32 %r3, [b]; } st.global.u32 [%rd1], %r3;";

TEST(Calls, LanesCallDifferentFunctionsByPointers) {
  EXPECT_EQ(run("and.b32 %r2, %r1, 1; setp.eq.u32 %p1, %r2, 0; mov.u64 %rd5, twice; mov.u64 %rd6, less;"
                "selp.b64 %rd4, %rd5, %rd6, %p1;" +
                    std::string(kPointed),
                {.functions = kThree}),
            each([](std::uint32_t l) { return l % 2 == 0 ? 2 * l : 2 * (l - 1); }));
}

TEST(Calls, APointerToAnotherKindOfFunctionIsAFault) {
  std::vector<Fault> faults;
  EXPECT_TRUE(run("mov.u64 %rd4, twice; setp.eq.u32 %p1, %r1, 9; @%p1 mov.u64 %rd4, wide;" + std::string(kPointed),
                  {.faults = &faults, .functions = kThree})
                  .empty());
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].kind, FaultKind::kNoFunction);
  EXPECT_EQ(faults[0].lane, 9u);
}

TEST(Calls, RecursionDeeperThanTheStackIsAFault) {
  std::vector<Fault> faults;
  EXPECT_TRUE(run("add.u32 %r2, %r1, 40;" + std::string(kCall), {.faults = &faults, .functions = kRecursive}).empty());
  ASSERT_EQ(faults.size(), 1u);  // 30 frames of 32 bytes fit into 1,024 at most
  EXPECT_EQ(faults[0].kind, FaultKind::kStackOverflow);
}

TEST(Calls, BytesArePassedWhateverTypesTheSidesName) {
  EXPECT_EQ(run("{ .param .align 8 .b8 a[16]; .param .align 8 .b8 b[8]; st.param.b32 [a], %r1; st.param.b32 [a+4], 3;"
                "mul.wide.u32 %rd4, %r1, 256; st.param.b64 [a+8], %rd4; call.uni (b), mix, (a);"
                "ld.param.v2.b32 {%r2, %r3}, [b]; } shl.b32 %r3, %r3, 16; add.u32 %r2, %r2, %r3;"
                "st.global.u32 [%rd1], %r2;",
                {.functions = ".func (.param .align 8 .b8 r[8]) mix(.param .align 8 .b8 n[16]) { .reg .b64 %rd<9>;"
                              ".reg .b32 %r<5>; ld.param.u64 %rd1, [n]; shr.u64 %rd2, %rd1, 32;"
                              "ld.param.u8 %r2, [n+9]; ld.param.s8 %r3, [n]; add.u32 %r2, %r2, %r3;"
                              "st.param.b32 [r], %r2; cvt.u32.u64 %r4, %rd2; st.param.b32 [r+4], %r4; ret; }\n"}),
            each([](std::uint32_t l) { return 2 * l + (3 << 16); }));
}

TEST(Calls, AVariableOfTheCallerIsReachedByItsAddress) {
  EXPECT_EQ(run(".local .align 4 .b8 own[8]; mov.u64 %rd4, own; cvta.local.u64 %rd5, %rd4; st.local.u32 [own+4], %r1;"
                "{ .param .b64 a; st.param.b64 [a], %rd5; call.uni add, (a); } ld.local.u32 %r2, [own+4];"
                "st.global.u32 [%rd1], %r2;",
                {.functions = ".func add(.param .b64 at) { .local .align 4 .b8 mine[4]; .reg .b64 %rd<5>;"
                              ".reg .b32 %r<5>; mov.u64 %rd3, mine; mov.u32 %r4, 1000; st.local.u32 [%rd3], %r4;"
                              "ld.param.u64 %rd1, [at]; ld.u32 %r1, [%rd1+4]; ld.local.u32 %r2, [mine];"
                              "add.u32 %r1, %r1, %r2; st.u32 [%rd1+4], %r1; ret; }\n"}),
            each([](std::uint32_t l) { return l + 1000; }));
}

TEST(Calls, ABarrierInAFunctionIsOneOfTheBlock) {
  EXPECT_EQ(run(".shared .align 4 .b8 tile[256]; mov.u32 %r2, tile; shl.b32 %r3, %r1, 2; add.u32 %r4, %r2, %r3;"
                "st.shared.u32 [%r4], %r1; call.uni meet; sub.u32 %r5, 252, %r3; add.u32 %r5, %r5, %r2;"
                "ld.shared.u32 %r6, [%r5]; st.global.u32 [%rd1], %r6;",
                {.threads = 64, .functions = ".func meet() { bar.sync 0; ret; }\n"}),
            each([](std::uint32_t t) { return 63 - t; }, 64));
}

TEST(Calls, ExitInAFunctionEndsItsLanesForGood) {
  EXPECT_EQ(run("{ .param .b32 a; st.param.b32 [a], %r1; call.uni quit, (a); } st.global.u32 [%rd1], %r1;",
                {.functions = ".func quit(.param .b32 n) { .reg .pred %p<2>; .reg .b32 %r<2>; ld.param.u32 %r1, [n];"
                              "setp.lt.u32 %p1, %r1, 4; @%p1 exit; ret; }\n"}),
            each([](std::uint32_t l) { return l < 4 ? 0xdddddddd : l; }));
}

TEST(Calls, WhatHasNoBodyIsRefusedByName) {
  const auto program = decoded("{ .param .b64 a; .param .b64 b; st.param.b64 [a], 8; call.uni (b), realloc, (a); }",
                               ".extern .func (.param .b64 r) realloc(.param .b64 n);\n");
  ASSERT_FALSE(program);
  EXPECT_NE(program.error().message.find("'realloc'"), std::string::npos) << program.error().message;
}

TEST(Calls, WhatAFunctionCannotDoIsRefusedBeforeAnythingRuns) {
  const auto program = decoded("call.uni f;", ".func f() { wgmma.fence.sync.aligned; ret; }\n");
  ASSERT_FALSE(program);
  EXPECT_NE(program.error().message.find("function f, line "), std::string::npos) << program.error().message;
}

/// Prints with values of one word each at %rd8.
constexpr char kPrint[] =
    "{ .param .b64 a; .param .b64 b; .param .b32 c; st.param.b64 [a], %rd7; st.param.b64 [b], %rd8;"
    "call.uni (c), vprintf, (a, b); ld.param.b32 %r9, [c]; } st.global.u32 [%rd1], %r9;";
constexpr char kVprintf[] = ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n";

/// `text` as words of memory.
Words words_of(std::string text) {
  text.resize(text.size() / 4 * 4 + 4);
  Words words;
  for (std::size_t i = 0; i < text.size(); i += 4)
    words.push_back(static_cast<std::uint8_t>(text[i]) | static_cast<std::uint8_t>(text[i + 1]) << 8 |
                    static_cast<std::uint8_t>(text[i + 2]) << 16 |
                    static_cast<std::uint32_t>(static_cast<std::uint8_t>(text[i + 3])) << 24);
  return words;
}

TEST(Print, LanesPrintOneAfterTheOtherAndGetTheNumberOfValues) {
  std::string printed;
  const Words counts =
      run(".local .align 8 .b8 values[24]; mov.u64 %rd4, values; cvta.local.u64 %rd8, %rd4; mov.u64 %rd7, %rd0;"
          "st.local.u32 [values], %r1; mov.f64 %fd1, 0d4004000000000000; st.local.f64 [values+8], %fd1;"
          "neg.s32 %r2, %r1; st.local.u32 [values+16], %r2; setp.gt.u32 %p1, %r1, 2; @%p1 ret;" +
              std::string(kPrint),
          {.in = words_of("%d: %.2f%% %+d\n"), .functions = kVprintf, .printed = &printed});
  EXPECT_EQ(printed, "0: 2.50% +0\n1: 2.50% -1\n2: 2.50% -2\n");
  EXPECT_EQ(counts[2], 3u);
}

TEST(Print, AFormatThatIsNotThereIsAFault) {
  std::vector<Fault> faults;
  std::string printed;
  run("mov.u64 %rd7, 24; mov.u64 %rd8, 0;" + std::string(kPrint),
      {.faults = &faults, .functions = kVprintf, .printed = &printed});
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].kind, FaultKind::kOutOfBounds);
  EXPECT_EQ(printed, "");
}

TEST(Assert, EndsTheLaunchWithALineForEachLane) {
  std::vector<Fault> faults;
  run("setp.lt.u32 %p1, %r1, 30; @%p1 bra $L; add.u64 %rd4, %rd0, 2; add.u64 %rd5, %rd0, 4;"
      "{ .param .b64 a; .param .b64 b; .param .b32 c; .param .b64 d; .param .b64 e; st.param.b64 [a], %rd0;"
      "st.param.b64 [b], %rd4; st.param.b32 [c], 12; st.param.b64 [d], %rd5; st.param.b64 [e], 1;"
      "call.uni __assertfail, (a, b, c, d, e); }\n$L:",
      {.in = words_of(std::string("a\0b\0c", 5)),
       .faults = &faults,
       .functions = ".extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, "
                    ".param .b64 e);\n"});
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].kind, FaultKind::kAssert);
  EXPECT_EQ(faults[0].count, 2u);
  EXPECT_EQ(faults[0].text,
            "b:12: c: block: [0,0,0], thread: [30,0,0] Assertion `a` failed.\n"
            "b:12: c: block: [0,0,0], thread: [31,0,0] Assertion `a` failed.\n");
}

constexpr char kSwitch[] =
    "mov.u32 %r3, 100; setp.ne.u32 %p1, %r2, 5;\nts: .branchtargets $A, $B, $A, $C;\n"
    "@%p1 brx.idx %r2, ts; add.u32 %r3, %r3, 1; bra $D;\n$A: add.u32 %r3, %r3, 10;\n$B: add.u32 %r3, %r3, 20;"
    "bra $D;\n$C: mul.lo.u32 %r3, %r3, 3;\n$D: activemask.b32 %r4; popc.b32 %r4, %r4; shl.b32 %r4, %r4, 16;"
    "add.u32 %r3, %r3, %r4; st.global.u32 [%rd1], %r3;";

TEST(Switch, LanesGoWhereTheTableSaysAndMeetAgain) {
  EXPECT_EQ(run("rem.u32 %r2, %r1, 5; setp.eq.u32 %p2, %r2, 4; @%p2 mov.u32 %r2, 5;" + std::string(kSwitch)),
            each([](std::uint32_t l) {
              const std::uint32_t of[] = {130, 120, 130, 300, 101};
              return (32u << 16) + of[l % 5];
            }));
}

TEST(Switch, ANumberBeyondTheTableIsAFault) {
  std::vector<Fault> faults;
  run("mov.u32 %r2, 1; setp.eq.u32 %p2, %r1, 3; @%p2 mov.u32 %r2, 4;" + std::string(kSwitch), {.faults = &faults});
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].kind, FaultKind::kNoCase);
  EXPECT_EQ(faults[0].lane, 3u);
}

TEST(Clocks, GoOnWithEachInstruction) {
  EXPECT_EQ(run("mov.u64 %rd4, %clock64; mov.u32 %r2, %clock; mov.u64 %rd5, %globaltimer; setp.lt.u64 %p1, %rd4, %rd5;"
                "cvt.u32.u64 %r3, %rd4; sub.u32 %r2, %r2, %r3; setp.lt.and.s32 %p1, 0, %r2, %p1;"
                "selp.u32 %r4, 1, 0, %p1; st.global.u32 [%rd1], %r4;"),
            Words(kLanes, 1));
}

}  // namespace
}  // namespace gemmscope::lockstep
