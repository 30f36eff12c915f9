// SPDX-License-Identifier: MIT
// Files of older versions, written by the programs of their time, still open.
#include <algorithm>

#include <gtest/gtest.h>

#include "tracing/format/file.h"

namespace gemmscope::format {
namespace {

/// What is read, as it is and once more written and read.
Recording read(const char* path) {
  const auto first = read_file(path);
  EXPECT_TRUE(first) << (first ? "" : first.error().message) << "; tests run in the repository's root";
  if (!first) return {};
  const auto written = encode(*first);
  EXPECT_TRUE(written);
  const auto again = decode_file(*written);
  EXPECT_TRUE(again) << (again ? "" : again.error().message);
  EXPECT_TRUE(!again || *again == *first);
  return *first;
}

/// The addresses of a request's first and last lane.
std::pair<std::uint32_t, std::uint32_t> ends(const Recording& r, std::uint32_t block, std::uint32_t warp,
                                             std::uint32_t request) {
  const auto [segment, row] = locate(r, block, warp, request);
  const Request q = decode(r, block, r.patterns[r.blocks[block].pattern].segments[segment], row);
  return {q.address.front(), q.address.back()};
}

TEST(Version1, OfTheLadderOpens) {
  const Recording r = read("tests/data/version1_warp_tile.gst");
  EXPECT_EQ(r.kernel, "warp_tile");
  EXPECT_EQ(r.request_count(), 944u);
  EXPECT_EQ(r.tensors.size(), 5u);
  EXPECT_EQ(r.parameter("PA"), "4");
  // A of 128 x 16 floats: lane 0 of block 1,0 and warp 1 begins with row 64 + 16, lane 31 ends with row 64 + 31.
  EXPECT_EQ(ends(r, 1, 1, 0), (std::pair{(64u + 16) * 64, (64u + 31) * 64 + 16}));
}

TEST(Version1, OfAnyProgramOpens) {
  const Recording r = read("tests/data/version1_tiled.gst");
  EXPECT_EQ(r.kernel, "tiled");
  EXPECT_FALSE(r.of_ladder());
  EXPECT_EQ(r.request_count(), 78144u);
  // A of 72 x 80 floats: block 4 is row 1 of the grid, warp 3 copies row 35.
  EXPECT_EQ(ends(r, 4, 3, 0), (std::pair{(32u + 3) * 320, (32u + 3) * 320 + 31 * 4}));
}

TEST(Version2, WithCopiesOpens) {
  const Recording r = read("tests/data/version2_async_copy.gst");
  EXPECT_EQ(r.kernel, "async_copy");
  EXPECT_EQ(r.request_count(), 17376u);
  EXPECT_TRUE(r.patterns[0].sync_events.empty());  // they are not in it
  // B of 80 x 64 floats: block 1 begins with column 16, warp 3 copies rows 6 and 7.
  EXPECT_EQ(ends(r, 1, 3, 2), (std::pair{(6u * 64 + 16) * 4, (7u * 64 + 31) * 4}));
}

TEST(Version2, WithAtomicOperationsOpens) {
  const Recording r = read("tests/data/version2_histogram.gst");
  EXPECT_EQ(r.kernel, "histogram");
  EXPECT_EQ(r.request_count(), 386u);
  EXPECT_EQ(std::ranges::count(r.sites, Op::kAtomic, &Site::op), 2);
}

TEST(Version3, WithOriginsAndEventsOpens) {
  const Recording r = read("tests/data/version3_async_copy.gst");
  EXPECT_EQ(r.kernel, "async_copy");
  EXPECT_EQ(r.request_count(), 17376u);
  EXPECT_FALSE(r.patterns[0].sync_events.empty());
  EXPECT_TRUE(std::ranges::any_of(r.templates[0].rows, [](const Row& row) { return row.origin == 1; }));
  EXPECT_TRUE(std::ranges::all_of(r.templates[0].rows, [](const Row& row) { return row.bulk == 0; }));
}

TEST(Version4, WithBulkCopiesOpens) {
  const Recording r = read("tests/data/version4_bulk_copy.gst");
  EXPECT_EQ(r.kernel, "sums");
  EXPECT_EQ(r.request_count(), 456u);
  EXPECT_TRUE(std::ranges::any_of(r.templates[0].rows, [](const Row& row) { return row.bulk != 0; }));
  EXPECT_TRUE(std::ranges::all_of(r.templates, [](const Template& coded) { return coded.parts.empty(); }));
}

}  // namespace
}  // namespace gemmscope::format
