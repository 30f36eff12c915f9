// SPDX-License-Identifier: MIT
// Loads of what nobody has written, as a recording lists them: where they are, and when nothing is claimed.
#include <gtest/gtest.h>

#include "app/words/finding_words.h"
#include "tests/check/hand_made.h"
#include "tracing/analysis/check.h"

namespace gemmscope {
namespace {

using analysis::Fault;
using testing::HandMade;
using enum HandMade::Site;
using Extent = analysis::CheckScope::Extent;

/// Two blocks of a program that is no matrix multiplication: each loads 16 bytes in lanes 5 and 9 and stores 4, the
/// second one 64 bytes behind the first.
format::Recording reading_blocks() {
  HandMade block(1);
  block.recording.sites[kLoadA].width = 16;
  block.recording.sites[kStoreC].tensor = 0;
  block.add(0, 0, kLoadA, {{5, 0}, {9, 16}}).add(0, 0, kStoreC, {{3, 0}});
  format::Recording r = block.whole();
  r.grid_x = 2;
  r.selection.block_x = {0, 2};
  r.blocks.push_back({0, 1, 0, {64}});
  r.unwritten.emplace();
  return r;
}

std::vector<analysis::Finding> unwritten(const format::Recording& r) {
  std::vector<analysis::Finding> all;
  for (const analysis::Finding& f : analysis::check(r).findings)
    if (f.fault == Fault::kUnwrittenRead) all.push_back(f);
  return all;
}
analysis::CheckScope scope(const format::Recording& r) {
  return analysis::check(r).scopes[static_cast<std::size_t>(Fault::kUnwrittenRead)];
}

TEST(Unwritten, TheFirstAccessToTheLowestByteIsNamed) {
  format::Recording r = reading_blocks();
  r.unwritten = {{{.site = kLoadA, .byte = 64 + 16 + 8, .count = 21}}};
  const auto found = unwritten(r);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].count, 21u);
  EXPECT_EQ(found[0].byte, 88u);
  ASSERT_TRUE(found[0].at);
  EXPECT_EQ((std::pair<int, int>(found[0].at->block, found[0].at->lane)), std::pair(1, 9));
  const auto element = std::get<analysis::Element>(found[0].place);  // rows of 12 floats
  EXPECT_EQ((std::pair<int, int>(element.row, element.column)), std::pair(1, 10));
  EXPECT_NE(words::sentence(r, found[0]).find("neither the host nor a kernel"), std::string::npos);
}

TEST(Unwritten, NothingIsFoundWhereNothingIsListed) {
  const format::Recording r = reading_blocks();
  EXPECT_TRUE(unwritten(r).empty());
  EXPECT_EQ(scope(r).extent, Extent::kWhole);
}

TEST(Unwritten, WhatTheSameBlockStoresIsStillFound) {
  format::Recording r = reading_blocks();
  r.unwritten = {{{.site = kLoadA, .byte = 64, .count = 1}}};  // sums begin so: x[i] += y
  EXPECT_EQ(unwritten(r).size(), 1u);
}

/// Which of the two comes first is not the program's business; that is found by its own name.
TEST(Unwritten, WhatAnotherBlockStoresIsARace) {
  format::Recording r = reading_blocks();
  r.blocks[1].base[0] = 16;  // where the first one's lane 9 loads
  r.unwritten = {{{.site = kLoadA, .byte = 16, .count = 1}}};
  EXPECT_TRUE(unwritten(r).empty());
  EXPECT_EQ(analysis::check(r).count(Fault::kBlockRace), 1u);
}

TEST(Unwritten, OfAPartNothingIsClaimedThatABlockThatIsMissingMightStore) {
  format::Recording r = reading_blocks();
  r.unwritten = {{{.site = kLoadA, .byte = 4, .count = 1}}};
  r.blocks.pop_back(), r.selection.block_x = {0, 1};
  EXPECT_TRUE(unwritten(r).empty());
  r.sites[kStoreC].tensor = 2;  // nobody stores to it
  r.templates[0].rows[1].base = 2;
  EXPECT_EQ(unwritten(r).size(), 1u);
  r.unwritten = {{{.site = kLoadA, .byte = 64, .count = 1}}};  // of the missing block
  EXPECT_TRUE(unwritten(r).empty());
}

TEST(Unwritten, WhereNobodyKnowsWhatWasWrittenNothingIsChecked) {
  format::Recording r = reading_blocks();
  r.unwritten.reset();
  EXPECT_EQ(scope(r).extent, Extent::kNothing);
  r.origin.backend = "cuda";
  EXPECT_EQ(scope(r).extent, Extent::kNothing);
  EXPECT_NE(scope(r).why.find("GPU"), std::string_view::npos);
}

TEST(Unwritten, ItIsFoundWithinTheTimeThatThereIs) {
  format::Recording r = reading_blocks();
  r.unwritten = {{{.site = kLoadA, .byte = 12, .count = 1}}};
  auto now = std::chrono::steady_clock::time_point{};
  for (std::uint32_t x = 2; x < 100'000; ++x) r.blocks.push_back({0, x, 0, {64 * x}});
  r.grid_x = r.selection.block_x.end = 100'000;
  const auto late = analysis::check(r, [&] { return now += std::chrono::seconds(40); });
  EXPECT_EQ(late.scopes[static_cast<std::size_t>(Fault::kUnwrittenRead)].extent, Extent::kRecorded);
}

}  // namespace
}  // namespace gemmscope
