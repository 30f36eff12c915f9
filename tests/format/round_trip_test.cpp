// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tests/format/example_recording.h"
#include "tests/format/repack.h"
#include "tests/layout/layouts.h"
#include "tracing/format/file.h"

namespace gemmscope::format {
namespace {

void expect_round_trip(const Recording& recording) {
  const auto bytes = encode(recording);
  ASSERT_TRUE(bytes) << bytes.error().message;
  const auto read = decode_file(*bytes);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, recording);
}

TEST(RoundTrip, OfSeveralPatternsPartialMasksAndAnEpilogue) { expect_round_trip(testing::example_recording()); }
TEST(RoundTrip, OfThreadsApart) {
  Recording r = testing::example_recording();
  r.divergences = {
      {.y = 0, .x = 1, .interval = 2, .thread = 3, .line = 0, .other_thread = 40, .other_line = 5, .of_warp = true}};
  expect_round_trip(r);
}
TEST(RoundTrip, OfBarriersInBranches) {
  Recording r = testing::example_recording();
  r.branch_barriers = {{.y = 0, .x = 1, .interval = 2, .thread = 3, .line = 4, .other_thread = 40, .other_line = 5}};
  expect_round_trip(r);
}
TEST(RoundTrip, OfLoadsOfWhichAPartIsUsedAndOfBarriersOfWarps) {
  Recording r = testing::example_recording();
  r.templates[0].rows[0].unused = 8, r.templates[0].rows[5].unused = 14;
  for (const int row : {1, 5}) r.templates[0].rows[row].after_syncwarp = true;
  expect_round_trip(r);
}
TEST(RoundTrip, OfFunctionsOfOtherFilesThatWereInlined) {
  Recording r = testing::example_recording();
  r.included = {{"kernels/copy.cuh", "one\ntwo\nthree\n"}, {"kernels/no_text.cuh", ""}};
  r.sites[0].called = {{1, 3}, {2, 900}, {0, 3}, {0, 5}};
  r.sites[5].called = {{0, 6}, {0, 8}};
  expect_round_trip(r);
}
TEST(RoundTrip, OfSyncEvents) {
  Recording r = testing::example_recording();
  r.sites[0].asynchronous = r.sites[1].asynchronous = true;
  using enum SyncEvent::Kind;
  r.patterns[1].sync_events = {
      {.warp = 0, .kind = kCommit, .interval = 0, .request = 7, .lanes = 0xff},
      {.warp = 0, .kind = kWait, .interval = 0, .request = 7, .lanes = 0xf0, .pending = 2},
      {.warp = 1, .kind = kWait, .interval = 6, .request = 0, .lanes = 1, .pending = 0},
      {.warp = 1, .kind = kArrive, .interval = 6, .request = 0, .lanes = 1, .pending = 8},
      {.warp = 1, .kind = kArriveWithCopies, .interval = 6, .lanes = 1, .pending = 16},
      {.warp = 1, .kind = kPass, .interval = 6, .lanes = 1, .pending = SyncEvent::kNamed + 15}};
  expect_round_trip(r);
  r.patterns[1].sync_events[3].phase = 7, r.patterns[1].sync_events[5].phase = 0;
  expect_round_trip(r);
}
TEST(RoundTrip, OfOriginsAndPtx) {
  Recording r = testing::example_recording();
  r.templates[0].rows[1].origin = 1, r.templates[0].rows[1].origin_byte = 12;
  r.templates[5].rows[4].origin = 65535;
  r.code = {".version 9.0\n\t.target sm_90\n", "_Z7examplei"};
  expect_round_trip(r);
}
TEST(RoundTrip, OfParts) {
  Recording r = testing::example_recording();
  r.templates[0].parts = {{1, 1, 12, 0, 4}, {1, 2, 0, 0, 4, true}};
  r.templates[1].parts = {{0, 65535, 0, 0, 1}};
  const Site& site = r.sites[r.templates[1].rows[0].site];
  if (r.tensors[site.tensor].space != Space::kShared || site.op != Op::kStore) r.templates[1].parts.clear();
  expect_round_trip(r);
}
TEST(RoundTrip, OfWhatIsKnownOfSites) {
  Recording r = testing::example_recording();
  r.sites[1].one_value = true;
  r.sites[2].op = Op::kAtomic, r.sites[2].unseen = true;
  r.sites[3].agrees = true;
  r.sites[4].named = true;
  expect_round_trip(r);
}
TEST(RoundTrip, OfBulkCopies) { expect_round_trip(testing::bulk_recording()); }
TEST(RoundTrip, OfLoadsOfWhatNobodyHasWritten) {
  Recording r = testing::example_recording();
  r.unwritten.emplace();  // there are none, which is known
  expect_round_trip(r);
  r.unwritten = {{{.site = 0, .byte = 12, .count = 1ull << 40}, {.site = 2, .byte = 0xfffffffc, .count = 1}}};
  expect_round_trip(r);
}
TEST(RoundTrip, OfAbsentLanes) {
  Recording r = testing::example_recording();
  r.absent_lanes.emplace();  // there are none, which is known
  expect_round_trip(r);
  r.divergences = {{.y = 0, .x = 1, .thread = 3, .line = 0, .other_thread = 40, .other_line = 5}};
  r.absent_lanes = {
      {{.y = 0, .x = 1, .interval = 2, .thread = 3, .line = 4, .other_thread = 16, .other_line = 0, .of_warp = true}}};
  expect_round_trip(r);
}
TEST(RoundTrip, OfAFaultThatEndedTheLaunch) {
  Recording r = testing::example_recording();
  r.fault = {.kind = LaunchFault::Kind::kBarrier, .does = "waits"};
  expect_round_trip(r);
  r.included = {{"kernels/copy.cuh", "one\ntwo\nthree\n"}};
  const Block& block = r.blocks.front();
  r.fault = {.kind = LaunchFault::Kind::kOutOfBounds,
             .y = block.y,
             .x = block.x,
             .thread = 5,
             .line = 4,
             .called = {{1, 2}, {0, 4}},
             .request = 1,
             .tensor = 1,
             .byte = -(std::int64_t{1} << 40),
             .count = std::uint64_t{1} << 40,
             .does = "loads 4 bytes 1 TB before B",
             .cause = "its index wrapped at 32 bits",
             .others = {{0, 0xff00, 0}, {1, 1, 6}}};
  expect_round_trip(r);
}
TEST(RoundTrip, OfFindingsOfTheProgram) {
  Recording r = testing::example_recording();
  r.of_program.emplace();  // there are none, which is known
  expect_round_trip(r);
  using enum ProgramFinding::Kind;
  r.of_program = {{{.kind = kHostRead, .count = 1ull << 40, .text = "the host reads x", .path = "a.cu", .line = 12},
                   {.kind = kUnwrittenCopy, .text = "cudaMemcpy"}}};
  expect_round_trip(r);
}
TEST(RoundTrip, OfUndefinedValuesAndArraysThatNobodyFills) {
  Recording r = testing::example_recording();
  r.undefined.emplace();  // there are none, which is known
  expect_round_trip(r);
  r.undefined = {{{.of = Undefined::Of::kLane,
                   .why = Undefined::Why::kBeyondBlock,
                   .use = Undefined::Use::kStore,
                   .y = 0,
                   .x = 1,
                   .thread = 36,
                   .line = 4,
                   .lanes = 0xff0,
                   .from = 0xfff00000,
                   .use_thread = 32,
                   .use_line = 5,
                   .use_tensor = 2,
                   .count = 1ull << 40},
                  {.of = Undefined::Of::kGlobal, .use = Undefined::Use::kAddress, .site = 0, .lanes = 1, .count = 1}}};
  r.undefined_cut = true;
  r.unfilled = {0, 2};
  expect_round_trip(r);
}
TEST(RoundTrip, OfIrregularTemplatesInManySections) {
  expect_round_trip(testing::irregular_recording(20000, 1u << 26));
}
TEST(RoundTrip, OfALargeGrid) { expect_round_trip(testing::large_recording()); }
TEST(RoundTrip, OfALargeGridWithEdges) { expect_round_trip(testing::large_recording(4095)); }

void set_size(Recording& r, std::uint32_t M, std::uint32_t N, std::uint32_t K) {
  const std::pair<std::uint32_t, std::uint32_t> sizes[] = {{M, K}, {K, N}, {M, N}};
  for (std::size_t t = 0; t < 3; ++t)
    r.tensors[t].layout.rows = sizes[t].first,
    r.tensors[t].layout.columns = r.tensors[t].layout.pitch = sizes[t].second;
}

TEST(RoundTrip, OfManySegmentsAndBlocksInManySections) {
  Recording r = testing::example_recording();
  Pattern& p = r.patterns[0];
  p.segments.clear();
  p.barrier_lines.assign(40000, 4);
  for (std::uint16_t warp = 0; warp < 2; ++warp)
    for (std::uint32_t i = 0; i < 20000; ++i)
      p.segments.push_back({.warp = warp, .interval = 2 * i, .template_id = 0, .base = {i * 77, i * i, 0, 0}});
  r.grid_y = r.grid_x = r.selection.block_y.end = r.selection.block_x.end = 400;
  r.blocks.clear();
  for (std::uint32_t b = 0; b < 400 * 400; ++b) r.blocks.push_back({b / 400, b % 400, b % 2, {b / 400 * 3, 5, b}});
  index_patterns(r);
  expect_round_trip(r);
  const auto file = encode(r).value();
  const auto sections = Container::open(file, kMaxMemoryBytes);
  EXPECT_EQ(sections->sections(SectionType::kSegments).size(), 3u);
  EXPECT_EQ(sections->sections(SectionType::kBlocks).size(), 3u);
}

TEST(RoundTrip, OfALaunchThatDidNothing) {
  Recording r = testing::example_recording();  // no blocks, and arrays without elements
  r.selection = {{0, 0}, {0, 0}, {0, 2}};
  r.tensors[0].layout.columns = r.tensors[0].layout.pitch = r.tensors[1].layout.rows = 0;
  r.templates.clear(), r.patterns.clear(), r.blocks.clear();
  expect_round_trip(r);
}

TEST(RoundTrip, OfABlockWithoutRequests) {
  Recording r = testing::example_recording();
  r.patterns[1].segments.clear();
  index_patterns(r);
  expect_round_trip(r);
}

TEST(RoundTrip, OfWhatIsJustWithinTheLimits) {
  Recording r = testing::example_recording();
  r.kernel = std::string(kMaxNameBytes, 'x');
  r.source.text += std::string(kMaxSourceBytes - r.source.text.size(), ' ');
  r.parameters.resize(kMaxParameters, {"name", "value"});
  set_size(r, 1u << 10, 1u << 10, 1u << 20);  // A and B of 4 GiB
  r.grid_y = r.grid_x = 1u << 10;
  r.threads = kMaxThreads;
  r.shared_bytes = kMaxSharedBytes;
  r.sites.resize(kMaxSites, r.sites.back());
  r.tensors.resize(kMaxTensors, r.tensors[4]);
  r.tensors.back().offset = kMaxSharedBytes - 128;
  r.tensors.insert(r.tensors.begin() + 3,
                   {.name = "D", .element_bytes = 16, .layout = padded_rows(1 << 14, 1 << 14), .of = {}});
  r.tensors.pop_back();
  for (Site& site : r.sites) site.tensor = static_cast<std::uint16_t>(site.tensor + (site.tensor >= 3 ? 1 : 0));
  index_patterns(r);
  expect_round_trip(r);
  r.grid_y = r.grid_x = 1u << 12;
  ASSERT_EQ(std::uint64_t{r.grid_y} * r.grid_x, kMaxBlocks);
  expect_round_trip(r);
}

TEST(RoundTrip, OfAtomicOperationsAndSixteenArrays) {
  Recording r = testing::example_recording();
  const auto more = static_cast<std::uint16_t>(kMaxGlobalTensors - 3);
  for (std::uint16_t i = 0; i < more; ++i)
    r.tensors.insert(r.tensors.begin() + 3,
                     {.name = "D" + std::to_string(i), .layout = padded_rows(1, 1 << i), .of = {}});
  for (Site& site : r.sites) site.tensor = static_cast<std::uint16_t>(site.tensor + (site.tensor >= 3 ? more : 0));
  r.sites.back().op = Op::kAtomic, r.sites.back().atomic = Atomic::kCompareSwap;
  for (Block& block : r.blocks)
    for (std::size_t t = 0; t < block.base.size(); ++t) block.base[t] = 1000 * block.x + static_cast<std::uint32_t>(t);
  index_patterns(r);
  expect_round_trip(r);
}

TEST(RoundTrip, OfAnArrayOfManyAllocations) {
  Recording r = read_file("tests/data/recorded/tiled.gst").value();
  r.tensors[0].parts = {{"allocation 3", 0, 100}, {"x", 256, 256}, {"allocation 7", 1024, 3000}};
  expect_round_trip(r);
  r.tensors[1].layout.columns = r.tensors[1].layout.pitch = kMaxParts * 64;
  r.tensors[0].parts.clear();
  for (std::uint32_t i = 0; i < kMaxParts; ++i) r.tensors[1].parts.push_back({"p", 256 * i, 1 + i % 256});
  expect_round_trip(r);
}

TEST(RoundTrip, OfWhereArraysBegin) {
  Recording r = read_file("tests/data/recorded/tiled.gst").value();
  EXPECT_FALSE(r.tensors[0].past_boundary);  // it was not kept then
  r.tensors[0].past_boundary = 0, r.tensors[1].past_boundary = 255, r.tensors[2].past_boundary = 16;
  expect_round_trip(r);
  r.tensors[0].past_boundary = 16;
  r.tensors[0].parts = {{"x", 0, 240}, {"y", 244, 252}, {"allocation 7", 1024, 3000}};
  expect_round_trip(r);
}

TEST(RoundTrip, OfAddressesOutOfBounds) {  // a recording must be able to show them
  Recording r = testing::example_recording();
  r.templates[0].addresses[0] = 0xfffffff0;
  r.templates[1].addresses[5] = 0x7fffffff;
  r.blocks[3].base = {0xffffffff, 0x80000000, 1, 0};
  expect_round_trip(r);
}

TEST(RoundTrip, DoesNotDependOnDerivedMembers) {
  Recording stale = testing::example_recording();
  for (Pattern& p : stale.patterns) {
    p.warp_begin.clear(), p.warp_requests.assign(99, 1);
    for (Segment& s : p.segments) s.first_request = 12345;
  }
  const auto read = decode_file(encode(stale).value());
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, testing::example_recording());
}

TEST(RoundTrip, GivesTheSameBytesForEqualRecordings) {
  const Recording recording = testing::example_recording();
  const auto bytes = encode(recording).value();
  EXPECT_EQ(encode(decode_file(bytes).value()).value(), bytes);
}

TEST(RoundTrip, SurvivesSectionsOfUnknownTypes) {  // which later versions may add
  auto sections = testing::take_apart(encode(testing::example_recording()).value());
  testing::RawSection unknown{{.type = static_cast<SectionType>(section_code("NEWS"))}, std::vector<std::byte>(100)};
  sections.insert(sections.begin(), unknown);
  sections.push_back(unknown);
  const auto read = decode_file(testing::put_together(sections));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, testing::example_recording());
}

}  // namespace
}  // namespace gemmscope::format
