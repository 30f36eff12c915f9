// SPDX-License-Identifier: MIT
// Grids with z: what blocks are called, what is written of them, and what no file may say.
#include <functional>

#include <gtest/gtest.h>

#include "tests/format/example_recording.h"
#include "tests/format/repack.h"
#include "tracing/format/block_name.h"
#include "tracing/format/file.h"
#include "tracing/format/recording_generated.h"

namespace gemmscope::format {
namespace {

using testing::recording_with_z;

Recording reread(const Recording& recording) {
  const auto bytes = encode(recording);
  EXPECT_TRUE(bytes) << (bytes ? "" : bytes.error().message);
  auto read = bytes ? decode_file(*bytes) : tl::unexpected(bytes.error());
  EXPECT_TRUE(read) << (read ? "" : read.error().message);
  return read.value_or(Recording{});
}

/// A part of the 2 x 3 x 2 blocks.
Recording part(Range x, Range y, Range z) {
  Recording r = recording_with_z();
  r.selection.block_x = x, r.selection.block_y = y, r.selection.block_z = z;
  std::erase_if(r.blocks, [&](const Block& b) { return !r.selects(b.y, b.x); });
  return r;
}

TEST(GridZ, IsReadAsWritten) {
  for (const Recording& r : {recording_with_z(), part({1, 2}, {1, 3}, {0, 2}), part({0, 2}, {2, 3}, {1, 2}),
                             part({0, 1}, {0, 2}, {0, 1}), part({0, 1}, {1, 1}, {0, 2})})
    EXPECT_EQ(reread(r), r);
  EXPECT_EQ(part({1, 2}, {1, 3}, {0, 2}).blocks.size(), 4u);
}

/// Who knows nothing of z finds rows in which all blocks are; and a file without z says nothing of it.
TEST(GridZ, IsRowsToReadersThatDoNotKnowIt) {
  const auto rows = [](const Recording& r, bool knows_z) {
    const auto description = testing::take_apart(encode(r).value())[0].bytes;
    const meta::Meta& m = *meta::GetMeta(description.data());
    EXPECT_EQ(m.selection()->block_z() != nullptr, knows_z);
    EXPECT_EQ(m.grid_y(), r.grid_y);
    return std::pair(m.selection()->block_y()->begin(), m.selection()->block_y()->end());
  };
  EXPECT_EQ(rows(part({1, 2}, {1, 3}, {0, 2}), true), std::pair(1u, 6u));
  EXPECT_EQ(rows(part({1, 2}, {1, 2}, {1, 2}), true), std::pair(4u, 5u));
  EXPECT_EQ(rows(testing::example_recording(), false), std::pair(0u, 2u));
}

TEST(GridZ, ThatNoGridHasIsRefused) {
  const auto refused = [](const char* what, const std::function<void(Recording&)>& make) {
    SCOPED_TRACE(what);
    Recording r = recording_with_z();
    make(r);
    const auto written = encode(r);
    ASSERT_FALSE(written);
    EXPECT_NE(written.error().message.find(what), std::string::npos) << written.error().message;
    const auto read = decode_file(testing::encode_unchecked(r));
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().kind, ErrorKind::kBadFile);
    EXPECT_NE(read.error().message.find(what), std::string::npos) << read.error().message;
  };
  for (const std::uint32_t z : {0u, 4u, 5u, 7u, 0x80000000u, 0xffffffffu})
    refused("along z", [=](Recording& r) { r.grid_z = z; });
  for (const Range z : {Range{0, 3}, {2, 3}, {1, 1}, {2, 1}, {0, 0}, {0, 0xffffffff}, {0x80000000, 0x80000001}})
    refused("selected blocks", [=](Recording& r) { r.selection.block_z = z; });
  for (const Range y : {Range{0, 4}, {2, 1}, {3, 6}, {0xffffffff, 2}})
    refused("selected blocks", [=](Recording& r) { r.selection.block_y = y; });
  refused("which is not selected", [](Recording& r) { r.selection.block_z = {1, 2}; });
  refused("which is not selected", [](Recording& r) { r.selection.block_y = {1, 3}; });
}

TEST(GridZ, BlocksOfProgramsAreNamedAsInCuda) {
  const Recording r = recording_with_z();
  EXPECT_EQ(block_name(r, r.blocks[3]), "(1,1,0)");
  EXPECT_EQ(block_name(r, r.blocks[10]), "(0,2,1)");
  for (std::uint32_t b = 0; b < r.blocks.size(); ++b)
    EXPECT_EQ(find_block(r, parse_block_name(block_name(r, r.blocks[b])).value()), b);
  Recording flat = r;
  flat.grid_z = 1;
  EXPECT_EQ(block_name(flat, 4, 1), "(1,4,0)");
  EXPECT_EQ(find_block(r, {.x = 0, .y = 3, .z = 0}), std::nullopt);  // not the first row of z = 1
  EXPECT_EQ(find_block(r, {.x = 0, .y = 0, .z = 2}), std::nullopt);
  EXPECT_EQ(find_block(r, {.x = 0, .y = 0}), std::nullopt);  // whose z is not said
  EXPECT_EQ(find_block(part({0, 2}, {0, 3}, {1, 2}), {.x = 1, .y = 1, .z = 1}), 3u);
}

TEST(GridZ, NamesAreTwoNumbersOrThree) {
  EXPECT_EQ(parse_block_name("3,1"), (BlockName{.x = 1, .y = 3}));
  EXPECT_EQ(parse_block_name("3,1,2"), (BlockName{3, 1, 2}));
  EXPECT_EQ(parse_block_name("(3,1,2)"), (BlockName{3, 1, 2}));
  for (const char* text : {"", "3", "3,", "3,1,", "3,1,2,0", ",1", "3,x", "(3,1", "3,1)", "()", "(", "3 1", "-1,0",
                           "4294967296,0", "3,1,2x"})
    EXPECT_EQ(parse_block_name(text), std::nullopt) << text;
  for (const char* text : {"3,1", "3,1,2"}) EXPECT_EQ(text_of(parse_block_name(text).value()), text);
}

}  // namespace
}  // namespace gemmscope::format
