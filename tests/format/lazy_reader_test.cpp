// SPDX-License-Identifier: MIT
#include "tracing/format/lazy_reader.h"

#include <gtest/gtest.h>

#include "tests/format/allocation_meter.h"
#include "tests/format/example_recording.h"
#include "tests/format/repack.h"
#include "tracing/format/file.h"

namespace gemmscope::format {
namespace {

/// What a full read says about one warp of one block in one interval.
std::vector<Request> requests_of(const Recording& recording, std::uint32_t block, std::uint32_t warp,
                                 std::uint32_t interval) {
  std::vector<Request> requests;
  for (const Segment& s : recording.patterns[recording.blocks[block].pattern].segments)
    if (s.warp == warp && s.interval == interval)
      for (std::size_t row = 0; row < recording.templates[s.template_id].rows.size(); ++row)
        requests.push_back(decode(recording, block, s, row));
  return requests;
}

void expect_same(const Recording& recording, const LazyReader& reader, std::uint32_t block, std::uint32_t warp,
                 std::uint32_t interval) {
  const auto requests = reader.requests(block, warp, interval);
  ASSERT_TRUE(requests) << requests.error().message;
  EXPECT_EQ(*requests, requests_of(recording, block, warp, interval)) << block << " " << warp << " " << interval;
}

TEST(LazyReader, ReadsEveryPartAsAFullReadDoes) {
  const Recording recording = testing::example_recording();
  const auto file = encode(recording).value();
  const auto reader = LazyReader::open(file);
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ(reader->block_count(), recording.blocks.size());
  EXPECT_EQ(reader->description().source, recording.source);
  for (std::uint32_t block = 0; block < 4; ++block) {
    EXPECT_EQ(reader->block(block).value(), recording.blocks[block]);
    for (std::uint32_t warp = 0; warp < 2; ++warp)
      for (std::uint32_t interval = 0; interval < 8; ++interval) expect_same(recording, *reader, block, warp, interval);
  }
}

TEST(LazyReader, FindsSegmentsInManySections) {
  Recording recording = testing::example_recording();
  Pattern& p = recording.patterns[1];
  p.segments.clear();
  p.barrier_lines.assign(100000, 4);
  for (std::uint16_t warp = 0; warp < 2; ++warp)
    for (std::uint32_t i = 0; i < 33000; ++i)
      p.segments.push_back(
          {.warp = warp, .interval = 3 * i + warp, .template_id = i % 2, .k_tile = i % 3, .base = {i, i, 0, 0}});
  index_patterns(recording);
  const auto file = encode(recording).value();
  const auto reader = LazyReader::open(file);
  ASSERT_TRUE(reader) << reader.error().message;
  for (const std::uint32_t i : {0u, 1u, 16369u, 16370u, 16371u, 16383u, 16384u, 16385u, 30000u, 32767u, 32768u, 32999u})
    for (std::uint32_t warp = 0; warp < 2; ++warp)
      for (std::uint32_t interval = 3 * i; interval < 3 * i + 3; ++interval)
        expect_same(recording, *reader, 2, warp, interval);
  expect_same(recording, *reader, 0, 1, 5);
}

TEST(LazyReader, UnpacksOnlyWhatItNeeds) {
  const Recording recording = testing::irregular_recording(100000, 1u << 26);  // 14 MB decoded, in 13 sections
  const auto file = encode(recording).value();
  const testing::AllocationMeter meter;
  const auto reader = LazyReader::open(file);
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ(reader->requests(0, 0, 200).value(), requests_of(recording, 0, 0, 200));
  EXPECT_LT(meter.peak(), 5u << 20);
}

TEST(LazyReader, SaysWhatIsNotThere) {
  const auto file = encode(testing::example_recording()).value();
  const auto reader = LazyReader::open(file);
  ASSERT_TRUE(reader);
  EXPECT_EQ(reader->requests(4, 0, 0).error().message, "the recording has no block 4; ask for one that it has");
  EXPECT_EQ(reader->requests(0, 2, 0).error().message, "the recording has no warp 2; ask for one that it has");
}

TEST(LazyReader, FindsNothingWhereNothingIs) {
  Recording recording = testing::example_recording();
  recording.patterns[0].segments.clear();
  recording.patterns[1].segments.resize(7);  // warp 1 does nothing
  index_patterns(recording);
  const auto file = encode(recording).value();
  const auto reader = LazyReader::open(file);
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_TRUE(reader->requests(0, 0, 0).value().empty());
  EXPECT_TRUE(reader->requests(2, 1, 0).value().empty());
  EXPECT_TRUE(reader->requests(2, 0, 99).value().empty());
  EXPECT_EQ(reader->requests(2, 0, 0).value(), requests_of(recording, 2, 0, 0));
}

/// What asking for one part of an unsound recording says.
std::string refusal(const Recording& unsound, std::uint32_t block, std::uint32_t warp, std::uint32_t interval) {
  const auto file = testing::encode_unchecked(unsound);
  const auto reader = LazyReader::open(file);
  if (!reader) return "open: " + reader.error().message;
  const auto requests = reader->requests(block, warp, interval);
  return requests ? "nothing" : requests.error().message;
}

TEST(LazyReader, ChecksWhatItReads) {
  const Recording sound = testing::example_recording();
  Recording r = sound;
  r.sites[3].width = 3;
  EXPECT_NE(refusal(r, 0, 0, 0).find("open: damaged at byte 232: site 3 has a width of 3"), std::string::npos);
  r = sound;
  r.blocks[1].pattern = 2;
  EXPECT_NE(refusal(r, 1, 0, 0).find("block 1 has pattern 2 of 2"), std::string::npos);
  r = sound;
  r.patterns[0].segments[0].template_id = 8;
  EXPECT_NE(refusal(r, 0, 0, 0).find("there is no template 8"), std::string::npos);
  r = sound;
  r.patterns[0].segments[2].k_tile = 3;
  EXPECT_NE(refusal(r, 0, 0, 2).find("segment 2 reaches k-tiles"), std::string::npos);
  r = sound;
  r.templates[2].rows[1].site = 7;
  EXPECT_NE(refusal(r, 0, 0, 6).find("template 2, row 1: there is no site 7"), std::string::npos);
  r = sound;
  r.patterns[0].segments[0].warp = 1;  // now warp 0 has 6 segments and the seventh, its last, seems to be of warp 1
  EXPECT_NE(refusal(r, 0, 1, 6).find("segment 6 is of another warp"), std::string::npos);
}

TEST(LazyReader, WantsAllSegmentsThatPatternsCount) {
  auto sections = testing::take_apart(encode(testing::example_recording()).value());
  std::erase_if(sections, [](const auto& s) { return s.section.type == SectionType::kSegments; });
  const auto file = testing::put_together(sections);
  const auto reader = LazyReader::open(file);
  ASSERT_FALSE(reader);
  EXPECT_NE(reader.error().message.find("another number of segments"), std::string::npos) << reader.error().message;
}

}  // namespace
}  // namespace gemmscope::format
