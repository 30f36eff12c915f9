// SPDX-License-Identifier: MIT
// Barriers of parts of a block, mbarriers, and copies that an mbarrier counts.
#include <gtest/gtest.h>

#include "tests/lockstep/written.h"

namespace gemmscope::lockstep {
namespace {

using testing::decoded;
using testing::each;
using testing::How;
using testing::run;
using testing::Words;

const std::string kWarp =
    ".shared .align 8 .b8 box[2048]; mov.u32 %r3, box; shr.u32 %r2, %r1, 5; shl.b32 %r4, %r0, 2;"
    "add.u32 %r4, %r4, %r3; setp.eq.u32 %p1, %r2, 0;";

/// Every meeting, as text.
class HearsBarriers : public Listener {
 public:
  void request(std::uint32_t, const Access&, Space, Mask, std::span<const std::uint64_t, kLanes>) override {}
  void barrier(std::uint32_t) override { text += " all;"; }
  void warp_barrier(std::uint32_t warp, Mask lanes) override {
    text += " warp " + std::to_string(warp) + " " + std::to_string(lanes) + ";";
  }
  void arrives(std::uint32_t warp, std::uint32_t barrier) override {
    text += " " + std::to_string(warp) + " at " + std::to_string(barrier) + ";";
  }
  void mbarrier(std::uint32_t warp, const Access&, Mask lanes, std::span<const std::uint64_t, kLanes>, Mask over,
                std::span<const std::uint32_t, kLanes>) override {
    mbarriers += " " + std::to_string(warp) + ": " + std::to_string(over) + " of " + std::to_string(lanes) + ";";
  }
  void meeting(std::uint32_t barrier, std::span<const std::uint32_t> warps) override {
    text += " " + std::to_string(barrier) + ":";
    for (const std::uint32_t warp : warps) text += " " + std::to_string(warp);
    text += ";";
  }
  void apart(std::uint32_t warp, std::uint32_t, std::uint32_t other, std::uint32_t, bool in_branches) override {
    parted += " " + std::to_string(warp) + " and " + std::to_string(other) + (in_branches ? " in branches;" : ";");
  }
  void bulk_copy(std::uint32_t warp, int lane, const BulkCopy& copy) override {
    text += " bulk " + std::to_string(warp) + "." + std::to_string(lane) + " " + std::to_string(copy.bytes) + " to " +
            std::to_string(copy.to) + " for " + std::to_string(copy.mbarrier) + ";";
  }
  std::string text, mbarriers, parted;
};

/// Warp 3 makes numbers, which warp 1 passes on; warps 0 and 2 meet on their own, with a barrier in a register.
TEST(Barriers, OfTwoWarpsLeaveTheOthersAlone) {
  HearsBarriers heard;
  EXPECT_EQ(run(kWarp + "setp.eq.u32 %p2, %r2, 3; setp.eq.u32 %p3, %r2, 1; mov.u32 %r9, 7; mov.u32 %r5, %r0;"
                        "@%p2 bra $THREE; @%p3 bra $ONE; bar.sync %r9, 64; bra $END;\n"
                        "$ONE: bar.sync 1, 64; ld.shared.u32 %r5, [%r4]; bar.arrive 2, 64; bra $END;\n"
                        "$THREE: mul.lo.u32 %r6, %r0, 3; st.shared.u32 [%r4], %r6; bar.arrive 1, 64; bar.sync 2, 64;"
                        "st.shared.u32 [%r4], %r0;\n$END: st.global.u32 [%rd1], %r5; bar.sync 0;",
                {.threads = 128, .listener = &heard}),
            each([](std::uint32_t t) { return t / 32 == 1 ? t % 32 * 3 : t % 32; }, 128));
  EXPECT_EQ(heard.text, " 0 at 7; 1 at 1; 2 at 7; 3 at 1; 3 at 2; 1: 1; 7: 0 2; 1 at 2; 2: 3; all;");
}

TEST(Barriers, OfAWarpAreOfTheLanesThatComeToThem) {
  HearsBarriers heard;
  run(kWarp +
          "bar.warp.sync -1; setp.lt.u32 %p2, %r0, 3; @%p2 bar.warp.sync 7; setp.gt.u32 %p2, %r0, 99;"
          "@%p2 barrier.warp.sync -1; bar.sync 0;",
      {.threads = 40, .listener = &heard});
  EXPECT_EQ(heard.text, " warp 0 4294967295; warp 0 7; warp 1 255; warp 1 7; all;");
}

/// Lane l comes l % 3 + 1 times: without the others in its second round and in its third, and counts once.
TEST(Barriers, ThatSomeLanesOfAWarpReachAgainAreFaultsOfThoseLanes) {
  std::vector<Fault> faults;
  run("rem.u32 %r2, %r0, 3; mov.u32 %r3, 0;\n$L: bar.sync 0; add.u32 %r3, %r3, 1; setp.le.u32 %p1, %r3, %r2;"
      "@%p1 bra $L; st.global.u32 [%rd1], %r3;",
      {.threads = 64, .faults = &faults});
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].kind, FaultKind::kPartialBarrier);
  EXPECT_EQ(faults[0].count, 42u);
  constexpr Mask kOnce = 0b01001001001001001001001001001001;
  EXPECT_EQ(faults[0].of_warps, (std::map<std::uint32_t, Mask>{{0, ~kOnce}, {1, ~kOnce}}));
}

TEST(Barriers, CountAndJoinThePredicatesOfAllThreads) {
  EXPECT_EQ(
      run("setp.lt.u32 %p1, %r1, 37; bar.red.popc.u32 %r2, 0, %p1; barrier.cta.red.popc.aligned.u32 %r3, 1, 96, !%p1;"
          "barrier.red.and.pred %p2, 0, %p1; bar.red.or.pred %p3, 0, %p1; selp.u32 %r4, 1, 0, %p2;"
          "selp.u32 %r5, 2, 0, %p3; mad.lo.u32 %r6, %r2, 1000, %r3; shl.b32 %r6, %r6, 2; add.u32 %r6, %r6, %r4;"
          "add.u32 %r6, %r6, %r5; setp.lt.u32 %p1, %r1, 96; bar.red.and.pred %p2, 0, %p1; selp.u32 %r7, 0, 1, %p2;"
          "add.u32 %r6, %r6, %r7; st.global.u32 [%rd1], %r6;",
          {.threads = 96}),
      Words(96, (37 * 1000 + 59) * 4 + 2));
}

/// Each thread makes a round more than the one before it, and nothing follows the loop.
TEST(Barriers, AreNotForLanesThatHaveGoneWhereTheKernelEnds) {
  const std::string loop =
      "mov.u32 %r5, 0;\n$ROUND: bar.sync 0; add.u32 %r5, %r5, 1; st.global.u32 [%rd1], %r5; setp.le.u32 %p1, %r5, %r1;";
  const Words rounds = each([](std::uint32_t t) { return t + 1; }, 40);
  EXPECT_EQ(run(loop + "@%p1 bra $ROUND;", {.threads = 40}), rounds);
  EXPECT_EQ(run(loop + "@!%p1 bra $END; bra $ROUND;\n$END:", {.threads = 40}), rounds);
  EXPECT_EQ(run("setp.gt.u32 %p1, %r1, 4; @%p1 bra $END; bar.sync 0; st.global.u32 [%rd1], %r1;\n$END:"),
            each([](std::uint32_t t) { return t > 4 ? 0xdddddddd : t; }));
  std::vector<Fault> faults;
  run(loop + "@%p1 bra $ROUND; st.global.u32 [%rd1], %r1;", {.threads = 40, .faults = &faults});
  EXPECT_FALSE(faults.empty());
}

/// Warps 0 and 1 part, in code that is all on one line of the source; `lines`: the PTX says so.
std::string parted(const std::string& body, bool lines = true) {
  HearsBarriers heard;
  run(kWarp + (lines ? "\n.loc 1 5 0\n" : "") + body, {.threads = 64, .listener = &heard});
  return heard.parted;
}

/// A loop that nvcc has unrolled: two passes at a time, then the one that is left. Warp 0 makes one pass and ends, warp
/// 1 two.
const std::string kUnrolled =
    "setp.lt.u32 %p2, %r5, 2; @%p2 bra $R;\n"
    "$M: bar.sync 0; bar.sync 0; sub.u32 %r5, %r5, 2; setp.ge.u32 %p2, %r5, 2; @%p2 bra $M;\n"
    "$R: setp.eq.u32 %p2, %r5, 0; @%p2 bra $E; bar.sync 0;\n$E:";

TEST(Barriers, ThatAreCopiesOfOneAreOne) {
  EXPECT_EQ(parted("add.u32 %r5, %r2, 1;" + kUnrolled), "");
  EXPECT_EQ(parted("add.u32 %r5, %r2, 1;" + kUnrolled, false), " 0 and 1 in branches; 0 and 1;");
}

TEST(Barriers, OfLanesLikewise) {
  const auto faults = [](const std::string& body) {
    std::vector<Fault> found;
    run(kWarp + "\n.loc 1 5 0\n" + body, {.faults = &found});
    return found.size();
  };
  const std::string halves = "shr.u32 %r5, %r1, 4; setp.eq.u32 %p3, %r5, 0; add.u32 %r5, %r5, 1;";
  EXPECT_EQ(faults(halves + kUnrolled), 0u);
  EXPECT_EQ(faults(halves + "@%p3 bra $E; bar.sync 0; bra $J;\n$E: bar.sync 0;\n$J:"), 1u);
  EXPECT_EQ(faults(halves + "@%p3 bra $J; bar.sync 0;\n$J: bar.sync 0;"), 1u);
}

TEST(Barriers, ThatAreNeverReachedOrUsedWronglyAreFaults) {
  const auto fault = [](const std::string& body) {
    std::vector<Fault> faults;
    run(kWarp + body, {.threads = 96, .faults = &faults});
    return faults.empty() ? -1 : static_cast<int>(faults[0].kind);
  };
  EXPECT_EQ(fault("@%p1 bar.sync 1, 64; bar.sync 0;"), static_cast<int>(FaultKind::kNeverMet));
  EXPECT_EQ(fault("@%p1 bar.sync 0, 64; @!%p1 bar.sync 0;"), static_cast<int>(FaultKind::kBadBarrier));
  EXPECT_EQ(fault("bar.sync 16;"), static_cast<int>(FaultKind::kBadBarrier));
  EXPECT_EQ(fault("bar.sync 1, 40;"), static_cast<int>(FaultKind::kBadBarrier));
  EXPECT_EQ(fault("bar.sync %r0;"), static_cast<int>(FaultKind::kBadBarrier));
  EXPECT_EQ(fault("mbarrier.init.shared.b64 [%r3], 0;"), static_cast<int>(FaultKind::kBadBarrier));
  EXPECT_EQ(fault("@%p1 mbarrier.init.shared.b64 [%r3], 3; bar.sync 0; mbarrier.arrive.shared.b64 %rd9, [%r3], 4;"),
            static_cast<int>(FaultKind::kBadBarrier));
  EXPECT_EQ(
      fault("@%p1 mbarrier.init.shared.b64 [%r3], 1; bar.sync 0;\n$L: mbarrier.try_wait.parity.shared.b64 %p2, [%r3],"
            "0; @!%p2 bra $L;"),
      static_cast<int>(FaultKind::kStuck));
  EXPECT_EQ(fault("mbarrier.inval.b64 [%rd2];"), static_cast<int>(FaultKind::kNotShared));
}

/// Warp 0 waits for 64 arrivals of the others: 32 of one each, then 16 of two.
TEST(Mbarriers, EndAPhaseWithTheLastArrival) {
  HearsBarriers heard;
  EXPECT_EQ(
      run(kWarp + "setp.eq.u32 %p2, %r1, 0; @%p2 mbarrier.init.shared.b64 [%r3+1024], 64; bar.sync 0; mov.u32 %r5, 0;"
                  "@!%p1 bra $OTHERS;\n"
                  "$WAIT: add.u32 %r5, %r5, 1; mbarrier.test_wait.parity.shared::cta.b64 %p3, [%r3+1024], 0;"
                  "@!%p3 bra $WAIT; ld.shared.u32 %r6, [%r4]; mbarrier.try_wait.parity.shared.b64 %p3, [%r3+1024], 1;"
                  "selp.u32 %r7, 1000, 0, %p3; add.u32 %r6, %r6, %r7; min.u32 %r5, %r5, 2; mad.lo.u32 %r6, %r5, 2000,"
                  "%r6; st.global.u32 [%rd1], %r6; bra $END;\n"
                  "$OTHERS: setp.eq.u32 %p2, %r2, 1; @%p2 st.shared.u32 [%r4], %r1;"
                  "@%p2 mbarrier.arrive.shared.b64 %rd9, [%r3+1024]; setp.lt.and.u32 %p3, %r0, 16, !%p2;"
                  "@%p3 mbarrier.arrive.release.cta.shared::cta.b64 _, [%r3+1024], 2;\n$END:",
          {.threads = 96, .listener = &heard}),
      each([](std::uint32_t t) { return t < 32 ? t + 32 + 2 * 2000 : 0xdddddddd; }, 96));
  EXPECT_EQ(heard.mbarriers,  // init, a test in vain, arrivals, the test again, and one of the next phase
            " 0: 1 of 1; 0: 0 of 4294967295; 1: 4294967295 of 4294967295; 2: 65535 of 65535;"
            " 0: 4294967295 of 4294967295; 0: 0 of 4294967295;");
}

/// A state is that before the arrival: its phase is over when the next one is on. Dropping makes the next phase
/// smaller.
TEST(Mbarriers, TestThePhaseOfAStateAndLetThreadsDrop) {
  const std::string test =
      "mbarrier.test_wait.shared.b64 %p2, [%r3], %rd9; selp.u32 %r6, 1, 0, %p2;"
      "shl.b32 %r5, %r5, 1; or.b32 %r5, %r5, %r6;";
  EXPECT_EQ(run(kWarp +
                "setp.eq.u32 %p3, %r0, 0; mov.u32 %r5, 0; @!%p3 bra $END;"
                "mbarrier.init.shared.b64 [%r3], 3; mbarrier.arrive.shared.b64 %rd9, [%r3];" +
                test + "mbarrier.arrive.shared.b64 %rd10, [%r3];" + test + "mbarrier.arrive_drop.shared.b64 _, [%r3];" +
                test + "mbarrier.arrive.shared.b64 %rd9, [%r3];" + test + "mbarrier.arrive.shared.b64 %rd10, [%r3];" +
                test + "st.global.u32 [%rd1], %r5;\n$END:")[0],
            0b00101u);
}

/// Half of the block's input comes in two copies, one of them announced only afterwards.
TEST(Mbarriers, WaitForTheBytesOfBulkCopies) {
  HearsBarriers heard;
  const Words in = each([](std::uint32_t i) { return 7 * i + 1; }, 64);
  const std::string copy = "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes ";
  EXPECT_EQ(run(kWarp +
                    "setp.eq.u32 %p2, %r1, 0; @!%p2 bra $ALL; mbarrier.init.shared.b64 [%r3+1024], 2;"
                    "mbarrier.arrive.expect_tx.shared.b64 %rd9, [%r3+1024], 96; add.s64 %rd8, %rd0, 160;" +
                    copy + "[%r3], [%rd0], 96, [%r3+1024];" + copy +
                    "[%r3+96], [%rd8], 32, [%r3+1024];"
                    "mbarrier.test_wait.parity.shared.b64 %p3, [%r3+1024], 0; mov.u32 %r9, 5; @%p3 mov.u32 %r9, 6;"
                    "st.shared.u32 [%r3+512], %r9; mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r3+1024], 32;"
                    "mbarrier.arrive.shared.b64 _, [%r3+1024];\n"
                    "$ALL: bar.sync 0;\n$WAIT: mbarrier.try_wait.parity.shared.b64 %p3, [%r3+1024], 0, 100;"
                    "@!%p3 bra $WAIT; ld.shared.u32 %r5, [%r4]; ld.shared.u32 %r6, [%r3+512]; @!%p1 mov.u32 %r5, %r6;"
                    "st.global.u32 [%rd1], %r5;",
                {.threads = 64, .in = in, .listener = &heard}),
            each([&](std::uint32_t t) { return t < 24   ? in[t]
                                               : t < 32 ? in[t + 16]
                                                        : 5; }, 64));
  EXPECT_EQ(heard.text, " bulk 0.0 96 to 0 for 1024; bulk 0.0 32 to 96 for 1024; all;");
  std::vector<Fault> faults;
  run(kWarp + "mbarrier.init.shared.b64 [%r3+1024], 1;" + copy + "[%r3], [%rd0], 24, [%r3+1024];",
      {.in = in, .faults = &faults});
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].kind, FaultKind::kMisaligned);
  faults.clear();
  run(kWarp + "mbarrier.init.shared.b64 [%r3+1024], 1;" + copy + "[%r3], [%rd0], 272, [%r3+1024];",
      {.in = in, .faults = &faults});
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].kind, FaultKind::kOutOfBounds);
}

TEST(Mbarriers, EndNoPhaseWhileBytesAreToCome) {
  const std::string test =
      "mbarrier.test_wait.parity.shared.b64 %p2, [%r3], 0; selp.u32 %r6, 1, 0, %p2;"
      "shl.b32 %r5, %r5, 1; or.b32 %r5, %r5, %r6;";
  EXPECT_EQ(run(kWarp +
                "setp.eq.u32 %p3, %r0, 0; mov.u32 %r5, 0; @!%p3 bra $END; mbarrier.init.shared.b64 [%r3], 1;"
                "mbarrier.arrive.expect_tx.shared.b64 _, [%r3], 128;" +
                test + "mbarrier.complete_tx.shared.b64 [%r3], 96;" + test +
                "mbarrier.complete_tx.shared.b64 [%r3], 32;" + test + "st.global.u32 [%rd1], %r5;\n$END:")[0],
            0b001u);
}

TEST(Mbarriers, CountTheCopiesOfALane) {
  EXPECT_EQ(
      run(kWarp +
              "setp.eq.u32 %p2, %r1, 0; @%p2 mbarrier.init.shared.b64 [%r3+1024], 32; shl.b64 %rd8, %rd3, 1;"
              "add.s64 %rd8, %rd0, %rd8; cp.async.ca.shared.global [%r4], [%rd8], 4;"
              "cp.async.mbarrier.arrive.shared.b64 [%r3+1024]; mbarrier.test_wait.parity.shared.b64 %p3, [%r3+1024], 0;"
              "selp.u32 %r6, 1000, 0, %p3; cp.async.mbarrier.arrive.noinc.shared.b64 [%r3+1024];\n"
              "$WAIT: mbarrier.test_wait.parity.shared.b64 %p3, [%r3+1024], 0; @!%p3 bra $WAIT;"
              "ld.shared.u32 %r5, [%r4]; add.u32 %r5, %r5, %r6; st.global.u32 [%rd1], %r5;",
          {.in = each([](std::uint32_t i) { return i + 3; }, 64)}),
      each([](std::uint32_t t) { return 2 * t + 3; }));
}

TEST(Barriers, OfOtherKindsAreRefused) {
  for (const char* body :
       {"bar.arrive 1;", "barrier.cluster.wait;", "bar.red.popc.u32 %r2, 0;", "mbarrier.pending_count.b64 %r2, %rd1;",
        "mbarrier.init.global.b64 [%rd1], 1;", "mbarrier.arrive.sometimes.shared.b64 %rd2, [%r1];",
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r1],"
        "[%rd1], 16, [%r2], %rs1;"})
    EXPECT_FALSE(decoded(body)) << body;
}

}  // namespace
}  // namespace gemmscope::lockstep
