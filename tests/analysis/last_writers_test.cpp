// SPDX-License-Identifier: MIT
// The contents of shared memory and of C as of any moment, against replaying the recording forward.
#include "tracing/analysis/last_writers.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/analysis/warp_tile_recording.h"
#include "tests/analysis/writers_of.h"
#include "tests/layout/layouts.h"

namespace gemmscope::analysis::testing {
namespace {

constexpr std::uint16_t kC = 2;

struct Replayed {
  std::uint32_t warp, request;
  format::Request what;
};

/// All requests of block 0 in the order of time: interval, warp, program.
std::vector<Replayed> in_time_order(const format::Recording& recording) {
  std::vector<Replayed> all;
  for (const format::Segment& segment : recording.patterns[0].segments)
    for (std::size_t row = 0; row < recording.templates[segment.template_id].rows.size(); ++row)
      all.push_back({segment.warp, segment.first_request + static_cast<std::uint32_t>(row),
                     format::decode(recording, 0, segment, row)});
  std::stable_sort(all.begin(), all.end(),
                   [](const Replayed& a, const Replayed& b) { return a.what.interval < b.what.interval; });
  return all;
}

Write write_of(const Replayed& r, std::size_t lane) {
  return {true, static_cast<std::uint8_t>(lane), r.what.warp, r.what.site, r.request, r.what.interval, r.what.k_tile};
}

TEST(LastWriters, OfSharedMemoryEqualAForwardReplay) {
  const format::Recording recording = warp_tile_recording({.PA = 4, .K = 48});
  std::vector<Write> cells(recording.shared_bytes / 4);
  std::size_t step = 0;
  for (const Replayed& r : in_time_order(recording)) {
    if (step++ % 37 == 0) {
      ASSERT_EQ(shared_writers(recording, {0, r.warp, r.request}), cells) << step;
    }
    const format::Site& site = recording.sites[r.what.site];
    if (recording.tensors[site.tensor].space != format::Space::kShared || site.op != format::Op::kStore) continue;
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      for (std::uint32_t part = 0; part < site.width; part += 4)
        cells[(r.what.address[lane] + part) / 4] = write_of(r, lane);
  }
  EXPECT_EQ(shared_writers(recording, {0, 0, 0xffffffff}), cells);
}

TEST(LastWriters, OfCEqualAForwardReplay) {
  const format::Recording recording = warp_tile_recording({.K = 16, .blocks = {{1, 1}}});
  const Rect part = block_tiles(recording, recording.blocks[0], 0)->C;
  std::vector<Write> elements(part.rows * part.columns);
  std::size_t step = 0;
  for (const Replayed& r : in_time_order(recording)) {
    if (step++ % 53 == 0) {
      ASSERT_EQ(gemmscope::testing::writers_of(recording, kC, part, {0, r.warp, r.request}), elements) << step;
    }
    const format::Site& site = recording.sites[r.what.site];
    if (site.tensor != kC || site.op != format::Op::kStore) continue;
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      for (std::uint32_t byte = 0; byte < site.width; byte += 4) {
        const auto element = element_at(recording, kC, r.what.address[lane] + byte);
        ASSERT_TRUE(element);
        elements[(element->row - part.row) * part.columns + element->column - part.column] = write_of(r, lane);
      }
  }
  EXPECT_EQ(gemmscope::testing::writers_of(recording, kC, part, {0, 0, 0xffffffff}), elements);
  EXPECT_TRUE(std::all_of(elements.begin(), elements.end(), [](const Write& w) { return w.written; }));
}

TEST(LastWriters, NothingIsWrittenBeforeTheFirstRequest) {
  const format::Recording recording = warp_tile_recording({});
  for (const Write& write : shared_writers(recording, {0, 0, 0})) EXPECT_FALSE(write.written);
}

/// Two warps, a tile of 64 floats; each request stores 32 of them.
class TwoWarps {
 public:
  TwoWarps() {
    builder_.recording.threads = 64;
    builder_.recording.shared_bytes = 256;
    builder_.recording.tensors = {
        {.name = "As", .space = format::Space::kShared, .layout = padded_rows(2, 32), .of = "A"}};
    builder_.recording.sites = {{"sA_store", 0, format::Op::kStore, 4, 1}};
  }
  /// Lane l of `warp` stores float first + l * step in barrier interval `interval`.
  TwoWarps& store(std::uint16_t warp, std::uint32_t interval, std::uint32_t first, std::uint32_t step = 1) {
    format::Request r{.warp = warp, .interval = interval, .mask = 0xffffffff};
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) r.address[lane] = 4 * (first + lane * step);
    requests_.push_back(r);
    return *this;
  }
  format::Recording recording() {
    builder_.add_block(0, 0, requests_);
    return builder_.finish();
  }

 private:
  RecordingBuilder builder_;
  std::vector<format::Request> requests_;
};

TEST(LastWriters, ALaterIntervalWinsOverALaterWarp) {
  const format::Recording recording = TwoWarps().store(0, 0, 0).store(0, 1, 32).store(1, 0, 32).recording();
  const std::vector<Write> end = shared_writers(recording, {0, 0, 0xffffffff});
  EXPECT_EQ(end[5].interval, 0u);
  EXPECT_EQ(end[40].interval, 1u);
  EXPECT_EQ(end[40].warp, 0);
  const std::vector<Write> before = shared_writers(recording, {0, 0, 1});
  EXPECT_EQ(before[40].interval, 0u);
  EXPECT_EQ(before[40].warp, 1);
}

TEST(LastWriters, InAnIntervalTheHigherWarpAndLaneWin) {
  const format::Recording recording = TwoWarps().store(0, 0, 0).store(1, 0, 7, 0).recording();
  const std::vector<Write> end = shared_writers(recording, {0, 0, 0xffffffff});
  EXPECT_EQ(end[6].warp, 0);
  EXPECT_EQ(end[7].warp, 1);
  EXPECT_EQ(end[7].lane, 31);
  EXPECT_EQ(shared_writers(recording, {0, 1, 0})[7].warp, 0);
  EXPECT_FALSE(end[40].written);
}

TEST(LastWriters, CellsAreAsSmallAsTheSmallestElement) {
  format::Recording recording = warp_tile_recording({});
  EXPECT_EQ(cell_bytes(recording), 4u);
  recording.tensors[3].element_bytes = 2;
  EXPECT_EQ(cell_bytes(recording), 2u);
  EXPECT_EQ(shared_writers(recording, {0, 0, 0}).size(), recording.shared_bytes / 2u);
}

}  // namespace
}  // namespace gemmscope::analysis::testing
