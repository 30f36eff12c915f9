// SPDX-License-Identifier: MIT
// Files made to hurt: right checksums, and numbers that no program would write.
#include <algorithm>

#include <gtest/gtest.h>

#include "tests/format/allocation_meter.h"
#include "tests/format/example_recording.h"
#include "tests/format/repack.h"
#include "tracing/format/columns.h"
#include "tracing/format/file.h"
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
  auto sections = testing::take_apart(encode(testing::irregular_recording(1, 128)).value());  // of one template
  section_of(sections, SectionType::kTemplates).section.detail = 0xffffffff;
  EXPECT_NE(refusal(sections).find("MiB of memory, more than the 4096 MiB allowed"), std::string::npos);
}

TEST(Hostile, RowsThatAreNotThereAreNotAllocated) {
  for (const std::uint32_t rows : {1u, 8000u}) {
    auto sections = example_sections();
    section_of(sections, SectionType::kTemplates).section.detail += rows;
    EXPECT_NE(refusal(sections).find("templates do not have the size"), std::string::npos);
  }
}

TEST(Hostile, BlocksAndSegmentsThatAreNotThereAreRefused) {
  auto sections = example_sections();
  ++section_of(sections, SectionType::kBlocks).section.items;
  EXPECT_NE(refusal(sections).find("blocks do not have the size"), std::string::npos);
  sections = example_sections();
  ++section_of(sections, SectionType::kSegments).section.items;
  EXPECT_NE(refusal(sections).find("segments do not have the size"), std::string::npos);
}

TEST(Hostile, APromiseOfPatternsIsHeld) {
  auto sections = example_sections();
  section_of(sections, SectionType::kDescription).section.items = 60000;
  EXPECT_NE(refusal(sections).find("not have as many patterns"), std::string::npos);
}

TEST(Hostile, SmallFilesThatUnpackToMuchAreHeldToTheLimit) {
  auto sections = example_sections();
  section_of(sections, SectionType::kDescription).bytes.assign(20u << 20, std::byte{0});
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

/// A description with this many parameters, tensors, sites and patterns, which are all the same bytes; and this many
/// further files, calls of each site, and events of each pattern.
std::vector<std::byte> repetitive_description(std::size_t parameters, std::size_t tensors, std::size_t sites,
                                              std::size_t patterns, std::size_t barriers, std::size_t files = 0,
                                              std::size_t calls = 0, std::size_t events = 0) {
  flatbuffers::FlatBufferBuilder out;
  const auto text = out.CreateString(std::string(500, 'x'));
  const meta::Range range;
  const auto parameter = meta::CreateParameter(out, text, text);
  const auto tensor = meta::CreateTensor(out, text, meta::Space::Global, 4, 1, 1, 1, 0, nullptr, text);
  const auto called = out.CreateVectorOfStructs(std::vector<meta::Place>(calls));
  const auto site = meta::CreateSite(out, text, 0, meta::Op::Load, 4, 1, meta::Atomic::Plain, called);
  const auto barrier_lines = out.CreateVector(std::vector<std::uint32_t>(barriers, 1));
  const auto sync_events = out.CreateVectorOfStructs(std::vector<meta::SyncEvent>(events));
  const auto pattern =
      meta::CreatePattern(out, barrier_lines, out.CreateVector(std::vector<std::uint32_t>(2)), sync_events);
  const auto selection = meta::CreateSelection(out, &range, &range, &range);
  const auto origin = meta::CreateOrigin(out, text, text, text, text, text, text);
  const auto source = meta::CreateSource(out, text, text);
  const auto all_parameters = out.CreateVector(std::vector(parameters, parameter));
  const auto all_tensors = out.CreateVector(std::vector(tensors, tensor));
  const auto all_sites = out.CreateVector(std::vector(sites, site));
  const auto all_patterns = out.CreateVector(std::vector(patterns, pattern));
  const auto all_files = out.CreateVector(std::vector(files, source));
  meta::FinishMetaBuffer(out, meta::CreateMeta(out, text, all_parameters, 1, 1, 64, 0, selection, 0, origin, source,
                                               all_tensors, all_sites, all_patterns, 0, all_files));
  const auto* bytes = reinterpret_cast<const std::byte*>(out.GetBufferPointer());
  return {bytes, bytes + out.GetSize()};
}

std::string refusal_of_description(std::vector<std::byte> description, std::uint32_t patterns) {
  auto sections = example_sections();
  RawSection& section = section_of(sections, SectionType::kDescription);
  section.bytes = std::move(description);
  section.section.items = patterns;
  const std::vector<std::byte> file = testing::put_together(sections);
  const testing::AllocationMeter meter;
  const auto read = decode_file(file);
  EXPECT_LE(meter.peak(), memory_needed(Container::open(file, kMaxMemoryBytes)->sections()));
  return read ? "" : read.error().message;
}

TEST(Hostile, DescriptionsThatUnpackToMoreThanTheyAreAreRefused) {
  const std::string too_many = "too many parameters, tensors, sites", shared = "same bytes more than once";
  EXPECT_NE(refusal_of_description(repetitive_description(1000000, 1, 1, 1, 1), 1).find(too_many), std::string::npos);
  EXPECT_NE(refusal_of_description(repetitive_description(1, 1000000, 1, 1, 1), 1).find(too_many), std::string::npos);
  EXPECT_NE(refusal_of_description(repetitive_description(1, 1, 1000000, 1, 1), 1).find(too_many), std::string::npos);
  EXPECT_NE(refusal_of_description(repetitive_description(100, 1, 1, 1, 1), 1).find(shared), std::string::npos);
  EXPECT_NE(refusal_of_description(repetitive_description(1, 1, 1, 1, 1, 1000000), 1).find(too_many),
            std::string::npos);
  EXPECT_NE(refusal_of_description(repetitive_description(0, 0, 0, 1, 1, 64), 1).find(shared), std::string::npos);
  // 60,000 sites with the same 80 KB of calls, 100,000 patterns with the same 40 KB of events: 4 GB each.
  EXPECT_NE(refusal_of_description(repetitive_description(0, 0, 60000, 1, 1, 0, 10000), 1).find(shared),
            std::string::npos);
  EXPECT_NE(refusal_of_description(repetitive_description(0, 0, 0, 100000, 1, 0, 0, 2000), 100000).find(shared),
            std::string::npos);
  // 100,000 patterns with the same 40 KB of barriers: 4 GB.
  EXPECT_NE(refusal_of_description(repetitive_description(0, 0, 0, 100000, 10000), 100000).find(shared),
            std::string::npos);
}

/// Changes how many segments each warp of a pattern is said to have.
void claim(std::vector<RawSection>& sections, unsigned pattern, std::uint32_t warp0, std::uint32_t warp1) {
  auto* m = flatbuffers::GetMutableRoot<meta::Meta>(section_of(sections, SectionType::kDescription).bytes.data());
  auto* counts = const_cast<flatbuffers::Vector<std::uint32_t>*>(m->patterns()->Get(pattern)->warp_segments());
  counts->Mutate(0, warp0);
  counts->Mutate(1, warp1);
}

TEST(Hostile, SegmentsThatAreCountedWrongAreRefused) {  // there are 7 + 7, then 7 + 6
  const auto claimed = [](unsigned pattern, std::uint32_t warp0, std::uint32_t warp1) {
    auto sections = example_sections();
    claim(sections, pattern, warp0, warp1);
    return refusal(sections);
  };
  EXPECT_NE(claimed(0, 7, 8).find("warps do not have as many segments"), std::string::npos);
  EXPECT_NE(claimed(0, 8, 6).find("warps do not have as many segments"), std::string::npos);
  EXPECT_NE(claimed(1, 7, 7).find("fewer segments than the patterns say"), std::string::npos);
  EXPECT_NE(claimed(1, 7, 5).find("more segments than the patterns say"), std::string::npos);
  EXPECT_NE(claimed(0, 0xffffffff, 15).find("pattern 0 has too many segments"), std::string::npos);
  EXPECT_NE(claimed(0, 0x80000007, 0x80000007).find("pattern 0 has too many segments"), std::string::npos);
}

TEST(Hostile, SegmentCountsThatOverflowToTheRightSumAreRefused) {
  Recording r = testing::example_recording();
  r.patterns.pop_back();
  r.blocks.resize(2);
  auto& segments = r.patterns[0].segments;
  segments.resize(7);  // warp 0 alone, so that nothing else looks wrong
  auto sections = testing::take_apart(encode(r).value());
  claim(sections, 0, 0xffffffff, 8);
  EXPECT_NE(refusal(sections).find("pattern 0 has too many segments"), std::string::npos);
}

TEST(Hostile, WarpsThatThePatternsDoNotCountAreRefused) {
  auto sections = example_sections();
  auto* m =
      flatbuffers::GetMutableRoot<flatbuffers::Table>(section_of(sections, SectionType::kDescription).bytes.data());
  ASSERT_TRUE(m->SetField<std::uint32_t>(meta::Meta::VT_THREADS, 1024, 0));
  EXPECT_NE(refusal(sections).find("of 2 warps instead of 32"), std::string::npos);
}

TEST(Hostile, TemplatesOfOtherSizesThanTheySayAreRefused) {
  const auto with = [](std::uint32_t mask, std::uint32_t lanes, std::uint32_t shape,
                       std::uint32_t rows_of_template = 1) {
    auto sections = example_sections();
    ByteWriter out;
    out.number<std::uint32_t>(1);  // shapes
    out.number<std::uint32_t>(lanes);
    out.column<std::uint32_t>(1, [&](std::size_t) { return rows_of_template; });
    out.column<std::uint32_t>(1, [&](std::size_t) { return mask; });
    out.column<std::uint32_t>(lanes, [](std::size_t) { return 4u; });
    for (int i = 0; i < 3; ++i) out.column<std::uint16_t>(1, [](std::size_t) { return std::uint16_t{0}; });
    for (int i = 0; i < 3; ++i) out.column<std::uint8_t>(1, [](std::size_t) { return std::uint8_t{0}; });
    out.column<std::uint32_t>(1, [&](std::size_t) { return shape; });
    out.column<std::uint32_t>(1, [](std::size_t) { return 0u; });
    out.column<std::uint16_t>(1, [](std::size_t) { return std::uint16_t{0}; });
    for (int i = 0; i < 2; ++i) out.column<std::uint8_t>(1, [](std::size_t) { return std::uint8_t{0}; });
    out.number<std::uint32_t>(0);  // parts
    out.column<std::uint8_t>(1, [](std::size_t) { return std::uint8_t{0}; });
    RawSection& templates = section_of(sections, SectionType::kTemplates);
    templates.bytes = out.take();
    templates.section.items = templates.section.detail = 1;
    return refusal(sections);
  };
  EXPECT_NE(with(0, 0, 0).find("no active lane"), std::string::npos);
  EXPECT_NE(with(0xffffffff, 30, 0).find("do not have as many lanes"), std::string::npos);
  EXPECT_NE(with(0xffffffff, 37, 0).find("larger than what it holds"), std::string::npos);
  EXPECT_NE(with(0xfffffffe, 31, 0).find("do not have as many lanes"), std::string::npos);
  EXPECT_NE(with(0xffffffff, 31, 1).find("has shape 1 of 1"), std::string::npos);
  EXPECT_NE(with(0xffffffff, 31, 0, 2).find("more rows than there are"), std::string::npos);
  EXPECT_NE(with(0xffffffff, 31, 0, 0).find("fewer rows than there are"), std::string::npos);
}

}  // namespace
}  // namespace gemmscope::format
