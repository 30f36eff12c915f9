// SPDX-License-Identifier: MIT
// What twins write down of mbarriers: who arrives, and who finds that a phase is over.
#include <gtest/gtest.h>

#include "tests/preload/by_hand.h"
#include "tracing/ptx/read.h"
#include "tracing/rewrite/sites.h"

namespace gemmscope::preload::testing {
namespace {

/// At %r3+1024, for so many arrivals; all threads know of it.
std::string barrier_of(std::uint32_t arrivals) {
  return kShared + "setp.eq.u32 %p1, %r1, 5; @%p1 mbarrier.init.shared.b64 [%r3+1024], " + std::to_string(arrivals) +
         "; bar.sync 0;";
}

TEST(TwinWithMbarriers, WritesDownWhoArrivesAndWhoPasses) {
  EXPECT_GT(expect_same_by_warp({barrier_of(kThreads) +
                                 "st.shared.u32 [%r4], %r1; mbarrier.arrive.shared.b64 %rd9, [%r3+1024];\n"
                                 "$WAIT: mbarrier.test_wait.shared.b64 %p2, [%r3+1024], %rd9; @!%p2 bra $WAIT;"
                                 "ld.shared.u32 %r5, [%r4+4]; st.global.u32 [%rd1], %r5;"}),
            4 * (1 + 3 * 5u));
}

TEST(TwinWithMbarriers, SaysNothingOfTestsThatFindNothing) {
  // Nobody's phase is over but that of odd lanes, who ask for the one before.
  expect_same_by_warp({barrier_of(kThreads + 1) +
                       "and.b32 %r6, %r0, 1; mbarrier.test_wait.parity.shared.b64 %p2, [%r3+1024], %r6;"
                       "@%p2 ld.global.u32 %r5, [%rd0]; setp.lt.u32 %p3, %r0, 20;"
                       "@%p3 mbarrier.test_wait.parity.shared.b64 %p2, [%r3+1024], %r6; st.global.u32 [%rd1], %r6;"});
}

TEST(TwinWithMbarriers, LetsWarpsWaitForEachOtherByTurns) {
  // Warp 0 makes numbers and the others use them, three times; lanes 8 and up of warp 1 do not arrive.
  expect_same_by_warp(
      {barrier_of(32 + 8 + 16) +
       "shr.u32 %r6, %r1, 5; setp.eq.u32 %p1, %r6, 1; setp.gt.and.u32 %p2, %r0, 7, %p1; mov.u32 %r7, 0;\n"
       "$AGAIN: and.b32 %r8, %r7, 1; setp.eq.u32 %p1, %r6, 0; @%p1 st.shared.u32 [%r4], %r7;"
       "@!%p2 mbarrier.arrive.shared.b64 _, [%r3+1024];\n"
       "$WAIT: mbarrier.try_wait.parity.shared.b64 %p3, [%r3+1024], %r8; @!%p3 bra $WAIT;"
       "@!%p1 ld.shared.u32 %r9, [%r4]; bar.sync 1; add.u32 %r7, %r7, 1; setp.lt.u32 %p3, %r7, 3; @%p3 bra $AGAIN;"});
}

TEST(TwinWithMbarriers, KnowsArrivalsThatComeWithCopies) {
  expect_same_by_warp({barrier_of(kThreads) +
                       "cp.async.ca.shared.global [%r4], [%rd0], 4; cp.async.mbarrier.arrive.shared.b64 [%r3+1024];"
                       "mbarrier.arrive.shared.b64 %rd9, [%r3+1024];\n"
                       "$WAIT: mbarrier.test_wait.shared.b64 %p2, [%r3+1024], %rd9; @!%p2 bra $WAIT;"
                       "ld.shared.u32 %r5, [%r4];"});
}

/// Behind it, nobody could say which lanes had tested.
TEST(TwinWithMbarriers, IsNoneOfATestThatChangesItsOwnPredicate) {
  const auto is_refused = [](const std::string& predicate) {
    const auto module =
        ptx::read(lockstep::testing::kernel("@" + predicate + " mbarrier.test_wait.parity.shared.b64 %p2, [1024], 0;"));
    return !rewrite::sites_of(*module, module->functions.front());
  };
  EXPECT_TRUE(is_refused("!%p2"));
  EXPECT_FALSE(is_refused("!%p1"));
}

}  // namespace
}  // namespace gemmscope::preload::testing
