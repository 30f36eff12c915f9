// SPDX-License-Identifier: MIT
// Which request of a baseline stands below one of the timeline, and what it costs.
#include "app/views/timeline/in_step.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/views/raw_requests.h"

namespace gemmscope::views {
namespace {

using session::Session;

TEST(InStepTest, IsTheSameRequestWhereBothMakeAsMany) {
  const Session shown = recorded(kPadded), pinned = recorded(kPlain);
  const std::uint32_t all = session::warp_requests(*shown.look.recording(), 0, 3);
  const InStep in_step(shown.look, pinned.look, 3, 0, all);
  int cheaper = 0;
  for (std::uint32_t i = 0; i < all; ++i) {
    ASSERT_EQ(in_step.at(i), i);
    const auto now = look_at(*shown.look.loaded, {0, 3, i}, analysis::ConflictModel::kFused),
               before = look_at(*pinned.look.loaded, {0, 3, i}, analysis::ConflictModel::kFused);
    if (now->site.name != "As_store") continue;
    EXPECT_EQ(in_step.cost(i).max_nway, static_cast<int>(wavefronts(*before))) << i;
    cheaper += wavefronts(*now) < wavefronts(*before);
  }
  EXPECT_EQ(cheaper, 32);  // 16 rows of a k-tile's part, two k-tiles
}

/// Twice as many loads of As: every second one has no other beside it, and all else has its own.
TEST(InStepTest, PairsBySiteAndOccurrenceWithinAKTile) {
  const Session shown = recorded(kNarrow), pinned = recorded(kPlain);
  const std::uint32_t all = session::warp_requests(*shown.look.recording(), 0, 1);
  const std::uint32_t others = session::warp_requests(*pinned.look.recording(), 0, 1);
  ASSERT_GT(all, others);
  const InStep in_step(shown.look, pinned.look, 1, 0, all);
  std::set<std::uint32_t> beside;
  std::uint32_t alone = 0;
  for (std::uint32_t i = 0; i < all; ++i) {
    const auto there = in_step.at(i);
    const auto now = look_at(*shown.look.loaded, {0, 1, i}, analysis::ConflictModel::kFused);
    if (!there) {
      EXPECT_EQ(now->site.name, "As_load");
      ++alone;
      continue;
    }
    const auto before = look_at(*pinned.look.loaded, {0, 1, *there}, analysis::ConflictModel::kFused);
    EXPECT_EQ(now->site.name, before->site.name) << i;
    EXPECT_EQ(now->request.k_tile, before->request.k_tile) << i;
    EXPECT_TRUE(beside.insert(*there).second) << *there << " stands beside two requests";
  }
  EXPECT_EQ(beside.size(), others);
  EXPECT_EQ(alone, all - others);
}

/// As far into the k-tile, where columns are of many requests: the worst of both halves of it is found.
TEST(InStepTest, StretchesAreAsFarIntoTheKTile) {
  const Session shown = recorded(kNarrow), pinned = recorded(kPlain);
  const InStep in_step(shown.look, pinned.look, 0);
  const auto band = shown.look.loaded->timelines[0].k_tile_bands(0, 0)[1],
             there = pinned.look.loaded->timelines[0].k_tile_bands(0, 0)[1];
  EXPECT_EQ(in_step.cost(band.begin, band.end).requests, there.end - there.begin);
  EXPECT_EQ(in_step.cost(band.begin, band.end).max_nway, 4);
  EXPECT_EQ(in_step.cost((band.begin + band.end) / 2.0, band.end).max_nway, 1);  // loads alone
}

}  // namespace
}  // namespace gemmscope::views
