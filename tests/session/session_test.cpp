// SPDX-License-Identifier: MIT
// What refresh() keeps right beside the cursor.
#include "app/session/session.h"

#include <gtest/gtest.h>

#include "app/session/refresh.h"
#include "app/session/stepping.h"
#include "tests/session/fixture.h"
#include "tracing/format/file.h"

namespace gemmscope::session {
namespace {

std::uint64_t heat_excess(const Session& session) {
  std::uint64_t sum = 0;
  for (const auto& site : session.look.by_rule.heat.banks)
    for (const analysis::BankCount& bank : site) sum += bank.excess;
  return sum;
}

/// gather has no shared memory, transpose has conflicts, and tiled has none.
TEST(Open, ShowsTheHeatmapWhereItHasNumbersWhateverWasOpenBefore) {
  using views::HeatmapState;
  Session s;
  for (const auto& [name, heat] : {std::pair("gather", HeatmapState{.tab = HeatmapState::kLines, .excess = true}),
                                   std::pair("transpose", HeatmapState{.tab = HeatmapState::kBanks, .excess = true}),
                                   std::pair("tiled", HeatmapState{.tab = HeatmapState::kBanks, .excess = false}),
                                   std::pair("transpose", HeatmapState{.tab = HeatmapState::kBanks, .excess = true})}) {
    auto recording = format::read_file("tests/data/recorded/" + std::string(name) + ".gst");
    ASSERT_TRUE(recording) << name;
    open(s, std::make_shared<const Loaded>(std::move(*recording)));
    EXPECT_EQ(s.look.views.heatmap, heat) << name;
  }
}

TEST(ByRule, IsCountedAgainForAnotherScopeAndAnotherRule) {
  Session s = small_session();
  EXPECT_EQ(s.look.scope, Scope::kKernel);
  const std::uint64_t kernel = heat_excess(s);
  set_scope(s.look, Scope::kKTile);
  ASSERT_TRUE(s.look.by_rule.dearest);
  EXPECT_EQ(s.look.summary.sites[*s.look.by_rule.dearest].name, "As_store");
  const std::uint64_t k_tile = heat_excess(s);
  EXPECT_GT(k_tile, 0u);
  set_scope(s.look, Scope::kBlock);
  EXPECT_EQ(heat_excess(s), 4 * k_tile);
  EXPECT_EQ(kernel, 4 * 4 * k_tile);
  set_rule(s.look, analysis::ConflictModel::kSubop);
  EXPECT_EQ(s.look.by_rule.rule, analysis::ConflictModel::kSubop);
  EXPECT_NE(heat_excess(s), 4 * k_tile);
}

/// The write-back is no part of a k-tile: beside one, it looked as dear as all the loads of the main loop.
TEST(Scope, OfAKTileIsTheWriteBackOnceOneIsThere) {
  Session s = small_session();
  set_scope(s.look, Scope::kKTile);
  EXPECT_EQ(s.look.summary.site("C_store")->count.requests, 0u);
  EXPECT_EQ(s.look.summary.site("As_load")->count.requests, 128u);
  go_end(s.look);
  EXPECT_GT(s.look.summary.site("C_store")->count.requests, 0u);
  EXPECT_EQ(s.look.summary.site("As_load")->count.requests, 0u);
}

TEST(ByRule, IsNotCountedAgainForAStepInsideTheKTile) {
  Session s = small_session();
  const void* const before = s.look.by_rule.heat.words.data();
  step_request(s.look, 1);
  EXPECT_EQ(s.look.by_rule.heat.words.data(), before);
}

TEST(ByRule, HasNoDearestSiteWithoutConflicts) {
  const Session s = session_on("swizzled");
  EXPECT_FALSE(s.look.by_rule.dearest);
}

TEST(Lane, IsTheFirstThatTakesPart) {
  format::Recording recording = small_session().look.loaded->recording;
  format::Template& first = recording.templates[0];
  first.rows[0].mask &= ~7u;
  std::fill_n(first.addresses.begin(), 3, 0);
  Session s;
  open(s, std::make_shared<const Loaded>(recording));
  go_home(s.look);
  EXPECT_EQ(s.look.lane(), 3);
  s.look.selected.lane = 1;
  EXPECT_EQ(s.look.lane(), 1);
}

TEST(WriteBack, LeavesTheLastKTileInSharedMemory) {
  Session s = small_session();
  go_to_k_tile(s.look, 1);
  EXPECT_EQ(s.look.k_tile_in_shared(), 1u);
  go_end(s.look);
  ASSERT_EQ(s.look.k_tile(), format::kEpilogue);
  EXPECT_EQ(s.look.k_tile_in_shared(), 3u);
}

}  // namespace
}  // namespace gemmscope::session
