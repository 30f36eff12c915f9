// SPDX-License-Identifier: MIT
// Blocks that wait for blocks which begin after them, more than there are host threads.
#include <cstring>

#include "tests/requests.h"
#include "tests/runtime/one_warp.h"
#include "tracing/runtime/emulated_device.h"

namespace gemmscope::runtime {
namespace {

using format::kLanes;

/// Each block stores its number for each lane in b, tells that it has come, waits as `look` says, which leaves a number
/// in %r6, until that is %r7 or more, and stores what the block after it (the last one: block 0) has left in b, beyond
/// all that.
std::string barrier(const std::string& look = "ld.volatile.global.u32 %r6, [%rd2];") {
  return R"(
  mov.u32 %r7, %nctaid.x;
  mov.u32 %r3, 0;
  add.u64 %rd5, %rd3, %rd4;
  st.global.u32 [%rd5], %r2;
  membar.gl;
  setp.eq.u32 %p1, %r1, 0;
  @%p1 atom.global.add.u32 %r5, [%rd2], 1;
$L:
  )" + look +
         R"(
  setp.lt.u32 %p2, %r6, %r7;
  @%p2 bra $L;
  add.u32 %r8, %r2, 1;
  rem.u32 %r8, %r8, %r7;
  mul.wide.u32 %rd6, %r8, 128;
  add.u64 %rd6, %rd6, %rd1;
  add.u64 %rd6, %rd6, %rd3;
  ld.global.u32 %r9, [%rd6];
  mul.wide.u32 %rd7, %r7, 128;
  add.u64 %rd7, %rd7, %rd5;
  st.global.u32 [%rd7], %r9;
)";
}

/// Block i waits for the flag of block i + 1, which is after it in a, and sets its own to one more. The last one
/// begins.
constexpr char kChain[] = R"(
  mov.u32 %r7, %nctaid.x;
  sub.u32 %r7, %r7, 1;
  mov.u32 %r6, 6;
  mul.wide.u32 %rd5, %r2, 4;
  add.u64 %rd5, %rd5, %rd2;
  setp.eq.u32 %p1, %r2, %r7;
  @%p1 bra $GO;
$L:
  ld.volatile.global.u32 %r6, [%rd5+4];
  setp.eq.u32 %p2, %r6, 0;
  @%p2 bra $L;
$GO:
  add.u32 %r6, %r6, 1;
  setp.eq.u32 %p1, %r1, 0;
  @%p1 st.volatile.global.u32 [%rd5], %r6;
)";

class Blocks {
 public:
  Blocks(const std::string& body, std::uint32_t blocks) : warps(OneWarp::of(body)), blocks_(blocks) {
    warps.launch.grid = {blocks, 1, 1};
    flags_ = warps.words(blocks), numbers_ = warps.words(2 * kLanes * blocks);
    std::memset(flags_, 0, 4 * blocks);
  }
  RecordedLaunch record(unsigned threads, Results results = Results::kRight) {
    return warps.run({flags_, numbers_}, results, threads);
  }
  std::vector<lockstep::Fault> run(unsigned threads) { return warps.run_only({flags_, numbers_}, threads); }

  std::uint32_t flag(std::uint32_t i) const { return word(flags_, i); }
  void expect_neighbours() const {
    for (std::uint32_t i = 0; i < blocks_ * kLanes; ++i)
      ASSERT_EQ(word(numbers_, blocks_ * kLanes + i), (i / kLanes + 1) % blocks_) << i;
  }
  OneWarp warps;

 private:
  static std::uint32_t word(const std::byte* from, std::uint32_t i) {
    std::uint32_t value;
    std::memcpy(&value, from + 4 * std::size_t{i}, sizeof(value));
    return value;
  }
  std::uint32_t blocks_;
  std::byte *flags_, *numbers_;
};

TEST(WaitingBlocks, MeetHoweverFewHostThreadsThereAre) {
  for (const unsigned threads : {1, 2, 3})
    for (const std::uint32_t blocks : {2 * threads, 100u}) {
      Blocks both(barrier(), blocks);
      EXPECT_TRUE(both.run(threads).empty());
      both.expect_neighbours();
    }
}

TEST(WaitingBlocks, WaitForTheOneAfterThem) {
  for (const unsigned threads : {1, 2}) {
    Blocks chain(kChain, 40);
    EXPECT_TRUE(chain.run(threads).empty());
    for (std::uint32_t i = 0; i < 40; ++i) EXPECT_EQ(chain.flag(i), 46 - i);
  }
}

/// By block.
std::vector<std::size_t> row_counts(const format::Recording& r) {
  std::vector<std::size_t> all;
  for (const format::Block& block : r.blocks) {
    all.push_back(0);
    for (const format::Segment& segment : r.patterns[block.pattern].segments)
      all.back() += r.templates[segment.template_id].rows.size();
  }
  return all;
}

/// However long they wait, at most three looks and the store; of blocks on two threads, some lanes may find the flag
/// set a look before the others do.
TEST(WaitingBlocks, AreRecorded) {
  for (const unsigned threads : {1, 2})
    for (const Results results : {Results::kRight, Results::kLeftOut}) {
      const auto done = Blocks(kChain, 50).record(threads, results);
      ASSERT_TRUE(done.recording) << done.recording.error().message;
      const auto rows = row_counts(*done.recording);
      ASSERT_EQ(rows.size(), 50u);
      EXPECT_EQ(rows[49], 1u);
      for (std::size_t b = 0; b < 49; ++b) EXPECT_TRUE(rows[b] >= 2 && rows[b] <= 3 + threads) << b << ": " << rows[b];
    }
}

/// Each finds another number as more have come, which they do not do one by one.
TEST(WaitingBlocks, AreRecordedAtABarrier) {
  for (const Results results : {Results::kRight, Results::kLeftOut}) {
    Blocks meeting(barrier(), 50);
    const auto done = meeting.record(1, results);
    ASSERT_TRUE(done.recording) << done.recording.error().message;
    if (results == Results::kRight) meeting.expect_neighbours();
    const auto rows = row_counts(*done.recording);
    ASSERT_EQ(rows.size(), 50u);
    for (const std::size_t each : rows) EXPECT_TRUE(each >= 5 && each <= 20) << each;
  }
}

TEST(WaitingBlocks, NeedNotAllBeRecorded) {
  Blocks meeting(barrier(), 20);
  meeting.warps.selection = {{0, 1}, {7, 9}, {0, 1}};
  const auto done = meeting.record(1);
  ASSERT_TRUE(done.recording) << done.recording.error().message;
  EXPECT_EQ(done.recording->blocks.size(), 2u);
  meeting.expect_neighbours();
}

/// So its registers never repeat.
TEST(WaitingBlocks, MayCountHowOftenTheyLook) {
  for (const unsigned threads : {1, 2}) {
    Blocks meeting(barrier("ld.volatile.global.u32 %r6, [%rd2]; add.u32 %r3, %r3, 1;"), 10);
    const auto done = meeting.record(threads);
    EXPECT_TRUE(done.recording) << done.recording.error().message;
    meeting.expect_neighbours();
  }
}

/// Nobody sets what they wait for.
TEST(WaitingBlocks, GoOnIfTheyHaveLookedOftenEnough) {
  for (const unsigned threads : {1, 2}) {
    Blocks meeting(barrier("add.u32 %r3, %r3, 1; ld.volatile.global.u32 %r6, [%rd2]; setp.gt.u32 %p3, %r3, 50000;"
                           "selp.u32 %r6, %r7, 0, %p3;"),
                   5);
    EXPECT_TRUE(meeting.run(threads).empty());
    meeting.expect_neighbours();
  }
}

/// With this much shared memory a multiprocessor holds one block.
TEST(WaitingBlocks, MeetIfTheDeviceHoldsAllOfThem) {
  Blocks meeting(barrier(), kMultiprocessors);
  meeting.warps.launch.dynamic_shared = kMostSharedIfAsked;
  EXPECT_TRUE(meeting.run(2).empty());
  meeting.expect_neighbours();
}

TEST(WaitingBlocks, NeverMeetIfTheDeviceDoesNot) {
  for (const unsigned threads : {1, 2}) {
    Blocks meeting(barrier(), kMultiprocessors + 1);
    meeting.warps.launch.dynamic_shared = kMostSharedIfAsked;
    const auto done = meeting.record(threads);
    ASSERT_TRUE(done.recording);
    ASSERT_TRUE(done.recording->fault);
    EXPECT_EQ(done.recording->fault->kind, format::LaunchFault::Kind::kEndless);
    EXPECT_EQ(done.recording->blocks.size(), 1u);  // the lowest that waits
    ASSERT_EQ(done.faults.size(), 1u);
    EXPECT_EQ(done.faults[0].kind, lockstep::FaultKind::kStuck);
    EXPECT_EQ(done.faults[0].block, 0u);
    EXPECT_EQ(done.faults[0].room, static_cast<std::uint64_t>(kMultiprocessors));
    EXPECT_NE(meeting.warps.text(done.faults[0]).find("108 of its blocks fit on the device at once"),
              std::string::npos);
  }
}

TEST(WaitingBlocks, NeverEndIfAllHaveBegun) {
  Blocks meeting(barrier("ld.volatile.global.u32 %r6, [%rd2]; sub.u32 %r6, %r6, 1;"), 9);
  const auto faults = meeting.run(2);
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].kind, lockstep::FaultKind::kStuck);
  EXPECT_EQ(faults[0].room, 0u);
}

/// Who waits for a block that has failed is not what is wrong.
TEST(WaitingBlocks, HearNothingOfAFaultThatEndsTheLaunch) {
  for (const unsigned threads : {1, 2}) {
    Blocks meeting("  setp.eq.u32 %p3, %r2, 4;\n  @%p3 trap;\n" + barrier(), 9);
    const auto faults = meeting.run(threads);
    ASSERT_EQ(faults.size(), 1u);
    EXPECT_EQ(faults[0].kind, lockstep::FaultKind::kTrap);
    EXPECT_EQ(faults[0].block, 4u);
  }
}

TEST(WaitingBlocks, AreToldOnceOfWhatManyDoWrong) {
  Blocks meeting("  add.u64 %rd8, %rd3, 1000000;\n  st.global.u32 [%rd8], %r1;\n" + barrier(), 9);
  const auto faults = meeting.run(2);
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].kind, lockstep::FaultKind::kOutOfBounds);
  EXPECT_EQ(faults[0].block, 0u);
  meeting.expect_neighbours();
}

}  // namespace
}  // namespace gemmscope::runtime
