// SPDX-License-Identifier: MIT
// Warps that wait by reading memory over and over: who goes on, who never will, and who only takes long.
#include <array>

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

TEST(Standstill, LanesBehindALoopGoOnAloneIfTheOthersWaitForThem) {
  EXPECT_EQ(run(std::string(kFlag) + "\n$L: atom.shared.cas.b32 %r2, [%r3], 0, 1; setp.ne.u32 %p2, %r2, 0; @%p2 bra $L;"
                                     "st.shared.u32 [%r3], 0; st.global.u32 [%rd1], %r1;",
                {.steps = 100'000'000}),
            each([](std::uint32_t t) { return t; }));
}

/// Each of the 32 takes the lock, then all are together again: the shuffle finds what the lane above has.
TEST(Standstill, LanesThatWentOnAloneMeetAtAShuffle) {
  EXPECT_EQ(run(std::string(kFlag) + "\n$L: atom.shared.cas.b32 %r2, [%r3], 0, 1; setp.ne.u32 %p2, %r2, 0; @%p2 bra $L;"
                                     "st.shared.u32 [%r3], 0; add.u32 %r4, %r1, 100;"
                                     "shfl.sync.bfly.b32 %r4, %r4, 1, 31, -1; st.global.u32 [%rd1], %r4;",
                {.steps = 100'000'000}),
            each([](std::uint32_t t) { return (t ^ 1) + 100; }));
}

/// An mbarrier for the warp, to which odd lanes come twice at $L, and even ones at $O; a clock shows that time goes by.
/// `arrives`: what even lanes do for it.
std::string two_loops(const std::string& arrives) {
  const std::string test = "mov.u64 %rd10, %globaltimer; mbarrier.test_wait.shared.b64 %p3, [%r3], %rd9; @!%p3 bra ";
  const std::string twice = "add.u32 %r5, %r5, 1; setp.lt.u32 %p3, %r5, 2; @%p3 bra ";
  return ".shared .align 8 .b8 box[8]; mov.u32 %r3, box; and.b32 %r2, %r0, 1; setp.eq.u32 %p1, %r2, 0; mov.u32 %r5, 0;"
         "setp.eq.u32 %p2, %r0, 0; @%p2 mbarrier.init.shared.b64 [%r3], 32; bar.sync 0; @%p1 bra $E;\n"
         "$A: mbarrier.arrive.shared.b64 %rd9, [%r3];\n$L: " +
         test + "$L;" + twice +
         "$A;\n$E: @!%p1 bra $J;\n"
         "$B: " +
         arrives + "\n$O: " + test + "$O;" + twice + "$B;\n$J: st.global.u32 [%rd1], %r1;";
}

TEST(Standstill, LanesThatTestAnMbarrierTakeTurnsWithThoseBehindTheLoop) {
  EXPECT_EQ(run(two_loops("mbarrier.arrive.shared.b64 %rd9, [%r3];"), {.steps = 100'000'000}),
            each([](std::uint32_t t) { return t; }));
}

TEST(Standstill, LanesThatTestAnMbarrierInTwoLoopsMayWaitForEver) {
  std::vector<Fault> faults;
  run(two_loops("@!%p2 mbarrier.arrive.shared.b64 %rd9, [%r3];"), {.faults = &faults, .steps = 100'000'000});
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].kind, FaultKind::kStuck);
  ASSERT_EQ(faults[0].waiting.size(), 2u);
  EXPECT_EQ(faults[0].waiting[0].lanes ^ faults[0].waiting[1].lanes, kAllLanes);
  EXPECT_NE(faults[0].waiting[0].statement, faults[0].waiting[1].statement);
  for (const Waiting& each : faults[0].waiting) EXPECT_EQ(each.what, Waiting::For::kMemory);
}

TEST(Standstill, LanesThatWaitAtAWarpBarrierForLanesInALoopNeverEnd) {
  std::vector<Fault> faults;
  EXPECT_TRUE(run(std::string(kFlag) +
                      "\n$L: atom.shared.cas.b32 %r2, [%r3], 0, 1; setp.ne.u32 %p2, %r2, 0; @%p2 bra $L;"
                      "bar.warp.sync -1; st.shared.u32 [%r3], 0; st.global.u32 [%rd1], %r1;",
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

/// What happens to the warps, a letter each: asks strongly or weakly, may repeat, repeats, pauses, rests.
class Waits : public Listener {
 public:
  void request(std::uint32_t warp, const Access& access, Space, Mask, std::span<const std::uint64_t, kLanes>) override {
    heard[warp] += access.strong || access.kind == AccessKind::kAtomic ? 'A' : 'a';
  }
  void warp_rests(std::uint32_t warp) override { heard[warp] += '.'; }
  void warp_pauses(std::uint32_t warp) override { heard[warp] += ','; }
  void may_repeat(std::uint32_t warp) override { heard[warp] += 'm'; }
  void repeats(std::uint32_t warp) override { heard[warp] += 'r'; }
  std::array<std::string, 2> heard;
};

TEST(Standstill, AListenerHearsAtOnceThatAWarpRepeats) {
  Waits waits;
  run(std::string(kFlag) +
          "@!%p1 bra $S;\n$L: ld.volatile.shared.u32 %r2, [%r3]; setp.eq.u32 %p2, %r2, 0;"
          "@%p2 bra $L; bra $E;\n$S: st.volatile.shared.u32 [%r3], %r4;\n"
          "$E: st.global.u32 [%rd1], %r2;",
      {.threads = 64, .listener = &waits});
  EXPECT_EQ(waits.heard[0], "AAmAr,Aa.");
  EXPECT_EQ(waits.heard[1], "Aa.");
}

/// Nobody waits by weak loads, and to see whether most loops repeat would cost time.
TEST(Standstill, AListenerHearsNothingOfShortLoopsThatReadWeakly) {
  Waits waits;
  run("mov.u32 %r2, 0;\n$L: ld.global.u32 %r3, [%rd0]; add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 5; @%p1 bra $L;"
      "st.global.u32 [%rd1], %r3;",
      {.in = {5}, .listener = &waits});
  EXPECT_EQ(waits.heard[0], "aaaaaa.");
}

/// What Rounds finds, a letter each, where the registers are these bytes and memory was last changed then.
std::string found(Rounds& rounds, const std::string& registers, std::uint64_t changed = 0) {
  const std::vector<Path> paths{{kAllLanes, 7, 9}};
  std::string all;
  for (const char& byte : registers)
    all += "-mr"[static_cast<int>(rounds.look({std::as_bytes(std::span(&byte, 1)), paths, 0, changed}))];
  return all;
}

TEST(Rounds, AreComparedWithThatAfterTwoFourAndEight) {
  Rounds rounds;
  EXPECT_EQ(found(rounds, "abcdefghijk"), "-m-m---m---");
  EXPECT_EQ(found(rounds, "h"), "r");
  EXPECT_EQ(found(rounds, "h", 1), "-");
  EXPECT_EQ(found(rounds, "hh", 1), "mr");
}

TEST(Rounds, OfALongerCircleAreFoundEachTime) {
  Rounds rounds;
  EXPECT_EQ(found(rounds, "xabcabcabcabc"), "-m-m--r--r--r");
}

/// However long the warp has gone round before.
TEST(Rounds, BeginAnewWhenWhatTheyWaitedForHasCome) {
  Rounds rounds;
  EXPECT_EQ(found(rounds, "aaaaaaa"), "-mrrrrr");
  EXPECT_EQ(found(rounds, "bbbb"), "-mrr");
  EXPECT_EQ(found(rounds, "cdcdcd"), "-m-r-r");
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

}  // namespace
}  // namespace gemmscope::lockstep
