// SPDX-License-Identifier: MIT
// A launch that ended with a fault: the fault is the first finding, and nothing is claimed that the rest of the launch
// could refute.
#include <gtest/gtest.h>

#include "app/words/finding_words.h"
#include "tests/check/hand_made.h"
#include "tracing/analysis/check.h"

namespace gemmscope {
namespace {

using analysis::Fault;
using testing::HandMade;

/// Warp 1 reads a cell of As that warp 0 writes with no barrier between, and an unwritten one; its third request loads
/// from 100 bytes beyond the end of A, and so do two more of its lanes.
format::Recording faulted() {
  constexpr std::uint32_t kBytesOfA = 14 * 12 * 4;
  HandMade made(2);
  made.add(0, 0, HandMade::kStoreAs, {{3, 8}});
  made.add(1, 0, HandMade::kLoadAs, {{0, 8}});
  made.add(1, 0, HandMade::kLoadAs, {{0, 16}});
  made.add(1, 0, HandMade::kLoadA, {{4, 0}, {5, kBytesOfA + 100}, {6, kBytesOfA + 104}, {7, kBytesOfA + 108}});
  format::Recording r = made.whole();
  format::LaunchFault& f = r.fault.emplace();
  f.kind = format::LaunchFault::Kind::kOutOfBounds;
  f.y = r.blocks[0].y, f.x = r.blocks[0].x, f.thread = 37, f.line = r.sites[HandMade::kLoadA].line;
  f.request = 2, f.tensor = 0, f.byte = kBytesOfA + 100, f.count = 3;
  f.does = "loads 4 bytes beyond the end of A (672 bytes), at byte 772";
  return r;
}

TEST(Faults, AreTheFirstFindingAndTheOnlyOneOfTheirRequest) {
  const format::Recording r = faulted();
  const analysis::CheckResult result = analysis::check(r);
  ASSERT_FALSE(result.findings.empty());
  const analysis::Finding& first = result.findings.front();
  EXPECT_EQ(first.fault, Fault::kLaunchFault);
  EXPECT_EQ(first.count, 3u);
  ASSERT_TRUE(first.at);
  EXPECT_EQ(*first.at, (analysis::Access{0, 1, 2, 5, HandMade::kLoadA}));
  EXPECT_EQ(first.byte, 14u * 12 * 4 + 100);
  EXPECT_EQ(result.count(Fault::kOutOfBounds), 0u);
}

/// The same thread may have faulted in many passes of a loop.
TEST(Faults, CountAccessesOrThreads) {
  format::Recording r = faulted();
  const auto counted = [&] { return words::counted(r, analysis::check(r).findings.front()); };
  EXPECT_EQ(counted(), "3 accesses of lanes");
  r.fault->count = 1;
  EXPECT_EQ(counted(), "1 access of a lane");
  for (const auto kind : {format::LaunchFault::Kind::kAssert, format::LaunchFault::Kind::kBarrier}) {
    r.fault->kind = kind, r.fault->count = 2;
    EXPECT_EQ(counted(), "2 threads");
  }
}

TEST(Faults, LeaveRacesThatCameBefore) {
  const analysis::CheckResult result = analysis::check(faulted());
  EXPECT_EQ(result.count(Fault::kReadAfterWrite), 1u);
  EXPECT_EQ(result.scopes[static_cast<std::size_t>(Fault::kReadAfterWrite)].extent,
            analysis::CheckScope::Extent::kRecorded);
}

TEST(Faults, LetNothingBeClaimedThatIsMissing) {
  format::Recording r = faulted();
  const auto extent = [&](Fault fault) { return analysis::check(r).scopes[static_cast<std::size_t>(fault)].extent; };
  for (const Fault fault : {Fault::kUninitialisedRead, Fault::kCopyInFlight}) {
    EXPECT_EQ(extent(fault), analysis::CheckScope::Extent::kNothing) << analysis::name_of(fault);
    EXPECT_EQ(analysis::check(r).count(fault), 0u) << analysis::name_of(fault);
  }
  r.fault.reset();  // as if it had come to its end
  EXPECT_NE(extent(Fault::kUninitialisedRead), analysis::CheckScope::Extent::kNothing);
  EXPECT_NE(analysis::check(r).count(Fault::kOutOfBounds), 0u);
}

TEST(Faults, WithoutARequestNameThreadAndLines) {
  format::Recording r = faulted();
  r.fault->kind = format::LaunchFault::Kind::kBarrier;
  r.fault->request = format::LaunchFault::kNoRequest, r.fault->tensor = format::LaunchFault::kNoTensor;
  r.fault->others = {{0, 3, r.fault->line}, {0, 0xff00, 7}};  // the first wait where the fault is
  const analysis::Finding first = analysis::check(r).findings.front();
  EXPECT_EQ(first.fault, Fault::kLaunchFault);
  EXPECT_FALSE(first.at);
  ASSERT_TRUE(first.divergence);
  EXPECT_EQ(first.divergence->thread, 37u);
  EXPECT_EQ(first.divergence->other_thread, 8u);
  EXPECT_EQ(first.divergence->other_line, 7u);
}

}  // namespace
}  // namespace gemmscope
