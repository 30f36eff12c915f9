// SPDX-License-Identifier: MIT
// Launches that fault: what is said about the fault, and what their recordings hold.
#include "tests/requests.h"
#include "tests/runtime/one_warp.h"

namespace gemmscope::runtime {
namespace {

using format::LaunchFault;
using lockstep::FaultKind;

/// Block 5 of 8 loads from beyond the end of the first array, after a load and before a store. It counts before that,
/// so that other threads come to the blocks behind it.
const std::string kBeyond =
    "  setp.eq.u32 %p1, %r2, 5;\n  selp.u32 %r5, 300000, 1, %p1;\n"
    "$COUNT:\n  sub.u32 %r5, %r5, 1;\n  setp.ne.u32 %p1, %r5, 0;\n  @%p1 bra $COUNT;\n"
    "  add.u64 %rd5, %rd2, %rd1;\n  ld.global.u32 %r3, [%rd5];\n"
    "  add.u64 %rd6, %rd2, %rd4;\n  ld.global.u32 %r4, [%rd6];\n"
    "  add.u64 %rd7, %rd3, %rd4;\n  st.global.u32 [%rd7], %r4;\n";

struct Done {
  RecordedLaunch launch;
  std::string text;
};
Done beyond(unsigned threads, Results results = Results::kRight) {
  OneWarp warps = OneWarp::of(kBeyond);
  warps.launch.grid = {8, 1, 1};
  RecordedLaunch done = warps.run({warps.words(5 * 32 + 4), warps.words(8 * 32)}, results, threads);
  const std::string text = done.faults.empty() ? "" : warps.text(done.faults.front());
  return {std::move(done), text};
}

TEST(FaultedLaunch, IsRecordedUpToTheFault) {
  const Done done = beyond(1);
  ASSERT_TRUE(done.launch.recording) << done.launch.recording.error().message;
  const format::Recording& r = *done.launch.recording;
  ASSERT_TRUE(r.fault);
  EXPECT_EQ(r.fault->kind, LaunchFault::Kind::kOutOfBounds);
  EXPECT_EQ(r.fault->x, 5u);
  EXPECT_EQ(r.fault->thread, 4u);
  EXPECT_EQ(r.fault->count, 28u);
  EXPECT_EQ(r.fault->request, 1u);
  ASSERT_NE(r.fault->tensor, LaunchFault::kNoTensor);
  EXPECT_EQ(r.tensors[r.fault->tensor].layout.columns, 5u * 32 + 4);
  EXPECT_EQ(r.fault->byte, (5 * 32 + 4) * 4);
  EXPECT_EQ(r.blocks.size(), 6u);
  std::vector<std::uint32_t> requests;
  for (const format::Block& block : r.blocks) requests.push_back(r.patterns[block.pattern].warp_requests[0]);
  EXPECT_EQ(requests, (std::vector<std::uint32_t>{3, 3, 3, 3, 3, 2}));
  EXPECT_NE(
      done.text.find("in block (5,0,0) thread (4,0,0) loads 4 bytes beyond the end of allocation 0 (656 bytes), at "
                     "byte 656"),
      std::string::npos)
      << done.text;
}

TEST(FaultedLaunch, IsRecordedTheSameByAnyNumberOfThreadsAndWithoutResults) {
  const Done one = beyond(1);
  ASSERT_TRUE(one.launch.recording);
  for (const unsigned threads : {2u, 3u, 8u})
    for (const Results results : {Results::kRight, Results::kLeftOut}) {
      const Done other = beyond(threads, results);
      ASSERT_TRUE(other.launch.recording);
      format::Recording same = *other.launch.recording;
      same.origin = one.launch.recording->origin;
      EXPECT_EQ(same, *one.launch.recording) << threads;
    }
}

TEST(FaultedLaunch, HoldsARequestThatIsBeforeItsArray) {
  OneWarp warps = OneWarp::of("  add.u64 %rd5, %rd2, %rd1;\n  ld.global.u32 %r3, [%rd5+-4096];\n");
  const auto done = warps.run({warps.words(32), warps.words(32)});
  ASSERT_TRUE(done.recording) << done.recording.error().message;
  ASSERT_TRUE(done.recording->fault);
  EXPECT_EQ(done.recording->fault->byte, -4096);
  EXPECT_EQ(done.recording->fault->request, 0u);
}

TEST(FaultedLaunch, HasNoRequestWhereItsArrayIsNotKnown) {
  OneWarp warps = OneWarp::of("  ld.global.u32 %r3, [%rd3];\n  st.global.u32 [%rd2], %r3;\n");
  const auto done = warps.run({nullptr, warps.words(32)});
  ASSERT_TRUE(done.recording) << done.recording.error().message;
  ASSERT_TRUE(done.recording->fault);
  EXPECT_EQ(done.recording->fault->request, LaunchFault::kNoRequest);
  EXPECT_EQ(done.recording->fault->tensor, LaunchFault::kNoTensor);
  EXPECT_EQ(done.recording->blocks.size(), 1u);
  EXPECT_NE(warps.text(done.faults.front()).find("null pointer"), std::string::npos);
}

TEST(FaultedLaunch, NamesTheLanesOfEachWarpThatWaitWithoutOthers) {
  OneWarp warps = OneWarp::of(
      "  and.b32 %r2, %r1, 31;\n  setp.lt.u32 %p1, %r2, 4;\n  @!%p1 bra $E;\n  bar.sync 0;\n$E:\n"
      "  st.global.u32 [%rd2], %r2;\n");
  warps.launch.block = {64, 1, 1};
  const auto done = warps.run({warps.words(64), warps.words(64)});
  ASSERT_TRUE(done.recording) << done.recording.error().message;
  ASSERT_TRUE(done.recording->fault);
  const LaunchFault& fault = *done.recording->fault;
  EXPECT_EQ(fault.kind, LaunchFault::Kind::kBarrier);
  EXPECT_EQ(fault.count, 8u);
  ASSERT_EQ(fault.others.size(), 2u);
  for (std::size_t w = 0; w < 2; ++w)
    EXPECT_EQ(fault.others[w], (LaunchFault::Waiting{static_cast<std::uint16_t>(w), 0xf, fault.line}));
}

/// The sentence of the only fault of a kernel of one warp.
std::string said(const std::string& body, const std::vector<std::uint32_t>& in = std::vector<std::uint32_t>(64)) {
  OneWarp warps = OneWarp::of(body);
  std::byte* const from = warps.words(in.size());
  std::memcpy(from, in.data(), 4 * in.size());
  warps.memory.wrote(from, 4 * in.size());
  const auto done = warps.run({from, warps.words(64)});
  return done.faults.empty() ? "" : warps.whole_text(done.faults.front());
}

TEST(FaultedLaunch, SaysThatAnIndexWrapped) {
  // 70,000 * 70,000 in lane 0; the 70,000 is loaded from memory.
  const std::string text = said(
      "  ld.global.u32 %r3, [%rd2];\n  mad.lo.s32 %r4, %r3, %r3, %r1;\n  mul.wide.s32 %rd5, %r4, 4;\n"
      "  add.s64 %rd6, %rd3, %rd5;\n  ld.global.u32 %r5, [%rd6];\n  st.global.u32 [%rd3], %r5;\n",
      {70'000});
  EXPECT_NE(text.find("its index wrapped at 32 bits: 4,900,000,000 became 605,032,704"), std::string::npos) << text;
}

TEST(FaultedLaunch, SaysThatAnIndexWithoutSignIsBelowZero) {
  const std::string text = said(
      "  add.s32 %r4, %r1, -1;\n  mul.wide.u32 %rd5, %r4, 4;\n  add.s64 %rd6, %rd2, %rd5;\n"
      "  ld.global.u32 %r5, [%rd6];\n  st.global.u32 [%rd3], %r5;\n");
  EXPECT_NE(text.find("its index is below zero: without a sign, -1 is 4,294,967,295"), std::string::npos) << text;
}

TEST(FaultedLaunch, SaysNothingOfBitsThatWrapOnPurpose) {
  const std::string text = said(
      "  mad.lo.s32 %r4, %r1, 1640531527, 1640531527;\n  and.b32 %r5, %r4, 1048575;\n  mul.wide.u32 %rd5, %r5, 4;\n"
      "  add.s64 %rd6, %rd2, %rd5;\n  ld.global.u32 %r6, [%rd6];\n  st.global.u32 [%rd3], %r6;\n");
  EXPECT_NE(text.find("loads 4 bytes"), std::string::npos);
  EXPECT_EQ(text.find("wrapped"), std::string::npos) << text;
}

TEST(FaultedLaunch, SaysThatAnIndexIsFromUnwrittenMemory) {
  OneWarp warps = OneWarp::of(
      "  ld.global.u32 %r3, [%rd2+8];\n  mul.wide.s32 %rd5, %r3, 4;\n  add.s64 %rd6, %rd3, %rd5;\n"
      "  st.global.u32 [%rd6], %r3;\n");
  const auto done = warps.run({warps.words(64), warps.words(64)});
  ASSERT_FALSE(done.faults.empty());
  const std::string text = warps.whole_text(done.faults.front());
  EXPECT_NE(text.find("computed from unwritten memory, at byte 8 of a"), std::string::npos) << text;
}

TEST(FaultedLaunch, SaysWhichPointerLeadsToTheHost) {
  OneWarp warps =
      OneWarp::of("  add.u64 %rd5, %rd2, %rd1;\n  ld.global.u32 %r3, [%rd5];\n  st.global.u32 [%rd3], %r3;\n");
  std::array<std::byte, 512> on_the_stack{};
  const auto done = warps.run({on_the_stack.data(), warps.words(64)});
  ASSERT_FALSE(done.faults.empty());
  const std::string text = warps.whole_text(done.faults.front());
  EXPECT_NE(text.find("in host memory (the stack"), std::string::npos) << text;
  EXPECT_NE(text.find("parameter 0 leads to host memory"), std::string::npos) << text;
}

TEST(FaultedLaunch, SaysHowFarAnAccessIsBeforeSharedMemory) {
  const std::string arrays = "  .shared .align 4 .b8 first[128];\n  .shared .align 4 .b8 second[128];\n";
  const auto before = [&](const std::string& array, const std::string& move) {
    return said(arrays + "  mov.u32 %r6, first;\n  mov.u32 %r3, " + array +
                ";\n  shl.b32 %r4, %r1, 2;\n  add.u32 %r3, %r3, %r4;\n  " + move);
  };
  std::string text = before("first", "ld.shared.u32 %r5, [%r3+-4];\n");
  EXPECT_NE(text.find("thread (0,0,0) loads 4 bytes 4 bytes before first"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with("before first")) << text;
  text = before("first", "st.shared.u8 [%r3+-1], %r1;\n");
  EXPECT_TRUE(text.ends_with("stores 1 byte 1 byte before first")) << text;
  text = before("second", "ld.shared.u32 %r5, [%r3+-132];\n");
  EXPECT_TRUE(text.ends_with("loads 4 bytes 132 bytes before second, 4 bytes before shared memory")) << text;
}

TEST(FaultedLaunch, SaysHowFarMisalignedLanesAreApart) {
  const std::string text = said(
      "  mul.wide.u32 %rd5, %r1, 12;\n  add.s64 %rd6, %rd2, %rd5;\n  ld.global.v2.u32 {%r3, %r4}, [%rd6];\n"
      "  st.global.u32 [%rd3], %r3;\n",
      std::vector<std::uint32_t>(128));
  EXPECT_NE(
      text.find(
          "loads 8 bytes at byte 12 of allocation 0, which is not a multiple of 8: the lanes' addresses are 12 bytes"),
      std::string::npos)
      << text;
}

/// Lanes 0 to 15 load 8 bytes each of one row, and the others of the next one, which begins 132 bytes behind it.
TEST(FaultedLaunch, SaysHowFarRowsAreApartThatAreNoMultiple) {
  const std::string text = said(
      "  and.b32 %r5, %r1, 15;\n  mul.wide.u32 %rd5, %r5, 8;\n  shr.u32 %r6, %r1, 4;\n"
      "  mul.wide.u32 %rd6, %r6, 132;\n  add.s64 %rd6, %rd6, %rd5;\n  add.s64 %rd6, %rd2, %rd6;\n"
      "  ld.global.v2.u32 {%r3, %r4}, [%rd6];\n  st.global.u32 [%rd3], %r3;\n",
      std::vector<std::uint32_t>(128));
  EXPECT_NE(text.find("the lanes' rows are 132 bytes apart, which is not a multiple of 8"), std::string::npos) << text;
}

TEST(FaultedLaunch, SaysOneByteAsOne) {
  const std::string text = said(
      "  shl.b64 %rd5, %rd1, 1;\n  add.s64 %rd6, %rd2, %rd5;\n  ld.global.v2.u32 {%r3, %r4}, [%rd6+1];\n"
      "  st.global.u32 [%rd3], %r3;\n",
      std::vector<std::uint32_t>(128));
  EXPECT_NE(text.find("the addresses of all lanes are 1 byte beyond a multiple of 8"), std::string::npos) << text;
}

TEST(FaultedLaunch, SaysWhereAllMisalignedLanesBegin) {
  const std::string text = said(
      "  shl.b64 %rd5, %rd1, 1;\n  add.s64 %rd6, %rd2, %rd5;\n  ld.global.v2.u32 {%r3, %r4}, [%rd6+4];\n"
      "  st.global.u32 [%rd3], %r3;\n",
      std::vector<std::uint32_t>(128));
  EXPECT_NE(text.find("the addresses of all lanes are 4 bytes beyond a multiple of 8"), std::string::npos) << text;
}

}  // namespace
}  // namespace gemmscope::runtime
