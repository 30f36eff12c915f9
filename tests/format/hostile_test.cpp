// SPDX-License-Identifier: MIT
// Files made to hurt: right checksums, and numbers that no program would write.
#include <gtest/gtest.h>

#include "tests/format/allocation_meter.h"
#include "tests/format/example_recording.h"
#include "tests/format/repack.h"
#include "tracing/format/columns.h"
#include "tracing/format/file.h"
#include "tracing/format/lazy_reader.h"
#include "tracing/format/recording_generated.h"

namespace gemmscope::format {
namespace {

using testing::RawSection;

std::vector<RawSection> example_sections() { return testing::take_apart(encode(testing::example_recording()).value()); }

RawSection& section_of(std::vector<RawSection>& sections, SectionType type) {
  return *std::find_if(sections.begin(), sections.end(), [&](const RawSection& s) { return s.section.type == type; });
}

/// The message of refusing the file, and that it took hardly any memory.
std::string refusal(const std::vector<RawSection>& sections) {
  const std::vector<std::byte> file = testing::put_together(sections);
  const testing::AllocationMeter meter;
  const auto read = decode_file(file);
  EXPECT_FALSE(read);
  EXPECT_LT(meter.peak(), 4u << 20);
  return read ? "" : read.error().message;
}

TEST(Hostile, MoreRowsThanMemoryIsRefusedBeforeAllocating) {
  auto sections = example_sections();
  section_of(sections, SectionType::kTemplates).section.detail = 0xffffffff;
  EXPECT_NE(refusal(sections).find("MiB of memory, more than the 4096 MiB allowed"), std::string::npos);
}

TEST(Hostile, RowsThatAreNotThereAreNotAllocated) {
  for (const std::uint32_t rows : {1u, 10000000u}) {
    auto sections = example_sections();
    section_of(sections, SectionType::kTemplates).section.detail += rows;
    EXPECT_NE(refusal(sections).find("templates have another size"), std::string::npos);
  }
}

TEST(Hostile, BlocksAndSegmentsThatAreNotThereAreRefused) {
  auto sections = example_sections();
  ++section_of(sections, SectionType::kBlocks).section.items;
  EXPECT_NE(refusal(sections).find("blocks have another size"), std::string::npos);
  sections = example_sections();
  ++section_of(sections, SectionType::kSegments).section.items;
  EXPECT_NE(refusal(sections).find("segments have another size"), std::string::npos);
}

TEST(Hostile, APromiseOfPatternsIsHeld) {
  auto sections = example_sections();
  section_of(sections, SectionType::kDescription).section.items = 5000000;
  EXPECT_NE(refusal(sections).find("another number of patterns"), std::string::npos);
}

TEST(Hostile, SmallFilesThatUnpackToMuchAreHeldToTheLimit) {
  auto sections = example_sections();
  section_of(sections, SectionType::kBlocks).bytes.assign(64u << 20, std::byte{0});
  const std::vector<std::byte> file = testing::put_together(sections);
  EXPECT_LT(file.size(), 20000u);
  const testing::AllocationMeter meter;
  const auto read = decode_file(file, 32u << 20);
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().message.find("more than the 32 MiB allowed"), std::string::npos);
  EXPECT_LT(meter.peak(), 1u << 20);
}

TEST(Hostile, LimitsAreKeptWhereFilesAreSound) {
  const auto file = encode(testing::irregular_recording(30000, 1u << 26)).value();
  const std::uint64_t needed = memory_needed(Container::open(file, kMaxMemoryBytes)->sections());
  const testing::AllocationMeter meter;
  EXPECT_TRUE(decode_file(file, needed));
  EXPECT_LE(meter.peak(), needed);
  const auto refused = decode_file(file, needed - 1);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::kBadFile);
}

TEST(Hostile, PatternsThatShareTheirBytesAreRefused) {  // 100,000 patterns with the same 40 KB of barriers: 4 GB
  auto sections = example_sections();
  flatbuffers::FlatBufferBuilder out;
  const auto none = out.CreateString("");
  const meta::Range range;
  const auto pattern = meta::CreatePattern(out, out.CreateVector(std::vector<std::uint32_t>(10000, 1)),
                                           out.CreateVector(std::vector<std::uint32_t>(2)));
  const std::vector<flatbuffers::Offset<meta::Pattern>> patterns(100000, pattern);
  const auto selection = meta::CreateSelection(out, &range, &range, &range, &range);
  const auto origin = meta::CreateOrigin(out, none, none, none, none, none, none);
  const auto source = meta::CreateSource(out, none, none);
  const auto parameters = out.CreateVector(std::vector<flatbuffers::Offset<meta::Parameter>>());
  const auto tensors = out.CreateVector(std::vector<flatbuffers::Offset<meta::Tensor>>());
  const auto sites = out.CreateVector(std::vector<flatbuffers::Offset<meta::Site>>());
  meta::FinishMetaBuffer(out, meta::CreateMeta(out, none, none, parameters, 1, 1, 1, 1, 0, 1, 1, 64, 1, 0, selection, 0,
                                               origin, source, tensors, sites, out.CreateVector(patterns)));
  auto& description = section_of(sections, SectionType::kDescription);
  const auto* bytes = reinterpret_cast<const std::byte*>(out.GetBufferPointer());
  description.bytes.assign(bytes, bytes + out.GetSize());
  description.section.items = 100000;

  const std::vector<std::byte> file = testing::put_together(sections);
  const testing::AllocationMeter meter;
  const auto read = decode_file(file);
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().message.find("same bytes more than once"), std::string::npos) << read.error().message;
  EXPECT_LE(meter.peak(), memory_needed(Container::open(file, kMaxMemoryBytes)->sections()));
}

TEST(Hostile, SegmentCountsThatOverflowAreRefused) {
  auto sections = example_sections();
  auto& description = section_of(sections, SectionType::kDescription);
  auto* m = flatbuffers::GetMutableRoot<meta::Meta>(description.bytes.data());
  auto* counts = const_cast<flatbuffers::Vector<std::uint32_t>*>(m->patterns()->Get(0)->warp_segments());
  for (const auto& [first, second] : {std::pair(0xffffffffu, 15u), {7u, 8u}, {8u, 6u}, {0x80000007u, 0x80000007u}}) {
    counts->Mutate(0, first);
    counts->Mutate(1, second);
    refusal(sections);
    const auto file = testing::put_together(sections);
    const auto lazy = LazyReader::open(file);
    if (lazy)
      for (std::uint32_t interval = 0; interval < 8; ++interval)
        for (std::uint32_t warp = 0; warp < 2; ++warp) (void)lazy->requests(0, warp, interval);
  }
}

TEST(Hostile, WarpsThatThePatternsDoNotCountAreRefused) {
  auto sections = example_sections();
  auto* m =
      flatbuffers::GetMutableRoot<flatbuffers::Table>(section_of(sections, SectionType::kDescription).bytes.data());
  ASSERT_TRUE(m->SetField<std::uint32_t>(meta::Meta::VT_THREADS, 1024, 0));
  EXPECT_NE(refusal(sections).find("of 2 warps instead of 32"), std::string::npos);
}

TEST(Hostile, ShapesWithOtherLanesThanTheyHaveAreRefused) {
  const auto with = [](std::uint32_t mask, std::uint32_t lanes, std::uint32_t shape) {
    auto sections = example_sections();
    ByteWriter out;
    out.number<std::uint32_t>(1);  // shapes
    out.number<std::uint32_t>(lanes);
    out.column<std::uint32_t>(1, [](std::size_t) { return 1u; });  // rows of the one template
    out.column<std::uint32_t>(1, [&](std::size_t) { return mask; });
    out.column<std::uint32_t>(lanes, [](std::size_t) { return 4u; });
    for (int i = 0; i < 3; ++i) out.column<std::uint16_t>(1, [](std::size_t) { return std::uint16_t{0}; });
    for (int i = 0; i < 2; ++i) out.column<std::uint8_t>(1, [](std::size_t) { return std::uint8_t{0}; });
    out.column<std::uint32_t>(1, [&](std::size_t) { return shape; });
    out.column<std::uint32_t>(1, [](std::size_t) { return 0u; });
    RawSection& templates = section_of(sections, SectionType::kTemplates);
    templates.bytes = out.take();
    templates.section.items = templates.section.detail = 1;
    return refusal(sections);
  };
  EXPECT_NE(with(0, 0, 0).find("no active lane"), std::string::npos);
  EXPECT_NE(with(0xffffffff, 30, 0).find("another number of lanes"), std::string::npos);
  EXPECT_NE(with(0xffffffff, 32, 0).find("another number of lanes"), std::string::npos);
  EXPECT_NE(with(0xffffffff, 31, 1).find("has shape 1 of 1"), std::string::npos);
}

}  // namespace
}  // namespace gemmscope::format
