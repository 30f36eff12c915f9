// SPDX-License-Identifier: MIT
// What a small file takes until it is refused: little memory and time, however much it unpacks to. Sound recordings
// that need more are read, and this is reported.
#include <ctime>

#include <gtest/gtest.h>

#include "tests/format/allocation_meter.h"
#include "tests/format/example_recording.h"
#include "tests/format/repack.h"
#include "tracing/format/file.h"

namespace gemmscope::format {
namespace {

using u32 = std::uint32_t;

#if defined(GEMMSCOPE_ASAN) || defined(GEMMSCOPE_TSAN)
constexpr double kMostSeconds = 40;
#else
constexpr double kMostSeconds = 2;  // of processor time
#endif
constexpr std::size_t kSmallFile = 64u << 10, kMostMemory = 64u << 20;

/// A recording of a program: `blocks` blocks of one warp, which load and store 4 bytes for each lane, each after the
/// one before.
Recording of_program(u32 blocks) {
  Recording r;
  r.kernel = "copy";
  r.grid_x = blocks, r.grid_y = 1, r.threads = kLanes;
  r.selection = {{0, 1}, {0, blocks}, {0, 1}};
  const Layout row{.rows = 1, .columns = 1u << 24, .pitch = 1u << 24};
  for (const char* name : {"from", "to"}) r.tensors.push_back({.name = name, .layout = row});
  r.sites = {{"from_load", 0, Op::kLoad, 4, 1}, {"to_store", 1, Op::kStore, 4, 1}};
  Template coded;
  for (std::uint16_t site = 0; site < 2; ++site) {
    coded.rows.push_back({.mask = 0xffffffff, .site = site, .base = static_cast<std::uint8_t>(site)});
    for (u32 lane = 0; lane < kLanes; ++lane) coded.addresses.push_back(4 * lane);
  }
  r.templates = {coded};
  r.patterns.resize(1);
  r.patterns[0].barrier_lines = {0};
  r.patterns[0].segments = {{.warp = 0, .interval = 0, .template_id = 0}};
  for (u32 x = 0; x < blocks; ++x) r.blocks.push_back({0, x, 0, {128 * x, 128 * x}});
  index_patterns(r);
  return r;
}

/// One block of one warp with `intervals` intervals, all with the same requests.
Recording with_intervals(u32 intervals) {
  Recording r = of_program(1);
  r.patterns[0].barrier_lines.assign(intervals, 0);
  r.patterns[0].segments.clear();
  for (u32 i = 0; i < intervals; ++i) r.patterns[0].segments.push_back({.warp = 0, .interval = i, .template_id = 0});
  index_patterns(r);
  return r;
}

/// One warp that goes through `rows` requests without a barrier.
Recording with_rows(u32 rows) {
  Recording r = of_program(1);
  Template& coded = r.templates[0];
  const Row row = coded.rows[0];
  coded.rows.assign(rows, row), coded.addresses.assign(std::size_t{rows} * kLanes, 4);
  index_patterns(r);
  return r;
}

/// `count` templates of one row, each in an interval of its own.
Recording with_templates(u32 count) {
  Recording r = with_intervals(count);
  const Template whole = r.templates[0];
  r.templates.clear();
  for (u32 t = 0; t < count; ++t) {
    r.templates.push_back({{whole.rows[0]}, {whole.addresses.begin(), whole.addresses.begin() + kLanes}});
    r.patterns[0].segments[t].template_id = t;
  }
  index_patterns(r);
  return r;
}

/// Checks the message, and that it took little.
std::string refusal(const std::vector<std::byte>& file) {
  EXPECT_LT(file.size(), kSmallFile);
  const testing::AllocationMeter meter;
  const std::clock_t begin = std::clock();
  const auto read = decode_file(file);
  EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, kMostSeconds);
  EXPECT_LT(meter.peak(), kMostMemory);
  return read ? "" : read.error().message;
}

TEST(Proportion, ManyBlocksOfWhichTheLastIsWrong) {
  Recording r = of_program(1u << 21);
  r.blocks.back().pattern = 1;
  EXPECT_NE(refusal(testing::encode_unchecked(r)).find("block 2097151 has pattern 1 of 1"), std::string::npos);
  r = of_program(1u << 21);
  r.blocks.back().x = 5;
  EXPECT_NE(refusal(testing::encode_unchecked(r)).find("not in the order"), std::string::npos);
}

TEST(Proportion, ManySegmentsOfWhichTheLastIsWrong) {
  Recording r = with_intervals(1u << 20);
  r.patterns[0].segments.back().template_id = 7;
  EXPECT_NE(refusal(testing::encode_unchecked(r)).find("segment 1048575 has template 7 of 1"), std::string::npos);
  r = with_intervals(1u << 20);
  r.patterns[0].segments.back().interval = 3;
  EXPECT_NE(refusal(testing::encode_unchecked(r)).find("not in the order"), std::string::npos);
}

TEST(Proportion, ManyRowsOfWhichTheLastIsWrong) {
  Recording r = with_rows(1u << 21);
  r.templates[0].rows.back().site = 9;
  EXPECT_NE(refusal(testing::encode_unchecked(r)).find("row 2097151: there is no site 9"), std::string::npos);
  r.templates[0].rows.back().site = 0,
  r.templates[0].rows.back().bulk = 1;  // an incomplete pair, at the end of a piece
  EXPECT_NE(refusal(testing::encode_unchecked(r)).find("row 2097151: it is not part of a bulk copy"),
            std::string::npos);
}

TEST(Proportion, ManyTemplatesOfWhichTheLastIsWrong) {
  Recording r = with_templates(1u << 18);
  r.templates.back().rows[0].base = 1;
  EXPECT_NE(refusal(testing::encode_unchecked(r)).find("template 262143, row 0: the base"), std::string::npos);
}

TEST(Proportion, SectionsThatUnpackToMoreThanTheyHold) {
  for (const SectionType type :
       {SectionType::kDescription, SectionType::kSegments, SectionType::kTemplates, SectionType::kBlocks}) {
    auto sections = testing::take_apart(encode(testing::example_recording()).value());
    for (testing::RawSection& section : sections)
      if (section.section.type == type) section.bytes.resize(300u << 20);
    EXPECT_NE(refusal(testing::put_together(sections)).find("larger than what it holds"), std::string::npos);
  }
}

TEST(Proportion, SectionsOfMoreItemsThanTheyMayHold) {
  for (const SectionType type :
       {SectionType::kDescription, SectionType::kSegments, SectionType::kTemplates, SectionType::kBlocks}) {
    auto sections = testing::take_apart(encode(testing::example_recording()).value());
    for (testing::RawSection& section : sections)
      if (section.section.type == type) section.section.items = section.section.detail = 5'000'000;
    EXPECT_NE(refusal(testing::put_together(sections)).find("too many items"), std::string::npos);
  }
}

TEST(Proportion, OfASoundRecordingIsToldBeforeItIsRead) {
  const Recording r = of_program(1u << 20);
  const auto file = encode(r).value();
  EXPECT_LT(file.size(), kSmallFile);
  std::uint64_t told = 0;
  const auto read = decode_file(file, kMaxMemoryBytes, [&](std::uint64_t memory) { told = memory; });
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, r);
  EXPECT_GT(told, kMostMemory);

  told = 0;
  EXPECT_TRUE(decode_file(encode(testing::large_recording()).value(), kMaxMemoryBytes,
                          [&](std::uint64_t memory) { told = memory; }));
  EXPECT_EQ(told, 0u) << "4096^3 needs little";
}

TEST(Proportion, OfSoundRecordingsOfEveryShapeIsRead) {
  for (const Recording& r : {with_rows(1u << 20), with_templates(1u << 16), with_intervals(1u << 18)}) {
    bool told = false;
    const auto read = decode_file(encode(r).value(), kMaxMemoryBytes, [&](std::uint64_t) { told = true; });
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(*read == r);
    EXPECT_TRUE(told);
  }
}

}  // namespace
}  // namespace gemmscope::format
