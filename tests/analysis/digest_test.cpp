// SPDX-License-Identifier: MIT
// Digests are equal for equal streams, however they are coded, and differ for any other.
#include "tracing/analysis/digest.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/analysis/warp_tile_recording.h"

namespace gemmscope::analysis::testing {
namespace {

const WarpTileCase kCase{.M = 256, .N = 264, .K = 48, .blocks = {{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}}};

/// The same requests, each segment with a template of its own and each block with a pattern of its own; bases moved
/// from templates to blocks.
format::Recording coded_differently(const format::Recording& recording) {
  format::Recording other = recording;
  other.templates.clear(), other.patterns.clear(), other.blocks.clear();
  for (format::Block block : recording.blocks) {
    format::Pattern pattern = recording.patterns[block.pattern];
    block.pattern = static_cast<std::uint32_t>(other.patterns.size());
    for (format::Segment& segment : pattern.segments) {
      format::Template coded = recording.templates[segment.template_id];
      for (std::size_t row = 0; row < coded.rows.size(); ++row)
        for (std::size_t lane = 0; lane < kLanes; ++lane)
          if (coded.rows[row].base != format::kSharedBase && (coded.rows[row].mask >> lane & 1u) != 0)
            coded.addresses[row * kLanes + lane] -= 4096 + 4;
      for (std::uint32_t& base : segment.base) base += 4096;
      segment.template_id = static_cast<std::uint32_t>(other.templates.size());
      other.templates.push_back(std::move(coded));
    }
    for (std::uint32_t& base : block.base) base += 4;
    other.patterns.push_back(std::move(pattern));
    other.blocks.push_back(block);
  }
  format::index_patterns(other);
  return other;
}

TEST(AddressHash, IsTheDocumentedChain) {
  std::array<std::uint32_t, kLanes> addresses{};
  addresses[0] = 4, addresses[31] = format::kInactive;
  std::uint64_t expected = 0xcbf29ce484222325;
  for (const std::uint32_t a : addresses) expected = (expected ^ a) * 0x100000001b3;
  EXPECT_EQ(address_hash(addresses), expected);
}

TEST(StreamDigest, DoesNotDependOnTheCoding) {
  const format::Recording a = warp_tile_recording(kCase), b = coded_differently(a);
  EXPECT_NE(a.templates.size(), b.templates.size());
  EXPECT_EQ(stream_digests(a), stream_digests(b));
  EXPECT_EQ(address_digests(a, CostTable(a)), address_digests(b, CostTable(b)));
  EXPECT_FALSE(first_difference(a, b));
}

TEST(StreamDigest, OneNumberPerBlockAndWarp) {
  const format::Recording recording = warp_tile_recording(kCase);
  const std::vector<BlockDigest> digests = stream_digests(recording);
  ASSERT_EQ(digests.size(), 6u);
  EXPECT_EQ(digests[4].y, 1u);
  EXPECT_EQ(digests[4].x, 1u);
  std::vector<std::uint64_t> all;
  for (const BlockDigest& block : digests) all.insert(all.end(), block.warps.begin(), block.warps.end());
  std::sort(all.begin(), all.end());
  EXPECT_EQ(std::unique(all.begin(), all.end()) - all.begin(), 24) << "6 blocks x 4 warps, all different";
}

/// Each change of one request changes the digest of its warp and of no other.
TEST(StreamDigest, SeesEveryPartOfARequest) {
  const format::Recording original = coded_differently(warp_tile_recording({.K = 32}));
  const std::vector<BlockDigest> before = stream_digests(original);
  const format::Segment& segment = original.patterns[0].segments[1];
  const auto changed = [&](auto change) {
    format::Recording recording = original;
    change(recording.templates[segment.template_id], recording.patterns[0].segments[1]);
    format::index_patterns(recording);
    const std::vector<BlockDigest> after = stream_digests(recording);
    for (std::size_t w = 0; w < 4; ++w) {
      if (w != segment.warp) {
        EXPECT_EQ(before[0].warps[w], after[0].warps[w]);
      }
    }
    return before[0].warps[segment.warp] != after[0].warps[segment.warp] && combined(before) != combined(after);
  };
  using format::Segment, format::Template;
  EXPECT_TRUE(changed([](Template& t, Segment&) { t.rows[5].mask &= ~1u; }));
  EXPECT_TRUE(changed([](Template& t, Segment&) { t.rows[5].step++; }));
  EXPECT_TRUE(changed([](Template& t, Segment&) { t.rows[5].k_tile++; }));
  EXPECT_TRUE(changed([](Template& t, Segment&) { t.rows[5].phase = format::Phase::kWriteBack; }));
  EXPECT_TRUE(changed([](Template& t, Segment&) { t.rows[5].site++; }));
  EXPECT_TRUE(changed([](Template& t, Segment&) { t.addresses[5 * kLanes + 9] += 4; }));
  EXPECT_TRUE(changed([](Template&, Segment& s) { s.k_tile++; }));
  EXPECT_TRUE(changed([](Template&, Segment& s) { s.interval += 100; }));
  EXPECT_TRUE(changed([](Template& t, Segment&) {  // swap two requests
    std::swap(t.rows[0], t.rows[1]);
    std::swap_ranges(t.addresses.begin(), t.addresses.begin() + kLanes, t.addresses.begin() + kLanes);
  }));
  EXPECT_TRUE(changed([](Template& t, Segment&) {  // lose the last
    t.rows.pop_back();
    t.addresses.resize(t.rows.size() * kLanes);
  }));
}

TEST(FirstDifference, NamesBlockWarpAndRequest) {
  const format::Recording a = coded_differently(warp_tile_recording({.K = 32, .blocks = {{0, 0}, {0, 1}}}));
  format::Recording b = a;
  const format::Segment& segment = b.patterns[1].segments[b.patterns[1].warp_begin[2] + 1];
  b.templates[segment.template_id].addresses[7 * kLanes + 3] += 8;
  const auto difference = first_difference(a, b);
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->y, 0u);
  EXPECT_EQ(difference->x, 1u);
  EXPECT_EQ(difference->warp, 2u);
  EXPECT_EQ(difference->index, segment.first_request + 7);
  ASSERT_TRUE(difference->in_a && difference->in_b);
  EXPECT_EQ(difference->in_a->address[3] + 8, difference->in_b->address[3]);
}

TEST(FirstDifference, SeesAMissingBlock) {
  const format::Recording a = warp_tile_recording({.K = 16, .blocks = {{0, 0}, {0, 1}}});
  const format::Recording b = warp_tile_recording({.K = 16, .blocks = {{0, 0}}});
  const auto difference = first_difference(a, b);
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->x, 1u);
  EXPECT_TRUE(difference->in_a);
  EXPECT_FALSE(difference->in_b);
}

TEST(AddressDigests, AddUpOverBlocks) {
  const format::Recording recording = warp_tile_recording(kCase);
  const CostTable table(recording);
  std::vector<std::uint64_t> sum(recording.sites.size(), 0);
  for (std::uint32_t b = 0; b < 6; ++b) {
    const auto part = address_digests(recording, table, {.blocks = {b, b + 1}});
    for (std::size_t s = 0; s < sum.size(); ++s) sum[s] += part[s];
  }
  EXPECT_EQ(sum, address_digests(recording, table));
}

}  // namespace
}  // namespace gemmscope::analysis::testing
