// SPDX-License-Identifier: MIT
// Warps that wait for each other by reading memory over and over: what a recording holds of it.
#include "tests/requests.h"
#include "tests/runtime/one_warp.h"

namespace gemmscope::runtime {
namespace {

using format::kLanes;

/// Each of four warps loads a number, waits for the next one's flag, and hands its own number on: to shared memory, and
/// then by its flag. `look`: with which it goes round; it leaves the flag in %r5.
std::string chain(const std::string& look) {
  return R"(
  .shared .align 4 .b8 cells[512];
  .shared .align 4 .b8 flags[20];
  add.u64 %rd5, %rd2, %rd1;
  add.u64 %rd6, %rd3, %rd1;
  shr.u32 %r3, %r1, 5;
  shl.b32 %r4, %r3, 2;
  mov.u32 %r6, flags;
  add.u32 %r6, %r6, %r4;
  mov.u32 %r7, cells;
  shl.b32 %r8, %r1, 2;
  add.u32 %r7, %r7, %r8;
  mov.u32 %r9, 1;
  mov.u32 %r11, 0;
  ld.global.u32 %r10, [%rd5];
  setp.eq.u32 %p1, %r3, 3;
  @%p1 bra $GO;
$L:
)" + look +
         R"(
  setp.eq.u32 %p2, %r5, 0;
  @%p2 bra $L;
$GO:
  st.shared.u32 [%r7], %r10;
  st.volatile.shared.u32 [%r6], %r9;
  st.global.u32 [%rd6], %r11;
)";
}

struct Row {
  format::Op op;
  format::Space space;
  std::uint16_t origin;
  friend bool operator==(const Row&, const Row&) = default;
};

/// By warp.
std::map<std::uint32_t, std::vector<Row>> rows_of(const format::Recording& r) {
  std::map<std::uint32_t, std::vector<Row>> rows;
  for (const format::Segment& segment : r.patterns[r.blocks[0].pattern].segments)
    for (const format::Row& row : r.templates[segment.template_id].rows) {
      const format::Site& site = r.sites[row.site];
      rows[segment.warp].push_back({site.op, r.tensors[site.tensor].space, row.origin});
    }
  return rows;
}

RecordedLaunch run(const std::string& body, Results results = Results::kRight) {
  OneWarp warps = OneWarp::of(body);
  warps.launch.block = {4 * kLanes, 1, 1};
  std::byte *const from = warps.words(4 * kLanes), *const to = warps.words(4 * kLanes);
  warps.memory.wrote(from, 16 * kLanes);
  return warps.run({from, to}, results);
}

/// The warps run one after the other, so the first one finds nothing three times as often as the third.
TEST(Looks, InVainAreRecordedTwiceHoweverOftenThereWere) {
  using enum format::Op;
  using enum format::Space;
  for (const Results results : {Results::kRight, Results::kLeftOut}) {
    const auto done = run(chain("  ld.volatile.shared.u32 %r5, [%r6+4];"), results);
    ASSERT_TRUE(done.recording) << done.recording.error().message;
    const auto rows = rows_of(*done.recording);
    const Row looks{kLoad, kShared, 0}, flag{kStore, kShared, 0};
    for (const std::uint32_t warp : {0, 1, 2})
      EXPECT_EQ(rows.at(warp), (std::vector<Row>{{kLoad, kGlobal, 0},
                                                 looks,
                                                 looks,
                                                 looks,  // which finds it
                                                 {kStore, kShared, 4},
                                                 flag,
                                                 {kStore, kGlobal, 0}}))
          << warp;
    EXPECT_EQ(rows.at(3), (std::vector<Row>{{kLoad, kGlobal, 0}, {kStore, kShared, 1}, flag, {kStore, kGlobal, 0}}));
  }
}

/// As it may do something else after so many. The interpreter has it pause, and what it has asked is kept.
TEST(Looks, OfAWarpThatCountsThemAreAllRecorded) {
  const auto done = run(chain("  ld.volatile.shared.u32 %r5, [%r6+4]; add.u32 %r11, %r11, 1;"));
  ASSERT_TRUE(done.recording) << done.recording.error().message;
  const auto rows = rows_of(*done.recording);
  EXPECT_GT(rows.at(0).size(), rows.at(1).size());
  EXPECT_GT(rows.at(1).size(), rows.at(2).size());
  EXPECT_EQ(rows.at(3).size(), 4u);
}

TEST(Looks, ThatAreCountedAndNeverEndAreNotKeptForEver) {
  const auto done =
      run("  .shared .align 4 .b8 flag[4];\n  mov.u32 %r6, flag;\n  mov.u32 %r7, 0;\n$L:\n"
          "  ld.volatile.shared.u32 %r5, [%r6];\n  add.u32 %r7, %r7, 1;\n  setp.lt.u32 %p1, %r7, 270000;\n"
          "  @%p1 bra $L;\n");
  ASSERT_FALSE(done.recording);
  EXPECT_TRUE(done.faults.empty());
  EXPECT_NE(done.recording.error().message.find("looks"), std::string::npos);
}

/// The registers repeat, but others may pass the mbarrier.
TEST(Looks, OfAWarpThatArrivesInEachRoundAreAllRecorded) {
  const auto looks = [](const std::string& arrives) {
    const auto done = run(chain(arrives + "  ld.volatile.shared.u32 %r5, [%r6+4];"));
    EXPECT_TRUE(done.recording) << done.recording.error().message;
    return rows_of(*done.recording).at(0).size();
  };
  const std::string barrier = "  .shared .align 8 .b8 barrier[8]; mov.u32 %r12, barrier;";
  EXPECT_GT(looks(barrier + "mbarrier.init.shared.b64 [%r12], 1; mbarrier.arrive.shared.b64 _, [%r12];"),
            looks(barrier));
}

/// A barrier of all ends an interval: the warps that met there, in rounds 3 and 5, cannot take back what was before it.
/// Warp 0 counts its rounds and sets the flag in the sixth; the others are in the fourth what they were in the second.
TEST(Looks, BeforeABarrierAreAllRecorded) {
  const auto done = run(
      "  .shared .align 4 .b8 flag[4];\n  mov.u32 %r6, flag;\n  shr.u32 %r8, %r1, 5;\n"
      "  setp.eq.u32 %p2, %r8, 0;\n  mov.u32 %r9, 0;\n  mov.u32 %r7, 2;\n  ld.volatile.shared.u32 %r5, [%r6];\n$L:\n"
      "  setp.ne.u32 %p3, %r7, 0;\n  @%p3 bra $M;\n  bar.sync 0;\n$M:\n  @%p2 add.u32 %r9, %r9, 1;\n"
      "  setp.eq.u32 %p1, %r9, 6;\n  @%p1 st.volatile.shared.u32 [%r6], %r9;\n"
      "  selp.u32 %r10, 1, 0, %p3;\n  sub.u32 %r7, %r7, %r10;\n  selp.u32 %r7, %r7, 1, %p3;\n"
      "  ld.volatile.shared.u32 %r5, [%r6];\n  setp.eq.u32 %p1, %r5, 0;\n  @%p1 bra $L;\n");
  ASSERT_TRUE(done.recording) << done.recording.error().message;
  const auto rows = rows_of(*done.recording);
  EXPECT_EQ(rows.at(0).size(), 8u);
  EXPECT_EQ(rows.at(2), std::vector<Row>(6, {format::Op::kLoad, format::Space::kShared, 0}));
}

/// The first block stores pairs of equal numbers, the second one loads them, both over and over.
TEST(Looks, SeeWhatAnotherBlockStoresInOneAccessWholeOrNotAtAll) {
  for (const auto& [bits, r] : {std::pair("32", "%r1"), std::pair("64", "%rd1")}) {
    const std::string first = r + std::string("0"), second = r + std::string("1"), pair = "v2.b" + std::string(bits);
    OneWarp warps = OneWarp::of(
        "  shl.b64 %rd5, %rd1, 2;\n  add.u64 %rd5, %rd2, %rd5;\n  add.u64 %rd6, %rd3, %rd1;\n  mov.u32 %r3, 0;\n"
        "  mov.u32 %r9, 0;\n  setp.eq.u32 %p1, %r2, 0;\n  @!%p1 bra $LOAD;\n$STORE:\n  add.u32 %r3, %r3, 1;\n  cvt.u" +
        std::string(bits) + ".u32 " + first + ", %r3;\n  st.relaxed.gpu." + pair + " [%rd5], {" + first + ", " + first +
        "};\n  setp.lt.u32 %p2, %r3, 30000;\n  @%p2 bra $STORE;\n  bra $END;\n$LOAD:\n  add.u32 %r3, %r3, 1;\n"
        "  ld.relaxed.gpu." +
        pair + " {" + first + ", " + second + "}, [%rd5];\n  setp.ne.u" + bits + " %p3, " + first + ", " + second +
        ";\n  @%p3 add.u32 %r9, %r9, 1;\n  setp.lt.u32 %p2, %r3, 30000;\n  @%p2 bra $LOAD;\n"
        "  st.global.u32 [%rd6], %r9;\n$END:\n");
    warps.launch.grid = {2, 1, 1};
    std::byte *const pairs = warps.words(4 * kLanes), *const torn = warps.words(kLanes);
    std::fill_n(pairs, 16 * kLanes, std::byte{0});
    EXPECT_TRUE(warps.run({pairs, torn}, Results::kRight, 2).faults.empty());
    EXPECT_TRUE(std::all_of(torn, torn + 4 * kLanes, [](std::byte b) { return b == std::byte{0}; })) << pair;
  }
}

}  // namespace
}  // namespace gemmscope::runtime
