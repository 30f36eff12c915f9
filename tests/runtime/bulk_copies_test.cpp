// SPDX-License-Identifier: MIT
// Bulk copies: where each byte is from and goes to, by whom, and that rows cost what the copy does.
#include <array>
#include <bit>
#include <set>

#include <gtest/gtest.h>

#include "tests/runtime/one_warp.h"
#include "tracing/analysis/held.h"
#include "tracing/analysis/last_writers.h"
#include "tracing/format/check.h"

namespace gemmscope::runtime {
namespace {

constexpr std::uint32_t kFrom = 48, kTo = 32, kBytes = 1264, kAsks = 5;

/// Lane 5 copies from byte 48 of a, to byte 32 of shared memory, and 16 bytes from the beginning to its end; all wait.
/// The array begins `past` bytes past a boundary.
format::Recording recorded(bool filled = true, std::uint32_t past = 0) {
  OneWarp warp = OneWarp::of(
      "  .shared .align 128 .b8 cells[1408];\n  .shared .align 8 .b8 there[8];\n  mov.u32 %r3, cells;\n"
      "  mov.u32 %r4, there;\n  mov.u32 %r5, 1264;\n  setp.ne.u32 %p1, %r1, 5;\n  @%p1 bra $W;\n"
      "  mbarrier.init.shared.b64 [%r4], 1;\n  mbarrier.arrive.expect_tx.shared.b64 %rd5, [%r4], 1280;\n"
      "  cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r3+32], [%rd2+48], %r5, [%r4];\n"
      "  cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r3+1392], [%rd2], 16, [%r4];\n$W:\n"
      "  bar.warp.sync 0xffffffff;\n$L:\n  mbarrier.try_wait.parity.shared.b64 %p2, [%r4], 0;\n  @!%p2 bra $L;\n"
      "  shl.b32 %r6, %r1, 2;\n  add.u32 %r6, %r6, %r3;\n  ld.shared.u32 %r7, [%r6+64];\n"
      "  add.u64 %rd6, %rd3, %rd1;\n  st.global.u32 [%rd6], %r7;\n");
  alignas(256) static std::array<std::byte, 2048> host;
  std::byte* const a = past == 0 ? warp.words(400) : host.data() + past;
  if (past != 0) {
    EXPECT_TRUE(warp.memory.adopt(a, 1600));
  }
  std::byte* const b = warp.words(32);
  for (int i = 0; i < 400 && filled; ++i)
    reinterpret_cast<std::uint32_t*>(a)[i] = 1000u + static_cast<std::uint32_t>(i);
  const auto done = warp.run({a, b});
  EXPECT_TRUE(done.recording) << done.recording.error().message;
  for (std::uint32_t l = 0; l < 32 && filled; ++l)
    EXPECT_EQ(reinterpret_cast<std::uint32_t*>(b)[l], 1000 + (64 - kTo + kFrom) / 4 + l);
  return done.recording ? *done.recording : format::Recording();
}

/// The rows of the segment from `row` on are one copy of kBytes by `lane`, from byte `from` of one memory to byte `to`
/// of the other: each byte once, and no line of global memory twice.
void expect_copy(const format::Recording& r, const format::Segment& segment, std::size_t row, std::uint32_t lane,
                 std::uint32_t from, std::uint32_t to) {
  const format::Template& coded = r.templates[segment.template_id];
  std::uint32_t done = 0;
  std::set<std::uint32_t> lines;
  for (; done < kBytes && row + 1 < coded.rows.size(); row += 2) {
    for (const format::Row* each : {&coded.rows[row], &coded.rows[row + 1]}) {
      EXPECT_EQ(each->mask, coded.rows[row].mask);
      EXPECT_EQ(each->bulk, 1 + lane);
      EXPECT_EQ(each->lanes(), 1u << lane);
      EXPECT_EQ(each->continues, done != 0);
    }
    const format::Request load = format::decode(r, 0, segment, row), store = format::decode(r, 0, segment, row + 1);
    const bool loads = r.tensors[r.sites[load.site].tensor].space == format::Space::kGlobal;
    std::set<std::uint32_t> its;
    for (std::uint32_t left = coded.rows[row].mask; left != 0; left &= left - 1, done += 16) {
      const auto place = static_cast<std::size_t>(std::countr_zero(left));
      EXPECT_EQ(load.address[place], from + done);
      EXPECT_EQ(store.address[place], to + done);
      const format::Request& in_global = loads ? load : store;
      its.insert(r.tensors[r.sites[in_global.site].tensor].from_boundary(in_global.address[place]) / 128);
    }
    for (const std::uint32_t line : its) EXPECT_TRUE(lines.insert(line).second) << line;
  }
  EXPECT_EQ(done, kBytes);
}

TEST(BulkCopies, HaveEachByteOnceAndNoLineTwice) {
  const format::Recording r = recorded();
  EXPECT_EQ(r.request_count(), 2u + 2u + 2u);  // whatever their length
  expect_copy(r, r.patterns[0].segments[0], 0, kAsks, kFrom, kTo);
}

TEST(BulkCopies, HaveNoLineTwiceWhereverTheArrayBegins) {
  for (const std::uint32_t past : {16u, 64u, 112u}) {
    const format::Recording r = recorded(true, past);
    EXPECT_EQ(r.tensors[0].past_boundary, past);
    expect_copy(r, r.patterns[0].segments[0], 0, kAsks, kFrom, kTo);
  }
}

TEST(BulkCopies, SayWhichElementEachCellHolds) {
  const format::Recording r = recorded();
  for (const std::uint32_t byte : {kTo, kTo + 84u, kTo + 512u, kTo + kBytes - 4, 1396u}) {
    const std::vector<analysis::Write> writers =
        analysis::shared_writers(r, {0, 0, r.patterns[0].warp_requests[0] - 1});
    const analysis::Write& write = writers[byte / analysis::cell_bytes(r)];
    ASSERT_TRUE(write.written) << byte;
    EXPECT_EQ(write.lane, kAsks);
    const auto element = analysis::element_stored(r, 0, write, byte);
    ASSERT_TRUE(element) << byte;
    EXPECT_EQ(element->column, (byte == 1396 ? 4 : byte - kTo + kFrom) / r.tensors[0].element_bytes) << byte;
  }
}

TEST(BulkCopies, AreOfThePhaseThatTheyEnd) {
  using Kind = format::SyncEvent::Kind;
  const format::Recording r = recorded();
  int copies = 0;
  for (const format::SyncEvent& event : r.patterns[0].sync_events) {
    copies += event.kind == Kind::kArriveWithCopies;
    if (event.kind < Kind::kArrive) continue;
    EXPECT_EQ(event.phase, event.kind == Kind::kPass ? 1u : 0u);
  }
  EXPECT_EQ(copies, 2);
}

TEST(BulkCopies, DoNotSayThatTheirValuesAgree) {  // nobody has looked at them
  for (const format::Site& site : recorded().sites) EXPECT_FALSE(site.asynchronous && site.agrees);
}

TEST(BulkCopies, OfWhatNobodyHasWrittenAreSaid) {
  const format::Recording r = recorded(false);
  ASSERT_TRUE(r.unwritten);
  ASSERT_FALSE(r.unwritten->empty());
  EXPECT_TRUE(r.sites[r.unwritten->front().site].asynchronous);
}

/// Lane 9 copies bytes 32 to 1296 of shared memory, which the others have filled, to byte 48 of b.
TEST(BulkCopies, BackToGlobalMemoryAreALoadAndAStore) {
  OneWarp warp = OneWarp::of(
      "  .shared .align 128 .b8 cells[1408];\n  mov.u32 %r3, cells;\n  shl.b32 %r6, %r1, 2;\n  add.u32 %r6, %r6, %r3;\n"
      "  mov.u32 %r7, 0;\n$F:\n  add.u32 %r8, %r7, %r1;\n  st.shared.u32 [%r6], %r8;\n  add.u32 %r6, %r6, 128;\n"
      "  add.u32 %r7, %r7, 32;\n  setp.lt.u32 %p1, %r7, 352;\n  @%p1 bra $F;\n  bar.warp.sync 0xffffffff;\n"
      "  setp.ne.u32 %p1, %r1, 9;\n  @%p1 bra $W;\n  mov.u32 %r5, 1264;\n"
      "  cp.async.bulk.global.shared::cta.bulk_group [%rd3+48], [%r3+32], %r5;\n  cp.async.bulk.commit_group;\n"
      "  cp.async.bulk.wait_group 0;\n$W:\n");
  std::byte* const b = warp.words(400);
  const auto done = warp.run({b, b});
  ASSERT_TRUE(done.recording) << done.recording.error().message;
  for (std::uint32_t i = 0; i < kBytes / 4; ++i)
    EXPECT_EQ(reinterpret_cast<std::uint32_t*>(b)[(kFrom + 4 * i) / 4], kTo / 4 + i);
  const format::Recording& r = *done.recording;
  const auto unsound = format::check(r);
  EXPECT_FALSE(unsound) << (unsound ? unsound->what : "");
  EXPECT_EQ(r.request_count(), 11u + 2u);
  const format::Segment& segment = r.patterns[0].segments.back();
  const std::size_t first = r.templates[segment.template_id].rows.size() - 6;
  const format::Request load = format::decode(r, 0, segment, first), store = format::decode(r, 0, segment, first + 1);
  EXPECT_EQ(r.sites[load.site].op, format::Op::kLoad);
  EXPECT_EQ(r.tensors[r.sites[load.site].tensor].space, format::Space::kShared);
  EXPECT_EQ(r.sites[store.site].op, format::Op::kStore);
  EXPECT_EQ(r.tensors[r.sites[store.site].tensor].space, format::Space::kGlobal);
  expect_copy(r, segment, first, 9, kTo, kFrom);
  EXPECT_TRUE(r.unwritten && r.unwritten->empty());
}

/// Each of a copy's two sides is in a memory of its own.
TEST(BulkCopies, AreSaidToDoWhatTheyDoInTheMemoryThatEnds) {
  const auto said = [](const std::string& copy) {
    OneWarp warp = OneWarp::of("  .shared .align 16 .b8 cells[512];\n  mov.u32 %r3, cells;\n" + copy + "\n");
    std::byte* const a = warp.words(100);
    const auto done = warp.run({a, a});
    EXPECT_FALSE(done.faults.empty());
    return done.faults.empty() ? "" : warp.text(done.faults[0]);
  };
  const auto has = [](const std::string& text, const char* words) { return text.find(words) != text.npos; };
  const std::string from = said("cp.async.cg.shared.global [%r3], [%rd2+400], 16;"),
                    to = said("cp.async.cg.shared.global [%r3+512], [%rd2], 16;"),
                    back_from = said("cp.async.bulk.global.shared::cta.bulk_group [%rd3], [%r3+512], 16;"),
                    back_to = said("cp.async.bulk.global.shared::cta.bulk_group [%rd3+400], [%r3], 16;");
  const std::string bulk = "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes ",
                    beyond = said(bulk + "[%r3+512], [%rd2], 16, [%r3];"),
                    no_barrier = said(bulk + "[%r3], [%rd2], 16, [%r3+512];"),
                    too_long = said(bulk + "[%r3], [%rd2+16], 400, [%r3];"),
                    crooked = said(bulk + "[%r3+8], [%rd2], 16, [%r3];"),
                    odd = said(bulk + "[%r3], [%rd2], 20, [%r3];");
  EXPECT_TRUE(has(beyond, "stores 16 bytes at byte 512 of shared memory")) << beyond;
  EXPECT_TRUE(has(no_barrier, "uses an mbarrier of 8 bytes at byte 512 of shared memory")) << no_barrier;
  EXPECT_TRUE(has(too_long, "loads 400 bytes from byte 16 of ")) << too_long;
  EXPECT_TRUE(has(crooked, "stores 16 bytes at an address that is not a multiple of 16")) << crooked;
  EXPECT_TRUE(has(odd, "copies 20 bytes, which is not a multiple of 16")) << odd;
  EXPECT_TRUE(has(from, "loads 16 bytes beyond the end of")) << from;
  EXPECT_TRUE(has(to, "stores 16 bytes at byte 512 of shared memory")) << to;
  EXPECT_TRUE(has(back_from, "loads 16 bytes at byte 512 of shared memory")) << back_from;
  EXPECT_TRUE(has(back_to, "stores 16 bytes beyond the end of")) << back_to;
}

}  // namespace
}  // namespace gemmscope::runtime
