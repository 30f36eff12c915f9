// SPDX-License-Identifier: MIT
// Slices, and blocks that are alike: what is left out or not run must change no request.
#include <random>

#include <gtest/gtest.h>

#include "tests/lockstep/same_requests.h"
#include "tests/lockstep/written.h"
#include "tracing/lockstep/slice.h"

namespace gemmscope::lockstep {
namespace {

constexpr std::uint32_t kWords = 1 << 15;

/// A grid of 6 x 5 x 2 blocks of 64 threads. The body finds its input at %rd0, of 128 kB.
testing::Shortcuts shortcuts_of(const std::string& body, std::array<std::uint32_t, 3> grid = {6, 5, 2}) {
  const auto program = testing::decoded(
      "mov.u32 %r10, %ctaid.x; mov.u32 %r11, %ctaid.y; mov.u32 %r12, %tid.x; mov.u32 %r13, %ctaid.z;\n" + body);
  EXPECT_TRUE(program) << program.error().message;
  if (!program) return {};
  testing::Words out(64), in = testing::distinct_words(kWords);
  const std::uint64_t addresses[] = {reinterpret_cast<std::uint64_t>(out.data()),
                                     reinterpret_cast<std::uint64_t>(in.data())};
  Allocations allocations;
  allocations.add(addresses[0], 4 * out.size()), allocations.add(addresses[1], 4 * in.size());
  const auto bytes = std::as_bytes(std::span(addresses));
  return testing::expect_same_requests(
      *program, {.grid = grid, .block = {64, 1, 1}, .arguments = {bytes.begin(), bytes.end()}}, allocations);
}

/// Loads the word of that number.
std::string load_of(const std::string& word) {
  return "mul.wide.u32 %rd4, " + word + ", 4; add.s64 %rd5, %rd0, %rd4; ld.global.u32 %r30, [%rd5];";
}

std::size_t blocks_run(const std::string& calculation) {
  return shortcuts_of(calculation + load_of("%r20")).blocks_run;
}

TEST(Alike, BlocksWhoseAddressesMoveByTheSame) {
  EXPECT_EQ(blocks_run("mad.lo.u32 %r20, %r10, 64, %r12;"), 1u);
  EXPECT_EQ(blocks_run("mad.lo.u32 %r21, %r11, 6, %r10; mad.lo.u32 %r20, %r21, 64, %r12;"), 1u);
  EXPECT_EQ(blocks_run("mad.lo.u32 %r21, %r13, 5, %r11; mad.lo.u32 %r20, %r21, 64, %r12;"), 1u);
  EXPECT_EQ(blocks_run("sub.u32 %r21, 5, %r10; mad.lo.u32 %r20, %r21, 64, %r12;"), 1u);
  EXPECT_EQ(blocks_run("shl.b32 %r21, %r10, 6; or.b32 %r20, %r21, %r12;"), 1u);
  EXPECT_EQ(blocks_run("shl.b32 %r21, %r10, 6; and.b32 %r21, %r21, -64; shr.u32 %r20, %r21, 2;"), 1u);
  EXPECT_EQ(blocks_run("shl.b32 %r21, %r10, 6; add.u32 %r21, %r21, %r12; and.b32 %r20, %r21, 63;"), 1u);
  EXPECT_EQ(blocks_run("bfi.b32 %r20, %r10, %r12, 6, 26;"), 1u);
  EXPECT_EQ(blocks_run("bfi.b32 %r20, %r12, %r10, 6, 2; and.b32 %r20, %r20, 4095;"), 6u) << "it hides what changes";
  EXPECT_EQ(blocks_run("shl.b32 %r21, %r10, 9; bfi.b32 %r20, %r12, %r21, 2, 6;"), 1u);
  EXPECT_EQ(blocks_run("bfi.b32 %r20, %r10, %r12, 6, 3;"), 1u) << "0 to 5 fit into three bits";
  EXPECT_EQ(blocks_run("bfi.b32 %r20, %r10, %r12, 6, 2;"), 2u) << "and 0 to 3 into two";
  EXPECT_EQ(blocks_run("not.b32 %r21, %r10; add.u32 %r20, %r21, 100;"), 1u);
  EXPECT_EQ(blocks_run("min.u32 %r21, %r10, 9; max.u32 %r20, %r21, 0;"), 1u);
  EXPECT_EQ(blocks_run("setp.lt.u32 %p0, %r12, 9; selp.b32 %r20, %r10, %r11, %p0;"), 30u)
      << "lanes that move differently are not moved along x and y";
}

TEST(Alike, ABoxIsSplitWhereBlocksDiffer) {
  EXPECT_EQ(blocks_run("setp.lt.u32 %p0, %r10, 4; selp.b32 %r20, %r10, 7, %p0;"), 2u);
  EXPECT_EQ(blocks_run("mad.lo.u32 %r21, %r10, 64, %r12; setp.ge.u32 %p0, %r21, 300; mov.u32 %r20, %r21; @%p0 ret;"),
            3u)
      << "whole blocks, one in part, one not at all";
  EXPECT_EQ(blocks_run("shr.u32 %r20, %r10, 1;"), 3u);
  EXPECT_EQ(blocks_run("rem.u32 %r20, %r11, 3;"), 5u);
  EXPECT_EQ(blocks_run("sub.s32 %r21, %r10, 2; max.s32 %r20, %r21, 0;"), 2u);
  EXPECT_EQ(blocks_run("add.u32 %r21, %r10, 4294967294; mul.wide.u32 %rd6, %r21, 4; cvt.u32.u64 %r20, %rd6;"
                       "and.b32 %r20, %r20, 255;"),
            3u)
      << "%r21 wraps between the second block and the third";
}

/// What a register holds later is the same in all blocks, though what it held before was not.
TEST(Alike, ARegisterIsAskedForWhatItHoldsThen) {
  const std::string place = "mad.lo.u32 %r21, %r10, 64, %r12; mov.u32 %r22, %r21;" + load_of("%r21");
  EXPECT_EQ(blocks_run(place + "mov.u32 %r21, 7; rem.u32 %r21, %r21, 3; add.u32 %r20, %r21, %r22;"), 1u);
  EXPECT_EQ(blocks_run(place + "setp.lt.u32 %p0, %r1, 8; @%p0 mov.u32 %r21, 3; @!%p0 mov.u32 %r21, 5;"
                               "rem.u32 %r23, %r21, 4; add.u32 %r20, %r23, %r22;"),
            1u);
}

TEST(Alike, WhereSomeLanesGetAnotherValueTheOthersKeepTheirs) {
  EXPECT_EQ(blocks_run("shl.b32 %r20, %r10, 2; setp.lt.u32 %p0, %r12, 9; @%p0 mov.u32 %r20, 0;"), 6u);
  EXPECT_EQ(blocks_run("shl.b32 %r21, %r10, 5; setp.lt.u32 %p0, %r0, 9; @%p0 rem.u32 %r21, 7, 3;"
                       "rem.u32 %r20, %r21, 5;"),
            6u);
  EXPECT_EQ(blocks_run("shl.b32 %r21, %r10, 5; setp.lt.u32 %p0, %r0, 9; @%p0 rem.u32 %r21, 7, 3;"
                       "@%p0 rem.u32 %r21, %r21, 5; add.u32 %r20, %r21, 1; setp.eq.u32 %p1, %r0, 3; @!%p1 ret;"),
            1u)
      << "only a lane loads whose value is the same everywhere";
}

/// A lane that takes no part in a shuffle is asked all the same.
/// A register that depends on the block's number on one way alone has no changes where it comes from another.
TEST(Alike, WhatOneWayMakesFixedIsFixedBehindIt) {
  shortcuts_of(
      "shl.b32 %r20, %r10, 6; and.b32 %r21, %r12, 1; setp.eq.u32 %p0, %r21, 0; @%p0 bra L; mov.u32 %r20, 5;\n"
      "L: add.u32 %r20, %r20, %r12;" +
      load_of("%r20"));
  shortcuts_of(
      "shl.b32 %r20, %r10, 6; setp.lt.u32 %p0, %r12, 32; @%p0 bra L; mov.u32 %r20, 7;\n"
      "L: add.u32 %r20, %r20, %r12;" +
      load_of("%r20"));
  shortcuts_of(
      "shl.b32 %r20, %r10, 6; mov.u32 %r21, 0;\n"
      "L: " +
      load_of("%r20") + " shl.b32 %r20, %r12, 1; add.u32 %r21, %r21, 1; setp.lt.u32 %p0, %r21, 3; @%p0 bra L;");
  shortcuts_of("shl.b32 %r20, %r10, 6; mov.u32 %r20, %r12; setp.lt.u32 %p0, %r12, 9; @%p0 shl.b32 %r20, %r11, 6;\n" +
               load_of("%r20"));
}

TEST(Alike, WhatALaneElsewhereGivesMustNotDiffer) {
  const auto taken = [](const std::string& by_others) {
    return "mov.u32 %r21, 5; setp.lt.u32 %p0, %r0, 16;" + by_others +
           "@%p0 shfl.sync.idx.b32 %r22|%p1, %r21, 20, 31, 0xffff; @!%p0 ret; and.b32 %r20, %r22, 63;";
  };
  EXPECT_EQ(blocks_run(taken("")), 1u);
  EXPECT_EQ(blocks_run(taken("@!%p0 mov.u32 %r21, %r10;")), 6u);
}

/// Of a shuffle whose mask a slice is to know, though nobody needs its result.
TEST(Alike, ALaneThatIsAbsentIsToldOfEachBlock) {
  const auto shuffle = [](const std::string& mask) {
    return "setp.lt.u32 %p0, %r0, 16; @!%p0 bra $L;\n" + mask +
           "shfl.sync.up.b32 %r22|%p1, %r12, 1, 0, %r21;\n$L:\n mad.lo.u32 %r20, %r10, 64, %r12;";
  };
  EXPECT_EQ(blocks_run(shuffle("mov.u32 %r21, -1;")), 1u);
  EXPECT_EQ(blocks_run(shuffle("setp.lt.u32 %p2, %r10, 2; selp.b32 %r21, -1, 0xffff, %p2;")), 2u);
  EXPECT_EQ(blocks_run(shuffle("shl.b32 %r21, %r10, 16; or.b32 %r21, %r21, 0xffff;")), 6u) << "masks differ";
  EXPECT_FALSE(shortcuts_of(load_of("%r12") + shuffle("or.b32 %r21, %r30, 0xffff;") + load_of("%r20")).closed);
}

TEST(Alike, NothingIsShownOfWhatMemoryDecides) {
  const auto loaded = shortcuts_of(load_of("%r12") + "and.b32 %r20, %r30, 4095;" + load_of("%r20"));
  EXPECT_FALSE(loaded.closed);
  const auto branch =
      shortcuts_of(load_of("%r12") + "setp.ne.u32 %p0, %r30, 5; @%p0 bra L; st.global.u32 [%rd1], %r30; L:");
  EXPECT_FALSE(branch.closed);
  const auto value = shortcuts_of(load_of("%r12") + "st.global.u32 [%rd1], %r30;");
  EXPECT_TRUE(value.closed);
  EXPECT_EQ(value.blocks_run, 1u);
}

/// Integer arithmetic on block and thread, as it comes; in the end a branch and a load.
TEST(Alike, WhateverIsComputedFromBlockAndThread) {
  constexpr const char* kOperations[] = {"add.u32",    "sub.s32", "mul.lo.s32", "and.b32", "or.b32",
                                         "xor.b32",    "min.s32", "max.u32",    "shl.b32", "shr.u32",
                                         "shr.s32",    "div.u32", "rem.s32",    "min.u32", "max.s32",
                                         "mul.hi.u32", "add.u32", "mul.lo.u32", "add.s32", "sub.u32"};
  constexpr const char* kConstants[] = {"1", "2", "3", "7", "16", "63", "64", "-4", "-1", "255", "2147483640", "5"};
  std::mt19937 random(15);
  const auto below = [&](std::size_t n) { return random() % n; };
  std::size_t saved = 0, of = 0;
  for (int program = 0; program < 400; ++program) {
    // Two passes: a register may have what the pass before has left, which may have come on another way.
    const std::size_t end = 14 + 1 + below(8);
    std::string body;
    for (std::size_t r = 14; r < end; ++r) body += "mov.u32 %r" + std::to_string(r) + ", %r12;";
    body += "mov.u32 %r28, 0;\nH: ";
    const auto any = [&](std::size_t last) {
      return "%r" + std::to_string(10 + below((below(6) == 0 ? end : last) - 10));
    };
    const auto made_fixed = [&] {
      return "mov.u32 %r" + std::to_string(14 + below(end - 14)) + ", " +
             (below(2) == 0 ? "%r12" : kConstants[below(6)]) + ";";
    };
    for (std::size_t r = 14; r < end; ++r) {
      const std::string to = "%r" + std::to_string(r), a = any(r), b = below(2) == 0 ? any(r) : kConstants[below(12)];
      switch (below(9)) {
        case 3:
          body +=
              "bfi.b32 " + to + ", " + a + ", " + b + ", " + kConstants[below(6)] + ", " + kConstants[below(6)] + ";\n";
          break;
        case 0: body += "mad.lo.s32 " + to + ", " + a + ", " + b + ", " + any(r) + ";\n"; break;
        case 1:
          body += std::string("setp.") + (below(2) == 0 ? "lt.s32" : "hs.u32") + " %p1, " + any(r) + ", " + b +
                  "; selp.b32 " + to + ", " + a + ", " + any(r) + ", %p1;\n";
          break;
        case 2:
          body += std::string("mul.wide.") + (below(2) == 0 ? "s32" : "u32") + " %rd6, " + a + ", " + b +
                  "; shr.u64 %rd6, %rd6, 1; cvt.u32.u64 " + to + ", %rd6;\n";
          break;
        default:
          body += std::string(kOperations[below(std::size(kOperations))]) + " " + to + ", " + a + ", " + b + ";\n";
      }
    }
    const std::string last = "%r" + std::to_string(end - 1);
    body += "setp.gt.s32 %p2, " + any(end) + ", " + kConstants[below(12)] + "; @%p2 bra L;\n";
    body += "and.b32 %r29, " + any(end) + ", 1023;" + load_of("%r29") + made_fixed() + "\nL: and.b32 %r29, " + last +
            ", 8191;" + load_of("%r29") + made_fixed() + "add.u32 %r28, %r28, 1; setp.lt.u32 %p3, %r28, 2; @%p3 bra H;";
    const auto shortcuts = shortcuts_of(body);
    EXPECT_TRUE(shortcuts.closed);
    if (HasFailure()) FAIL() << body;
    if (shortcuts.blocks_run != 0) saved += 60 - shortcuts.blocks_run, of += 60;
  }
  EXPECT_GT(of, 60u * 100) << "or it shows little";
  EXPECT_GT(saved, of / 4);
}

TEST(Slice, LeavesOutWhatReachesNoRequest) {
  const auto program = testing::decoded(load_of("%r1") +
                                        "cvt.rn.f32.u32 %f1, %r30; fma.rn.f32 %f2, %f1, %f1, %f1;"
                                        "st.global.f32 [%rd1], %f2;");
  ASSERT_TRUE(program);
  const auto slice = slice_of(*program);
  ASSERT_TRUE(slice);
  EXPECT_EQ(program->code.size() - slice->program.code.size(), 3u) << "cvt, fma and %laneid";
  EXPECT_TRUE(slice->closed);
}

TEST(Slice, KeepsWhatIsStoredWhereALoadMayFindIt) {
  const std::string through_shared =
      ".shared .u32 s[64]; mov.u32 %r5, s; shl.b32 %r6, %r12, 2; add.u32 %r5, %r5, %r6; xor.b32 %r7, %r12, 21;"
      "st.shared.u32 [%r5], %r7; bar.sync 0; ld.shared.u32 %r20, [%r5];" +
      load_of("%r20");
  const auto slice = shortcuts_of(through_shared);
  EXPECT_FALSE(slice.closed);
}

TEST(Slice, OfAProgramThatLooksAtTheClockIsNone) {
  const auto program = testing::decoded(
      "mov.u64 %rd7, %globaltimer; setp.gt.u64 %p0, %rd7, 5; @%p0 ret;"
      "st.global.u32 [%rd1], %r1;");
  ASSERT_TRUE(program);
  EXPECT_FALSE(slice_of(*program));
}

}  // namespace
}  // namespace gemmscope::lockstep
