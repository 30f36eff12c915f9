// SPDX-License-Identifier: MIT
// How requests are added up: sites of one name, lines, ranges, totals.
#include "tracing/analysis/summary.h"

#include <gtest/gtest.h>

#include "tests/analysis/recording_builder.h"
#include "tests/analysis/warp_tile_recording.h"

namespace gemmscope::analysis::testing {
namespace {

/// Decodes every request and adds it up one by one: slow, and the same.
Count one_by_one(const format::Recording& recording, const Scope& scope) {
  Count total;
  for (std::uint32_t b = 0; b < recording.blocks.size(); ++b)
    for (const format::Segment& segment : recording.patterns[recording.blocks[b].pattern].segments)
      for (std::size_t row = 0; row < recording.templates[segment.template_id].rows.size(); ++row) {
        const format::Request r = format::decode(recording, b, segment, row);
        if (!scope.blocks.contains(b) || !scope.contains(segment) || !scope.contains_k_tile(r.k_tile)) continue;
        format::Template alone;
        alone.rows = {recording.templates[segment.template_id].rows[row]};
        alone.addresses.assign(r.address.begin(), r.address.end());
        total.add(recording.sites[r.site], request_cost(recording, alone, 0, 0), 1);
      }
  return total;
}

void expect_equal(const Count& a, const Count& b) {
  EXPECT_EQ(a.requests, b.requests);
  EXPECT_EQ(a.sectors, b.sectors);
  EXPECT_EQ(a.lines, b.lines);
  EXPECT_EQ(a.useful_bytes, b.useful_bytes);
  EXPECT_EQ(a.load_wavefronts, b.load_wavefronts);
  for (std::size_t m = 0; m < kConflictModels; ++m) {
    EXPECT_EQ(a.shared[m].wavefronts, b.shared[m].wavefronts);
    EXPECT_EQ(a.shared[m].nway_histogram, b.shared[m].nway_histogram);
  }
  EXPECT_NEAR(a.cycles_h200, b.cycles_h200, 1e-6 * b.cycles_h200);
}

WarpTileCase odd_case() {  // rows of B and C are not multiples of 128 bytes: bases differ mod 128
  return {.M = 256, .N = 264, .K = 48, .blocks = {{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}}};
}

TEST(Summary, EqualsAddingUpOneByOne) {
  const format::Recording recording = warp_tile_recording(odd_case());
  EXPECT_GT(recording.patterns.size(), 1u);
  const CostTable table(recording);
  for (const Scope& scope : {Scope{}, Scope{.blocks = {1, 3}}, Scope{.warps = {1, 2}}, Scope{.intervals = {2, 4}},
                             Scope{.k_tiles = {1, 2}, .epilogue = false}, Scope{.k_tiles = {0, 0}},
                             Scope{.blocks = {5, 6}, .warps = {0, 3}, .k_tiles = {2, 9}}})
    expect_equal(summarize(recording, table, scope).total, one_by_one(recording, scope));
}

TEST(Summary, BlocksOfOnePatternCountByTheirOwnBases) {
  format::Recording recording = warp_tile_recording({.K = 16});
  for (const std::uint32_t shift : {16u, 32u, 80u}) {  // bytes past a line, past a sector
    recording.blocks.push_back(recording.blocks[0]);
    for (std::uint32_t& base : recording.blocks.back().base) base += shift;
  }
  EXPECT_EQ(CostTable(recording).groups().size(), 4u);
  expect_equal(summarize(recording).total, one_by_one(recording, {}));
}

/// As if its blocks were further on, in an array that begins at a boundary.
TEST(Summary, CountsAnArrayFromWhereItBeginsInMemory) {
  format::Recording recording = warp_tile_recording(odd_case());
  for (const std::uint32_t past : {0u, 4u, 16u, 32u, 48u, 80u, 128u, 240u}) {
    format::Recording begins = recording, moved = recording;
    for (format::Tensor& tensor : begins.tensors)
      if (tensor.space == format::Space::kGlobal) tensor.past_boundary = static_cast<std::uint8_t>(past);
    for (format::Block& block : moved.blocks)
      for (std::uint32_t& base : block.base) base += past;
    expect_equal(summarize(begins).total, summarize(moved).total);
    EXPECT_EQ(summarize(begins).total.misaligned, summarize(moved).total.misaligned) << past;
    expect_equal(summarize(begins).total, one_by_one(begins, {}));
  }
}

/// saxpy of an array that follows a header of 16 bytes: 4 sectors become 5, of which 4 would do.
TEST(Summary, OfARowThatBeginsInsideASector) {
  RecordingBuilder builder;
  format::Recording& r = builder.recording;
  r.grid_y = r.grid_x = 1, r.threads = 32;
  r.tensors.resize(1);
  r.tensors[0].name = "x", r.tensors[0].past_boundary = 16;
  r.tensors[0].layout = {.rows = 1, .columns = 32, .pitch = 32};
  r.sites = {{.name = "x_load", .line = 1}};
  format::Request request{.k_tile = format::kEpilogue, .mask = 0xffffffff};
  for (std::uint32_t lane = 0; lane < 32; ++lane) request.address[lane] = 4 * lane;
  builder.add_block(0, 0, {request}, {0});
  const Count count = summarize(builder.finish()).total;
  EXPECT_EQ(count.sectors, 5u);
  EXPECT_EQ(count.ideal_sectors, 4u);
  EXPECT_EQ(count.lines, 2u);
  EXPECT_EQ(count.efficiency(), 0.8);
  EXPECT_EQ(count.load_wavefronts, 1u);
}

TEST(Summary, MergesTheLinesOfASiteAndTheSitesOfALine) {
  const Summary summary = summarize(warp_tile_recording({}));
  const SiteSummary* store = summary.site("sA_store");
  ASSERT_NE(store, nullptr);
  ASSERT_EQ(store->lines.size(), 4u);
  std::uint64_t wavefronts = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(store->lines[i].line, kLineSA + i);
    EXPECT_EQ(store->lines[i].count.by(ConflictModel::kFused).max_nway, 4);
    wavefronts += store->lines[i].count.by(ConflictModel::kFused).wavefronts;
  }
  EXPECT_EQ(wavefronts, store->count.by(ConflictModel::kFused).wavefronts);
  EXPECT_EQ(summary.sites.size(), 8u);
  EXPECT_EQ(summary.lines.size(), 11u);
  EXPECT_EQ(summary.site("no_such_site"), nullptr);
}

TEST(Summary, KeepsSitesOfOtherNamesApart) {
  format::Recording recording = warp_tile_recording({});
  recording.sites[3].name = "sA_store_tail";  // the third of the four store lines
  const Summary summary = summarize(recording);
  EXPECT_EQ(summary.site("sA_store")->sites, (std::vector<std::uint16_t>{1, 2, 4}));
  EXPECT_EQ(summary.site("sA_store_tail")->sites, (std::vector<std::uint16_t>{3}));
  EXPECT_EQ(summary.site("sA_store")->count.requests, 3 * summary.site("sA_store_tail")->count.requests);
}

TEST(Summary, MainLoopIsAllButTheEpilogue) {
  const Summary summary = summarize(warp_tile_recording({}));
  const std::uint64_t epilogue = summary.site("C_load")->count.requests + summary.site("C_store")->count.requests;
  EXPECT_EQ(epilogue, 2u * 128);
  EXPECT_EQ(summary.main_loop.requests + epilogue, summary.total.requests);
}

TEST(Summary, WavefrontsPerWarpFma) {  // golden summary of k10_a6000: 0.2266 and 0.1953
  const format::Recording recording = warp_tile_recording({});
  const CostTable table(recording);
  for (const Scope& scope : {Scope{}, Scope{.k_tiles = {1, 2}, .epilogue = false}, Scope{.warps = {0, 1}}}) {
    const Summary summary = summarize(recording, table, scope);
    EXPECT_NEAR(summary.wavefronts_per_fma(ConflictModel::kTextbook).value_or(0), 0.2266, 5e-5);
    EXPECT_NEAR(summary.wavefronts_per_fma(ConflictModel::kFused).value_or(0), 0.1953, 5e-5);
  }
  EXPECT_EQ(summarize(recording, table, {.k_tiles = {0, 1}}).warp_fmas, 8192.0);
  EXPECT_FALSE(summarize(recording, table, {.intervals = {0, 1}}).warp_fmas);
}

/// Hardware counters of this kernel at this size on an H200: docs/models/shared_memory.md.
TEST(Summary, OfAWholeKernelEqualsTheHardwareCounters) {
  const Summary summary = summarize(big_warp_tile_recording(1024, 1024, 1024));
  std::uint64_t load_wavefronts = 0, store_wavefronts = 0, load_sectors = 0, store_sectors = 0;
  for (const SiteSummary& site : summary.sites) {
    const bool load = site.op == format::Op::kLoad;
    (load ? load_wavefronts : store_wavefronts) += site.count.by(ConflictModel::kFused).wavefronts;
    (load ? load_sectors : store_sectors) += site.count.sectors;
  }
  EXPECT_EQ(load_wavefronts, 5242880u);
  EXPECT_EQ(store_wavefronts, 1310720u);  // the counter says 1317237: 0.5 % arbitration
  EXPECT_EQ(load_sectors, 2228224u);
  EXPECT_EQ(store_sectors, 131072u);
}

TEST(Summary, PaddingRemovesTheConflictOfTheTransposedStore) {
  const auto nway = [](std::uint32_t PA) {
    return summarize(warp_tile_recording({.PA = PA})).site("sA_store")->count.by(ConflictModel::kFused).max_nway;
  };
  EXPECT_EQ(nway(0), 4);
  EXPECT_EQ(nway(1), 2);
  EXPECT_EQ(nway(2), 1);
  EXPECT_EQ(nway(4), 2);
  EXPECT_EQ(nway(8), 4);
}

TEST(Summary, MisalignedRequestsAreReportedNotCounted) {
  format::Recording recording = warp_tile_recording({});
  for (format::Site& site : recording.sites)
    if (site.name == "sA_store") site.width = 8;  // every other address is 4 past a multiple of 8
  const SiteSummary store = *summarize(recording).site("sA_store");
  EXPECT_GT(store.count.misaligned, 0u);
  EXPECT_EQ(store.count.misaligned, store.count.requests);
  EXPECT_EQ(store.count.by(ConflictModel::kFused).wavefronts, 0u);
  EXPECT_EQ(store.count.by(ConflictModel::kFused).nway_histogram[0], 0u);
}

TEST(Summary, TheTotalIsTheSumOfTheSitesAndItsNWayTheLargest) {
  const Summary summary = summarize(warp_tile_recording({}));
  Count sum;
  int most = 0;
  for (const SiteSummary& site : summary.sites) {
    sum.requests += site.count.requests, sum.sectors += site.count.sectors, sum.lines += site.count.lines;
    sum.ideal_lines += site.count.ideal_lines, sum.useful_bytes += site.count.useful_bytes;
    most = std::max(most, site.count.by(ConflictModel::kFused).max_nway);
  }
  EXPECT_EQ(summary.total.requests, sum.requests);
  EXPECT_EQ(summary.total.sectors, sum.sectors);
  EXPECT_EQ(summary.total.lines, sum.lines);
  EXPECT_EQ(summary.total.ideal_lines, sum.ideal_lines);
  EXPECT_EQ(summary.total.useful_bytes, sum.useful_bytes);
  EXPECT_GT(most, summary.sites.back().count.by(ConflictModel::kFused).max_nway);
  EXPECT_EQ(summary.total.by(ConflictModel::kFused).max_nway, most);
}

TEST(Summary, OfNothingIsZero) {
  const Summary summary = summarize(warp_tile_recording({}), {.blocks = {7, 9}});
  EXPECT_EQ(summary.total.requests, 0u);
  EXPECT_EQ(summary.sites.size(), 8u);
  EXPECT_FALSE(summary.wavefronts_per_fma(ConflictModel::kFused));
}

}  // namespace
}  // namespace gemmscope::analysis::testing
