// SPDX-License-Identifier: MIT
// Warps that wait by reading memory over and over: who goes on, who never will, and who only takes long.
#include <gtest/gtest.h>

#include "tests/lockstep/written.h"
#include "tracing/lockstep/standstill.h"

namespace gemmscope::lockstep {
namespace {

using testing::each;
using testing::run;

/// %p1: of warp 0; %r3: the address of a word of shared memory, 0 at first.
constexpr char kFlag[] = ".shared .align 4 .b8 flag[4]; mov.u32 %r3, flag; setp.lt.u32 %p1, %r1, 32; mov.u32 %r4, 7;";

TEST(Standstill, AWarpThatSpinsLetsTheWarpRunThatItWaitsFor) {
  EXPECT_EQ(run(std::string(kFlag) + "@!%p1 bra $S;\n$L: ld.volatile.shared.u32 %r2, [%r3]; setp.eq.u32 %p2, %r2, 0;"
                                     "@%p2 bra $L; bra $E;\n$S: mov.u32 %r2, 5; st.volatile.shared.u32 [%r3], %r4;\n"
                                     "$E: st.global.u32 [%rd1], %r2;",
                {.threads = 64, .steps = 10'000'000}),
            each([](std::uint32_t t) { return t < 32 ? 7 : 5; }, 64));
}

TEST(Standstill, SoDoesOneThatCountsItsRounds) {
  EXPECT_EQ(run(std::string(kFlag) + "mov.u32 %r5, 0; @!%p1 bra $S;\n$L: add.u32 %r5, %r5, 1;"
                                     "ld.volatile.shared.u32 %r2, [%r3]; setp.eq.u32 %p2, %r2, 0; @%p2 bra $L;"
                                     "bra $E;\n$S: mov.u32 %r2, 5; st.volatile.shared.u32 [%r3], %r4;\n"
                                     "$E: st.global.u32 [%rd1], %r2;",
                {.threads = 64, .steps = 10'000'000}),
            each([](std::uint32_t t) { return t < 32 ? 7 : 5; }, 64));
}

TEST(Standstill, LanesThatWaitForALaneBehindTheirLoopNeverEnd) {
  std::vector<Fault> faults;
  EXPECT_TRUE(run(std::string(kFlag) +
                      "\n$L: atom.shared.cas.b32 %r2, [%r3], 0, 1; setp.ne.u32 %p2, %r2, 0; @%p2 bra $L;"
                      "st.shared.u32 [%r3], 0; st.global.u32 [%rd1], %r1;",
                  {.faults = &faults, .steps = 100'000'000})
                  .empty());
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].kind, FaultKind::kStuck);
  ASSERT_EQ(faults[0].waiting.size(), 2u);
  EXPECT_EQ(faults[0].waiting[0].lanes, ~1u);
  EXPECT_EQ(faults[0].waiting[0].what, Waiting::For::kMemory);
  EXPECT_EQ(faults[0].waiting[1].lanes, 1u);
  EXPECT_EQ(faults[0].waiting[1].what, Waiting::For::kOthers);
  EXPECT_GT(faults[0].waiting[1].statement, faults[0].waiting[0].statement);
}

TEST(Standstill, AWarpAtABarrierIsNamedBesideTheOneThatSpins) {
  std::vector<Fault> faults;
  run(std::string(kFlag) +
          "@!%p1 bra $B;\n$L: ld.volatile.shared.u32 %r2, [%r3]; setp.eq.u32 %p2, %r2, 0;"
          "@%p2 bra $L;\n$B: bar.sync 0; st.shared.u32 [%r3], %r4;",
      {.threads = 64, .faults = &faults, .steps = 100'000'000});
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].kind, FaultKind::kStuck);
  ASSERT_EQ(faults[0].waiting.size(), 2u);
  EXPECT_EQ(faults[0].waiting[1].warp, 1u);
  EXPECT_EQ(faults[0].waiting[1].what, Waiting::For::kBarrier);
}

TEST(Standstill, ALongLoopThatOnlyComputesEnds) {
  EXPECT_EQ(run("mov.u32 %r2, 0; mov.u32 %r3, %r1;\n$L: mad.lo.u32 %r3, %r3, 5, 3; add.u32 %r2, %r2, 1;"
                "setp.lt.u32 %p1, %r2, 300000; @%p1 bra $L; sub.u32 %r3, %r3, %r3; st.global.u32 [%rd1], %r3;",
                {.steps = 10'000'000}),
            each([](std::uint32_t) { return 0; }));
}

TEST(Standstill, MoreStepsThanAllowedSayWhereTheLanesAre) {
  std::vector<Fault> faults;
  run("mov.u32 %r2, 0;\n$L: add.u32 %r2, %r2, 1; ld.global.u32 %r3, [%rd1]; setp.ne.u32 %p1, %r2, 0; @%p1 bra $L;",
      {.faults = &faults, .steps = 1'000'000});
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].kind, FaultKind::kNoEnd);
  ASSERT_EQ(faults[0].waiting.size(), 1u);
  EXPECT_EQ(faults[0].waiting[0].lanes, kAllLanes);
  EXPECT_EQ(faults[0].waiting[0].what, Waiting::For::kNothing);  // it computes
}

/// What they read before the loop is not what they wait for.
TEST(Standstill, LanesThatGoAroundALoopThatReadsNothingWaitForNothing) {
  std::vector<Fault> faults;
  run("ld.global.u32 %r2, [%rd0];\n$L: add.u32 %r3, %r2, 1; bra $L;",
      {.in = {5}, .faults = &faults, .steps = 100'000'000});
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].kind, FaultKind::kStuck);
  ASSERT_EQ(faults[0].waiting.size(), 1u);
  EXPECT_EQ(faults[0].waiting[0].what, Waiting::For::kNothing);
}

TEST(Standstill, BlocksStandStillOnlyWhenAllOfThemHaveLookedInVain) {
  Standstill all;
  Standstill::Ticket a, b;
  all.begins(), all.begins();
  EXPECT_FALSE(all.waits(a));
  EXPECT_FALSE(all.waits(a));  // the other one runs
  EXPECT_FALSE(all.waits(b));  // and may have changed what a waits for
  EXPECT_FALSE(all.waits(a));
  EXPECT_FALSE(all.waits(b));
  EXPECT_TRUE(all.waits(a));
  all.goes_on(b);
  EXPECT_FALSE(all.waits(a));
  all.ends();
  EXPECT_FALSE(all.waits(a));
  EXPECT_TRUE(all.waits(a));
}

}  // namespace
}  // namespace gemmscope::lockstep
