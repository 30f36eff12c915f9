// SPDX-License-Identifier: MIT
// The section table is the index that docs/format.md promises: requests of one warp of one block in one barrier
// interval take the description and three more sections, whatever the size of the file.
#include <gtest/gtest.h>

#include "tests/format/example_recording.h"
#include "tracing/format/bases.h"
#include "tracing/format/coding.h"
#include "tracing/format/container.h"
#include "tracing/format/description.h"
#include "tracing/format/file.h"
#include "tracing/format/limits.h"

namespace gemmscope::format {
namespace {

/// Reads a file as docs/format.md says, without check: the file is our own.
class Index {
 public:
  explicit Index(std::span<const std::byte> bytes) : file_(Container::open(bytes, kMaxMemoryBytes).value()) {
    const Section section = file_.sections(SectionType::kDescription).front();
    description_ = decode_description(unpack(section), section.items, section.offset).value();
  }

  std::vector<Request> requests(std::uint32_t block_index, std::uint32_t warp, std::uint32_t interval) {
    const Section blocks = holding(SectionType::kBlocks, block_index);
    std::vector<Block> all_blocks;
    EXPECT_TRUE(decode_blocks(unpack(blocks), blocks.items, global_tensors(description_), blocks.offset, all_blocks));
    const Block& block = all_blocks[block_index - blocks.first];

    std::uint32_t first = 0;
    for (std::uint32_t p = 0; p < block.pattern; ++p) first += description_.patterns[p].warp_begin.back();
    const Pattern& pattern = description_.patterns[block.pattern];
    const std::uint32_t begin = first + pattern.warp_begin[warp], end = first + pattern.warp_begin[warp + 1];
    if (begin == end) return {};
    Section segments = holding(SectionType::kSegments, begin);
    for (const Section& next : file_.sections(SectionType::kSegments))
      if (next.first > begin && next.first < end && next.detail <= interval) segments = next;
    std::vector<Segment> all_segments;
    EXPECT_TRUE(
        decode_segments(unpack(segments), segments.items, global_tensors(description_), segments.offset, all_segments));
    for (std::uint32_t i = std::max(begin, segments.first); i < std::min(end, segments.first + segments.items); ++i)
      if (all_segments[i - segments.first].interval == interval)
        return decoded(block_index, block, all_segments[i - segments.first]);
    return {};
  }

  int unpacked = 0;  ///< sections so far

 private:
  std::vector<std::byte> unpack(const Section& section) {
    ++unpacked;
    return file_.unpack(section).value();
  }
  Section holding(SectionType type, std::uint32_t item) {
    for (const Section& section : file_.sections(type))
      if (section.first <= item && item - section.first < section.items) return section;
    ADD_FAILURE() << "no section holds item " << item;
    return {};
  }
  std::vector<Request> decoded(std::uint32_t block_index, const Block& block, Segment segment) {
    const Section section = holding(SectionType::kTemplates, segment.template_id);
    std::vector<Template> templates;
    EXPECT_TRUE(decode_templates(unpack(section), section.items, section.detail, section.offset, templates));
    Recording one;  // decode() wants a recording: one with this block and this template alone
    one.blocks = {block};
    one.templates = {templates[segment.template_id - section.first]};
    segment.template_id = 0;
    std::vector<Request> requests;
    for (std::size_t row = 0; row < one.templates[0].rows.size(); ++row) {
      requests.push_back(decode(one, 0, segment, row));
      requests.back().block = block_index;
    }
    return requests;
  }

  Container file_;
  Recording description_;
};

/// What a full read says.
std::vector<Request> requests_of(const Recording& recording, std::uint32_t block, std::uint32_t warp,
                                 std::uint32_t interval) {
  std::vector<Request> requests;
  for (const Segment& s : recording.patterns[recording.blocks[block].pattern].segments)
    if (s.warp == warp && s.interval == interval)
      for (std::size_t row = 0; row < recording.templates[s.template_id].rows.size(); ++row)
        requests.push_back(decode(recording, block, s, row));
  return requests;
}

TEST(Index, FindsEveryPart) {
  const Recording recording = testing::example_recording();
  const auto file = encode(recording).value();
  Index index(file);
  for (std::uint32_t block = 0; block < 4; ++block)
    for (std::uint32_t warp = 0; warp < 2; ++warp)
      for (std::uint32_t interval = 0; interval < 8; ++interval)
        EXPECT_EQ(index.requests(block, warp, interval), requests_of(recording, block, warp, interval));
}

TEST(Index, FindsSegmentsInManySections) {
  Recording recording = testing::example_recording();
  Pattern& p = recording.patterns[1];
  p.segments.clear();
  p.barrier_lines.assign(100000, 4);
  for (std::uint16_t warp = 0; warp < 2; ++warp)
    for (std::uint32_t i = 0; i < 33000; ++i)
      p.segments.push_back({.warp = warp, .interval = 3 * i + warp, .template_id = i % 2, .base = {i, i, 0, 0}});
  index_patterns(recording);
  const auto file = encode(recording).value();
  Index index(file);
  for (const std::uint32_t i : {0u, 1u, 16369u, 16370u, 16371u, 16383u, 16384u, 16385u, 30000u, 32767u, 32768u, 32999u})
    for (std::uint32_t warp = 0; warp < 2; ++warp)
      for (std::uint32_t interval = 3 * i; interval < 3 * i + 3; ++interval)
        EXPECT_EQ(index.requests(2, warp, interval), requests_of(recording, 2, warp, interval)) << warp << " " << i;
  EXPECT_EQ(index.requests(0, 1, 5), requests_of(recording, 0, 1, 5));
}

TEST(Index, TakesThreeSectionsOfALargeFile) {
  const Recording recording = testing::irregular_recording(100000, 1u << 26);
  const auto file = encode(recording).value();
  EXPECT_GT(Container::open(file, kMaxMemoryBytes)->sections().size(), 10u);
  Index index(file);
  index.unpacked = 0;
  EXPECT_EQ(index.requests(0, 0, 200), requests_of(recording, 0, 0, 200));
  EXPECT_EQ(index.unpacked, 3);
}

}  // namespace
}  // namespace gemmscope::format
