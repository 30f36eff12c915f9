// SPDX-License-Identifier: MIT
// What a rewritten kernel writes down of each kind of statement, on PTX by hand.
#include <gtest/gtest.h>

#include "tests/preload/by_hand.h"
#include "tracing/rewrite/rewrite.h"

namespace gemmscope::preload::testing {
namespace {

TEST(Twin, WritesDownLoadsAndStores) {
  EXPECT_GT(expect_same({"ld.global.u32 %r5, [%rd0+16]; st.global.u32 [%rd1], %r5;"}), 8u);
  expect_same({kShared + "st.shared.u32 [%r4+4], %r1; ld.shared.v2.u32 {%r5, %r6}, [%r4]; ld.shared.u8 %rs1, [box+3];"
                         "ld.volatile.shared.v4.u32 {%r5, %r6, %r7, %r8}, [%r4];"});
  expect_same({"ld.global.nc.u32 %r5, [%rd0]; add.s64 %rd9, %rd0, 64; ld.global.u16 %rs1, [%rd9+-6];"});
}

TEST(Twin, LeavesOutLanesWhosePredicateDoesNotHold) {
  expect_same(
      {"setp.lt.u32 %p1, %r0, 11; @%p1 ld.global.u32 %r5, [%rd0]; @!%p1 st.global.u32 [%rd1], %r0;"
       "setp.lt.u32 %p2, %r0, 99; @!%p2 ld.global.u32 %r5, [%rd0];"});
}

TEST(Twin, FollowsBranchesLoopsAndEarlyReturns) {
  expect_same(
      {"and.b32 %r5, %r0, 1; setp.eq.u32 %p1, %r5, 0; @%p1 bra $ODD; st.global.u32 [%rd1], %r0; bra $END;\n"
       "$ODD: st.global.u32 [%rd1+0], %r1;\n$END: ld.global.u32 %r6, [%rd0];"});
  expect_same(
      {"mov.u32 %r5, 0;\n$AGAIN: ld.global.u32 %r6, [%rd0]; add.u32 %r5, %r5, 1; setp.le.u32 %p1, %r5, %r0;"
       "@%p1 bra $AGAIN; setp.gt.u32 %p2, %r0, 20; @%p2 ret; setp.gt.u32 %p2, %r1, 40; @%p2 bra $END;"
       "st.global.u32 [%rd1], %r5;\n$END: st.global.u32 [%rd1], %r6;"});
  expect_same({"{ .reg .b32 %inner; mov.u32 %inner, %r0; st.global.u32 [%rd1], %inner; }"});
}

TEST(Twin, WritesDownBarriersOfWarps) {
  EXPECT_EQ(expect_same({"ld.global.u32 %r5, [%rd0]; bar.warp.sync -1; setp.lt.u32 %p1, %r0, 16;"
                         "@%p1 bar.warp.sync 65535; st.global.u32 [%rd1], %r5;"}),
            4 * 3 * 5u);  // blocks, warps, and with the warp's rest
}

TEST(Twin, TellsSpacesOfGenericAddressesApart) {
  expect_same({kShared +
               ".local .align 8 .b8 mine[16]; cvta.shared.u64 %rd5, 0; cvt.u64.u32 %rd6, %r4; add.u64 %rd5, %rd5, %rd6;"
               "st.u32 [%rd5], %r1; st.u32 [%rd1], %r1; mov.u64 %rd7, mine; cvta.local.u64 %rd7, %rd7;"
               "st.u32 [%rd7], %r1; ld.u32 %r6, [%rd7]; st.local.u32 [mine+4], %r6; ld.u32 %r7, [%rd5];"});
}

TEST(Twin, TellsLanesApartThatLoadTheKernelsArguments) {
  const std::string chosen =
      "mov.b64 %rd5, out; cvta.param.u64 %rd5, %rd5; setp.lt.u32 %p1, %r0, 7; selp.b64 %rd6, %rd5, %rd0, %p1;";
  expect_same({chosen + "ld.u32 %r5, [%rd6+8]; ld.u32 %r6, [%rd5]; st.u32 [%rd1], %r5;"});
  const std::string function =
      ".func (.param .b32 r) f(.param .b64 p)\n{\n.reg .b32 %a<2>; .reg .b64 %b<2>;\n"
      "ld.param.u64 %b1, [p]; ld.u32 %a1, [%b1+4]; st.param.b32 [r], %a1; ret;\n}\n";
  expect_same({chosen + "{ .param .b64 x; .param .b32 y; st.param.b64 [x], %rd6; call (y), f, (x);"
                        "ld.param.b32 %r5, [y]; } ld.u32 %r6, [%rd1]; st.global.u32 [%rd1], %r5;",
               function});
}

TEST(Twin, WritesDownAtomicsConstantsAndModuleVariables) {
  expect_same({kShared +
                   "atom.global.add.u32 %r5, [%rd2], 1; red.shared.max.u32 [%r3+8], %r1; ld.const.u32 %r6, [table+8];"
                   "mov.u64 %rd5, table; mul.wide.u32 %rd6, %r0, 4; add.u64 %rd5, %rd5, %rd6;"
                   "ld.const.u32 %r7, [%rd5]; ld.global.u32 %r8, [count+4]; atom.add.u32 %r9, [%rd2+8], 2;",
               ".const .align 4 .u32 table[32] = {5, 4, 3};\n.global .align 4 .u32 count[2];\n"});
}

TEST(Twin, WritesDownCopiesTheirCommitsAndWaits) {
  expect_same({kShared + "cp.async.ca.shared.global [%r4], [%rd0], 4; cp.async.commit_group;"
                         "setp.lt.u32 %p1, %r0, 9; selp.u32 %r5, 0, 8, %p1;"
                         "cp.async.ca.shared.global [%r4+8], [%rd0+32], 8, %r5; @%p1 cp.async.commit_group;"
                         "cp.async.cg.shared.global [%r4], [%rd0+16], 16, %p1; cp.async.wait_group 1;"
                         "cp.async.cg.shared.global [%r4], [%rd0+16], 16, 0; cp.async.wait_all;"});
}

TEST(Twin, HasTheBarriersOfTheBlock) {
  expect_same({kShared + "st.shared.u32 [%r4], %r1; bar.sync 0; ld.shared.u32 %r5, [%r4]; barrier.cta.sync.aligned 3;"
                         "setp.lt.u32 %p1, %r1, 7; bar.red.popc.u32 %r6, 2, %p1; bar.warp.sync 0xffffffff;"
                         "setp.eq.u32 %p2, %r1, 79; bar.red.or.pred %p3, 0, %p2; st.global.u32 [%rd1], %r6;"});
  // Warps 1 and 0 meet alone, by a barrier in a register; the last warp only arrives.
  expect_same({kShared + "shr.u32 %r5, %r1, 5; setp.eq.u32 %p1, %r5, 2; add.u32 %r6, %r5, 1; and.b32 %r6, %r6, 0;"
                         "add.u32 %r6, %r6, 5; st.shared.u32 [%r4], %r0; @%p1 bra $LAST; bar.sync %r6, 64;"
                         "ld.shared.u32 %r7, [%r4]; bar.sync 1, 96; bra $END;\n$LAST: bar.arrive 1, 96;\n"
                         "$END: st.global.u32 [%rd1], %r5;"});
  // Warp 1 leaves before the barrier.
  expect_same({"shr.u32 %r5, %r1, 5; setp.eq.u32 %p1, %r5, 1; @%p1 ret; bar.sync 0; st.global.u32 [%rd1], %r5;"});
}

TEST(Twin, KnowsRowsOfMatrices) {
  // Of whole warps: the half one leaves.
  const std::string whole = kShared + "setp.ge.u32 %p1, %r1, 64; @%p1 ret;";
  expect_same({whole + "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r5, %r6, %r7, %r8}, [%r4];"
                       "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r5, %r6}, [%r4+16];"
                       "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r5}, [%r4];"});
}

TEST(Twin, SaysWhereTilesLieWhoseElementsTheHardwareSpreads) {
  const std::string whole = "setp.ge.u32 %p1, %r1, 64; @%p1 ret; mov.u32 %r9, 24;" + kShared;
  const std::string eight = "{%r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17}";
  const std::string floats = "{%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}";
  for (const std::string layout : {"row", "col"}) {
    expect_same({whole + "wmma.load.a.sync.aligned." + layout + ".m16n16k16.shared.f16 " + eight + ", [%r3+32], %r9;" +
                 "wmma.load.b.sync.aligned." + layout + ".m16n16k16.global.f16 " + eight + ", [%rd0], 32;" +
                 "wmma.load.c.sync.aligned." + layout + ".m16n16k16.global.f32 " + floats + ", [%rd0];" +
                 "wmma.store.d.sync.aligned." + layout + ".m16n16k16.shared.f32 [%r3], " + floats + ", 20;"});
  }
}

TEST(Twin, WritesDownBulkCopiesAndTheirMbarriers) {
  expect_same({kShared +
               "setp.eq.u32 %p1, %r1, 5; mov.u32 %r6, 48; @!%p1 bra $ALL; mbarrier.init.shared.b64 [%r3+1024], 1;"
               "mbarrier.arrive.expect_tx.shared.b64 %rd9, [%r3+1024], 80; add.s64 %rd8, %rd0, 160;"
               "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r3+64], [%rd8], %r6, [%r3+1024];"
               "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r3], [%rd0+32], 32, [%r3+1024];\n"
               "$ALL: bar.sync 0;\n$WAIT: mbarrier.try_wait.parity.shared.b64 %p3, [%r3+1024], 0;"
               "@!%p3 bra $WAIT; ld.shared.u32 %r5, [%r4]; st.global.u32 [%rd1], %r5;"});
}

TEST(Twin, LeavesOutHowBlocksWaitForEachOther) {
  EXPECT_EQ(
      expect_same({"mov.u32 %r5, %envreg2; mov.u32 %r6, %envreg1; mov.b64 %rd5, {%r5, %r6};"
                   "atom.global.add.u32 %r7, [%rd5+4], 1; ld.volatile.u32 %r8, [%rd5]; st.global.u32 [%rd1], %r1;"}),
      4 * 3 * 2u);  // blocks, warps, and with the warp's rest
}

TEST(Twin, FindsSharedArraysWhereverTheyLie) {
  expect_same(
      {".shared .align 4 .b8 a[52]; .shared .align 128 .b8 b[512]; mov.u32 %r3, a; mov.u32 %r4, b; shl.b32 %r5, %r0, 2;"
       "add.u32 %r4, %r4, %r5; st.shared.u32 [%r4+128], %r0; ld.shared.u32 %r6, [%r3+48]; ld.shared.u32 %r7, [more+8];"
       "mov.u64 %rd5, more; cvt.u32.u64 %r8, %rd5; add.u32 %r8, %r8, %r5; st.shared.u32 [%r8], %r1;",
       ".extern .shared .align 16 .b8 more[];\n", 256});
}

TEST(Twin, IsOfTextThatTheDriverTakes) {
  const auto taken = [](std::string_view target) {
    std::vector<unsigned> by;
    for (const unsigned gpu : {80u, 90u, 100u, 103u, 120u})
      if (rewrite::runs_on(target, gpu)) by.push_back(gpu);
    return by;
  };
  using Gpus = std::vector<unsigned>;
  EXPECT_EQ(taken("sm_90"), (Gpus{90, 100, 103, 120}));
  EXPECT_EQ(taken("sm_90a"), (Gpus{90}));
  EXPECT_EQ(taken("sm_100f"), (Gpus{100, 103}));
  EXPECT_EQ(taken("sm_103a"), (Gpus{103}));
  EXPECT_EQ(taken("sm_"), Gpus{});
}

TEST(Twin, CountsElsewhereWhereAllSharedMemoryIsInUse) {
  expect_same(
      {".shared .align 16 .b8 all[49152]; mov.u32 %r3, all; st.shared.u32 [%r3+49148], %r0;"
       "ld.shared.u32 %r4, [%r3+49148]; st.global.u32 [%rd1], %r4;"});
}

}  // namespace
}  // namespace gemmscope::preload::testing
