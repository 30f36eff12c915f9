// SPDX-License-Identifier: MIT
// Recordings whose parts are all within limits and whose products are not; and that no GEMM comes near.
#include <gtest/gtest.h>

#include "tests/format/allocation_meter.h"
#include "tests/format/example_recording.h"
#include "tests/format/repack.h"
#include "tracing/format/check.h"
#include "tracing/format/file.h"
#include "tracing/format/limits.h"

namespace gemmscope::format {
namespace {

using u32 = std::uint32_t;

/// `blocks` blocks of one pattern, each at another base of A; block i's is i * step.
Recording with_blocks(u32 blocks, u32 step) {
  Recording r = testing::example_recording();
  r.grid_y = blocks, r.grid_x = 1;
  r.selection.block_y = {0, blocks}, r.selection.block_x = {0, 1};
  r.patterns.resize(1);
  r.blocks.clear();
  for (u32 i = 0; i < blocks; ++i) r.blocks.push_back({i, 0, 0, {i * step, 0, 0, 0}});
  return r;
}

/// Makes pattern 0 of `segments` segments with template 0, at bases i * step of A.
void set_segments(Recording& r, u32 segments, u32 step) {
  Pattern& p = r.patterns[0];
  p.barrier_lines.assign(segments, 4);
  p.segments.clear();
  for (u32 i = 0; i < segments; ++i)
    p.segments.push_back({.warp = 0, .interval = i, .template_id = 0, .base = {i * step, 0, 0, 0}});
}

/// Makes template 0 of `rows` equal rows.
void set_rows(Recording& r, u32 rows, Row row) {
  r.templates[0].rows.assign(rows, row);
  r.templates[0].addresses.assign(std::size_t{rows} * kLanes, 0);
}
constexpr Row kGlobalRow{.mask = 0xffffffff, .site = 0, .base = 0};
constexpr Row kSharedRow{.mask = 0xffffffff, .site = 1};

void expect_too_much(const Recording& r, const char* what) {
  ASSERT_FALSE(check(r)) << check(r)->what;
  const auto sentence = check_effort(r);
  ASSERT_TRUE(sentence) << what;
  EXPECT_NE(sentence->find(what), std::string::npos) << *sentence;
  EXPECT_NE(sentence->find("; record fewer blocks (--blocks)"), std::string::npos) << *sentence;
}
void expect_fine(const Recording& r) {
  ASSERT_FALSE(check(r)) << check(r)->what;
  EXPECT_EQ(check_effort(r).value_or(""), "");
}

TEST(Effort, OfTheLargestGemmsIsFine) {
  for (const auto& [size, tile] : {std::pair{16384u, 128u}, {16383u, 128u}, {16381u, 64u}, {16381u, 32u}, {5000u, 8u}})
    expect_fine(testing::large_recording(size, tile));
}

TEST(Effort, OfManySegmentsInManyGroupsIsLimited) {
  Recording r = with_blocks(128, 1);
  set_rows(r, 1, kGlobalRow);
  set_segments(r, 1u << 17, 0);
  expect_fine(r);
  set_segments(r, (1u << 17) + 1, 0);
  expect_too_much(r, "16777344 different segments to count, more than the 16777216 allowed");
}

TEST(Effort, OfManyRequestsInManyGroupsIsLimited) {
  Recording r = with_blocks(128, 1);
  set_rows(r, 1u << 12, kSharedRow);
  r.templates[0].rows[0] = kGlobalRow;
  set_segments(r, 1u << 11, 0);
  expect_fine(r);
  set_segments(r, (1u << 11) + 1, 0);
  expect_too_much(r, "1074266112 different requests to count");
}

TEST(Effort, OfManyRequestsAtManyBasesIsLimited) {
  Recording r = with_blocks(1u << 15, 128);
  set_rows(r, 1, kGlobalRow);
  set_segments(r, 1u << 14, 0);
  expect_fine(r);
  set_segments(r, (1u << 14) + 1, 0);
  expect_too_much(r, "536903680 different places of requests");
}

TEST(Effort, OfManyPlacesInALineIsLimited) {
  Recording r = with_blocks(1, 0);
  set_rows(r, 1u << 16, kGlobalRow);
  set_segments(r, 128, 1);
  expect_fine(r);
  r.templates[3] = r.templates[0];
  r.patterns[0].segments[127].template_id = 3;  // 127 + 1 places are as many
  expect_fine(r);
  r.patterns[0].segments.push_back({.interval = 128, .template_id = 3});
  r.patterns[0].barrier_lines.push_back(4);
  expect_too_much(r, "8454144 different costs");
}

/// Data decides where each block goes: none does as another, and each is somewhere else.
TEST(Effort, OfBlocksThatAreAllDifferentIsTheirRequests) {
  Recording r = with_blocks(64, 1);
  set_rows(r, 1u << 16, kGlobalRow);
  set_segments(r, 1, 0);
  for (u32 b = 1; b < 64; ++b) {
    r.blocks[b].pattern = b;
    r.patterns.push_back(r.patterns[0]);
    r.patterns[b].segments[0].template_id = static_cast<u32>(r.templates.size());
    r.templates.push_back(r.templates[0]);
    r.templates.back().addresses[1] = b;
  }
  expect_fine(r);
}

TEST(Effort, DoesNotGrowByBasesOfTensorsThatAreNotTouched) {
  Recording r = with_blocks(1u << 16, 4);
  for (Block& block : r.blocks) block.base = {block.y, block.y / 128, block.y / 16384, 0};
  set_rows(r, 64, kSharedRow);
  set_segments(r, 1u << 16, 4);
  expect_fine(r);
}

TEST(Effort, IsToldByReaderAndWriterWithinTheMemoryTheTableStates) {
  Recording r = with_blocks(1u << 17, 132);
  set_rows(r, 1, kGlobalRow);
  set_segments(r, 1u << 17, 4);  // without the limit: 10^10 requests to hash, a minute or so
  const auto written = encode(r);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().kind, ErrorKind::kNoSpace);
  const auto file = testing::encode_unchecked(r);
  EXPECT_LT(file.size(), 100000u);
  const testing::AllocationMeter meter;
  const auto read = decode_file(file);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().kind, ErrorKind::kBadFile);
  EXPECT_TRUE(read.error().message.starts_with("the recording is too irregular")) << read.error().message;
  EXPECT_LE(meter.peak(), memory_needed(Container::open(file, kMaxMemoryBytes)->sections()));
}

}  // namespace
}  // namespace gemmscope::format
