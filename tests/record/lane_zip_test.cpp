// SPDX-License-Identifier: MIT
#include "tracing/record/lane_zip.h"

#include <gtest/gtest.h>

namespace gemmscope::record {
namespace {

using kernels::kA;
using kernels::kAs;
using kernels::kC;

using Log = std::vector<LogEntry>;

LogEntry load(int line, std::uint32_t address) { return pack(access_key(line, kA, false, 4), address); }
LogEntry store(int line, std::uint32_t address) { return pack(access_key(line, kAs, true, 4), address); }
LogEntry mark(std::uint32_t value) { return pack(marker_key(Marker::kStep), value); }
LogEntry away(int line) { return load(line, kInactiveAddress); }

std::vector<Log> zip(const std::vector<Log>& logs) {
  const std::vector<std::span<const LogEntry>> lanes(logs.begin(), logs.end());
  return zip_lanes(lanes);
}
bool aligned(const std::vector<Log>& logs) {
  const std::vector<std::span<const LogEntry>> lanes(logs.begin(), logs.end());
  return is_aligned(lanes);
}

TEST(LaneZip, LanesThatAgreeAreAligned) {
  EXPECT_TRUE(aligned({{load(1, 0), store(2, 0)}, {load(1, 4), store(2, 4)}}));
}

TEST(LaneZip, AnotherLineOrLengthIsNotAligned) {
  EXPECT_FALSE(aligned({{load(1, 0)}, {load(2, 0)}}));
  EXPECT_FALSE(aligned({{load(1, 0)}, {load(1, 0), store(2, 0)}}));
}

TEST(LaneZip, AGuardedLoadBeforeACommonStore) {
  // if (inside) x = A[..];  As[..] = x;   lane 1 is outside
  const auto zipped = zip({{load(1, 0), store(2, 0)}, {store(2, 4)}});
  EXPECT_EQ(zipped[0], (Log{load(1, 0), store(2, 0)}));
  EXPECT_EQ(zipped[1], (Log{away(1), store(2, 4)}));
}

TEST(LaneZip, BothSidesOfABranch) {
  // if (even) As[..] = A[..];  else A[..] on the next line
  const auto zipped = zip({{load(1, 0), store(1, 0)}, {load(2, 8)}});
  EXPECT_EQ(zipped[0], (Log{load(1, 0), store(1, 0), away(2)}));
  EXPECT_EQ(zipped[1], (Log{away(1), pack(entry_key(store(1, 0)), kInactiveAddress), load(2, 8)}));
}

TEST(LaneZip, LoopsOfDifferentLengthMeetInTheCommonIterations) {
  // for (i < lane + 1) { load; store; }
  const auto zipped = zip({{load(1, 0), store(2, 0)}, {load(1, 4), store(2, 4), load(1, 8), store(2, 8)}});
  EXPECT_EQ(zipped[0].size(), 4u);
  EXPECT_EQ(zipped[0][0], load(1, 0));
  EXPECT_EQ(entry_value(zipped[0][2]), kInactiveAddress);
  EXPECT_EQ(zipped[1], (Log{load(1, 4), store(2, 4), load(1, 8), store(2, 8)}));
}

TEST(LaneZip, AMarkerKeepsIterationsOfAGuardedLoadApart) {
  // for (i) { if (guard) load; mark; }   lane 0 loads in the first iteration, lane 1 in the second
  const auto zipped = zip({{load(1, 0), mark(0), mark(1)}, {mark(0), load(1, 4), mark(1)}});
  EXPECT_EQ(zipped[0], (Log{load(1, 0), mark(0), away(1), mark(1)}));
  EXPECT_EQ(zipped[1], (Log{away(1), mark(0), load(1, 4), mark(1)}));
}

TEST(LaneZip, ALaneThatLeftEarlyCarriesLaterMarkers) {
  const auto zipped = zip({{load(1, 0), mark(0), load(1, 4)}, {load(1, 8)}});
  EXPECT_EQ(zipped[1], (Log{load(1, 8), mark(0), away(1)}));
}

TEST(LaneZip, WidthAndDirectionAreDifferentRequests) {
  const LogEntry wide = pack(access_key(1, kC, true, 16), 0);
  const LogEntry narrow = pack(access_key(1, kC, true, 4), 16);
  const auto zipped = zip({{wide}, {narrow}});
  EXPECT_EQ(zipped[0].size(), 2u);
}

}  // namespace
}  // namespace gemmscope::record
