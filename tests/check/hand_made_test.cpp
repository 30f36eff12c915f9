// SPDX-License-Identifier: MIT
// What the kernels here do not do, and others may: orders, buffers, parts and sizes that only a recording made by hand
// has.
#include <algorithm>

#include <gtest/gtest.h>

#include "app/words/finding_words.h"
#include "tests/check/hand_made.h"
#include "tracing/analysis/check.h"

namespace gemmscope {
namespace {

using analysis::Fault;
using testing::found_in_shared;
using testing::HandMade;
using enum HandMade::Site;
using Found = std::set<std::string>;

TEST(HandMadeRight, TilesOfAWarpNeedOnlySyncwarps) {
  HandMade block(2);
  for (std::uint32_t w = 0; w < 2; ++w)
    for (std::uint32_t k = 0; k < 3; ++k)
      block.add(w, 0, kStoreAs, {{0, 72 * w}, {1, 72 * w + 4}}, true)
          .add(w, 0, kLoadAs, {{0, 72 * w + 4}, {1, 72 * w}}, true);
  EXPECT_EQ(found_in_shared(block.whole()), Found{});
  for (const format::Range warps : {format::Range{0, 1}, {1, 2}})
    EXPECT_EQ(found_in_shared(block.part(warps)), Found{});
}

TEST(HandMadeRight, TwoHalvesOfACellAreTwoPlaces) {
  HandMade block(1);
  block.recording.sites[kStoreAs].width = block.recording.sites[kLoadAs].width = 2;
  block.add(0, 0, kStoreAs, {{0, 0}, {1, 2}}).add(0, 1, kLoadAs, {{0, 0}, {1, 2}});
  EXPECT_EQ(found_in_shared(block.whole()), Found{});
}

/// Lanes read 16 bytes where 12 were written, and in `interval` they write the others.
format::Recording three_of_four(std::uint8_t unused, std::uint32_t interval) {
  HandMade block(1);
  block.recording.sites[kLoadAs].width = 16;
  for (std::uint32_t i = 0; i < 3; ++i) block.add(0, 0, kStoreAs, {{0, 4 * i}, {1, 16 + 4 * i}});
  block.add(0, 1, kLoadAs, {{0, 16}, {1, 0}}).add(0, interval, kStoreAs, {{0, 12}, {1, 28}});
  format::Recording r = block.whole();
  r.templates[1].rows[0].unused = unused;
  return r;
}

TEST(HandMadeRight, WhatALoadBringsThatNobodyUsesIsNotRead) {
  EXPECT_EQ(found_in_shared(three_of_four(8, 1)), Found{});
}

TEST(HandMadeWrong, OneOfFourThatALoadBringsWasNeverWritten) {
  for (const int unused : {0, 1})
    EXPECT_TRUE(
        found_in_shared(three_of_four(static_cast<std::uint8_t>(unused), 2)).contains("uninitialised read sA_load, 2"));
}

TEST(HandMadeWrong, LanesOfOneStoreHaveNoPlaceForABarrierBetweenThem) {
  HandMade block(1);
  block.add(0, 0, kStoreAs, {{0, 4}, {1, 4}}).add(0, 1, kLoadAs, {{0, 4}});
  const format::Recording r = block.whole();
  const analysis::CheckResult result = analysis::check(r);
  const auto race = std::ranges::find(result.findings, Fault::kWriteAfterWrite, &analysis::Finding::fault);
  ASSERT_NE(race, result.findings.end());
  const std::string text = words::sentence(r, *race);
  EXPECT_NE(text.find("in the same request"), std::string::npos) << text;
  EXPECT_EQ(text.find("__syncwarp"), std::string::npos) << text;
}

/// A block of a program in which threads compare and swap in Bs, and set it back.
struct Locks : HandMade {
  Locks() : HandMade(3) {
    recording.sites[kStoreBs].op = recording.sites[kLoadBs].op = format::Op::kAtomic;
    recording.sites[kStoreBs].atomic = format::Atomic::kCompareSwap, recording.sites[kLoadBs].unseen = true;
    recording.sites[kStoreBs].width = recording.sites[kLoadBs].width = 4;
  }
  void access(std::uint32_t warp, Site site, std::uint32_t byte) { add(warp, 0, site, {{0, byte}}); }
  std::uint64_t races() const {
    std::uint64_t count = 0;
    for (const Fault fault : {Fault::kReadAfterWrite, Fault::kWriteAfterRead, Fault::kWriteAfterWrite})
      count += analysis::check(whole()).count(fault);
    return count;
  }
};

/// Two threads store to a cell and read it under a lock, and a third one reads it without.
TEST(HandMadeWrong, OnlyWhoHoldsALockComesInTurn) {
  for (const bool unlocks : {true, false}) {
    Locks block;
    for (const std::uint32_t warp : {0, 1}) {
      block.access(warp, kStoreBs, 160);
      block.access(warp, kStoreAs, 0), block.access(warp, kLoadAs, 0);
      if (unlocks) block.access(warp, HandMade::kLoadBs, 160);
    }
    EXPECT_EQ(block.races() == 0, unlocks);
    EXPECT_EQ(analysis::check(block.whole()).undecided.empty(), !unlocks);  // nothing says what the swap decides
    if (!unlocks) continue;
    block.access(2, kLoadAs, 0);
    EXPECT_EQ(block.races(), 1u);
  }
}

TEST(HandMadeWrong, WhoComparesAndSwapsTriesAgain) {
  for (const std::uint32_t lock : {0u, 160u}) {
    Locks block;
    block.recording.sites[kStoreBs].tensor = block.recording.sites[kLoadAs].tensor;
    for (const std::uint32_t warp : {0, 1}) block.access(warp, kLoadAs, 0), block.access(warp, kStoreBs, lock);
    if (lock != 0) block.access(2, kStoreBs, 0);
    EXPECT_EQ(block.races() == 0, lock == 0);
  }
}

TEST(HandMadeWrong, ARaceIsAReadAfterWriteWhateverElseAWarpRequests) {
  HandMade block(2);  // warp 0 loads element by element, warp 1 nothing
  for (std::uint32_t i = 0; i < 4; ++i) block.add(0, 0, kLoadA, {{0, 16 * i}});
  block.add(0, 0, kStoreAs, {{0, 0}}).add(0, 0, kLoadAs, {{0, 0}});
  block.add(1, 0, kStoreAs, {{0, 4}}).add(1, 0, kLoadAs, {{0, 0}});
  EXPECT_EQ(found_in_shared(block.whole()), (Found{"read after write sA_load sA_store, 1"}));
}

TEST(HandMadeWrong, ARaceShowsWhereItIsFirstInTheProgram) {
  HandMade block(2);  // first in the second of two cells
  block.add(0, 0, kStoreAs, {{0, 4}}).add(1, 0, kLoadAs, {{0, 4}});
  block.add(0, 0, kStoreAs, {{0, 0}}).add(1, 0, kLoadAs, {{0, 0}});
  const auto findings = analysis::check(block.whole()).findings;
  ASSERT_EQ(findings[0].fault, Fault::kReadAfterWrite);
  EXPECT_EQ(findings[0].count, 2u);
  EXPECT_EQ(findings[0].byte, 4u);
}

TEST(HandMadeWrong, BetweenTwoBuffersIsOutside) {
  HandMade block(1);  // As at 0 and 512, Bs at 128 and 640
  format::Recording& r = block.recording;
  r.shared_bytes = 1024;
  r.sites[kStoreAs].named = r.sites[kLoadAs].named = true;
  r.tensors[3].layout.pitch = 8, r.tensors[4].offset = 128;
  for (const int t : {3, 4}) r.tensors[t].layout.buffers = 2, r.tensors[t].layout.buffer_stride = 128;
  block.add(0, 0, kStoreAs, {{0, 128}, {1, 512}, {2, 124}}).add(0, 1, kLoadAs, {{0, 128}, {1, 512}, {2, 124}});
  const auto findings = analysis::check(block.whole()).findings;
  const auto outside = std::ranges::find(findings, Fault::kOutOfBounds, &analysis::Finding::fault);
  ASSERT_NE(outside, findings.end());
  EXPECT_EQ(outside->count, 1u);
  EXPECT_NE(words::sentence(block.whole(), *outside).find("at byte 128: outside As, in Bs."), std::string::npos);
}

TEST(HandMadeWrong, ByteInFrontOfAMatrixIsNegative) {
  HandMade block(1);
  block.add(0, 0, kStoreC, {{0, 0xfffffffcu}});
  const auto findings = analysis::check(block.whole()).findings;
  ASSERT_EQ(findings[0].fault, Fault::kOutOfBounds);
  EXPECT_NE(words::sentence(block.whole(), findings[0]).find("at byte \u22124: outside C."), std::string::npos);
}

TEST(HandMadeWrong, TheElementBehindTheLastIsOutside) {
  constexpr std::uint32_t kBytesOfC = 14 * 14 * 4;
  for (const std::uint32_t byte : {kBytesOfC - 4, kBytesOfC}) {
    HandMade block(1);
    block.add(0, 0, kStoreC, {{0, byte}});
    EXPECT_EQ(
        std::ranges::count(analysis::check(block.whole()).findings, Fault::kOutOfBounds, &analysis::Finding::fault),
        byte == kBytesOfC ? 1 : 0)
        << byte;
  }
}

TEST(HandMadeParts, DroppedRequestsAreTheReason) {
  HandMade block(1);
  block.recording.dropped = 5;
  block.add(0, 0, kStoreAs, {{0, 0}});
  const auto result = analysis::check(block.whole());
  for (const Fault f : {Fault::kUninitialisedRead, Fault::kCopyInFlight})
    EXPECT_EQ(result.scopes[static_cast<std::size_t>(f)].why, "requests were dropped while it was recorded");
}

}  // namespace
}  // namespace gemmscope
