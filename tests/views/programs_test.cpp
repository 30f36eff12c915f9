// SPDX-License-Identifier: MIT
// Views of programs that are no matrix multiplication say nothing of k-tiles, nor of what only the ladder has.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/draw/canvas.h"
#include "app/session/link.h"
#include "app/session/refresh.h"
#include "app/session/stepping.h"
#include "app/views/check/rows.h"
#include "app/views/timeline/words.h"
#include "app/views/view.h"
#include "app/words/number.h"
#include "app/words/setting_words.h"
#include "tests/views/plain_surface.h"
#include "tracing/format/file.h"

namespace gemmscope::views {
namespace {

session::Session opened(const char* link = "") {
  session::Session session;
  auto recording = format::read_file("tests/data/recorded/transpose.gst");
  EXPECT_TRUE(recording);
  session::open(session, std::make_shared<const session::Loaded>(std::move(recording).value_or(format::Recording{})));
  if (*link == 0) return session;
  EXPECT_TRUE(session::follow(session, *session::parse_link(link)));
  return session;
}

bool draws(const session::Session& session, const char* view, std::string_view text) {
  PlainSurface surface;
  draw::Drawing drawing{"", {}, {760, 600}, {}};
  session::Actions actions;
  draw::Canvas canvas({theme::colours(session.desk.theme), 1, true}, surface, drawing);
  draw(*find_view(view), session, actions, canvas);
  return std::ranges::any_of(drawing.shapes, [&](const draw::Shape& shape) {
    const auto* drawn = std::get_if<draw::Text>(&shape);
    return drawn != nullptr && drawn->text.find(text) != drawn->text.npos;
  });
}

TEST(Programs, SayInSharedThatALaneTakesNoPart) {
  const session::Session s = opened("block=0,3/site=tile_store/lane=20");
  EXPECT_TRUE(draws(s, "shared", "Lane 20 takes no part in this request."));
  EXPECT_FALSE(draws(s, "shared", "4\u202f294"));
}

TEST(Programs, HaveNoScopeOfAKTile) {
  session::Session s = opened();
  for (const char* view : {"metrics", "source"}) {
    EXPECT_FALSE(draws(s, view, "k-tile")) << view;
    EXPECT_TRUE(draws(s, view, "whole kernel")) << view;
  }
  session::next_scope(s.look);
  EXPECT_EQ(s.look.scope, session::Scope::kBlock);
  session::next_scope(s.look);
  EXPECT_EQ(s.look.scope, session::Scope::kKernel);
}

TEST(Programs, HaveFindingsWithoutKTilesAndNobodyWhoVerifiesThem) {
  const session::Session s = opened();
  const format::Recording& r = *s.look.recording();
  const analysis::Finding finding{.at = analysis::Access{}};
  EXPECT_EQ(finding_cells(r, finding).size(), 5u);
  EXPECT_EQ(std::ranges::count(finding_cells(r, finding), "end"), 0);
  for (const std::string& line : scope_lines(r, s.look.loaded->check))
    EXPECT_EQ(line.find("verify"), line.npos) << line;
}

TEST(Programs, SayInCheckWhoDoesIt) {
  format::Recording stray = format::read_file("tests/data/recorded/transpose.gst").value();
  for (format::Template& coded : stray.templates) coded.addresses[0] += 1u << 24;  // beyond all arrays
  session::Session s;
  session::open(s, std::make_shared<const session::Loaded>(std::move(stray)));
  ASSERT_FALSE(s.look.loaded->check.findings.empty());
  EXPECT_TRUE(draws(s, "check", "who"));
  EXPECT_FALSE(draws(s, "check", "k-tile"));
}

TEST(Programs, AreComparedByTheNamesOfTheirBlocks) {
  const session::Session s = opened();
  const format::Recording& all = *s.look.recording();
  format::Recording one = all;
  one.selection.block_y = {1, 2}, one.selection.block_x = {2, 3};
  const auto differ = words::differing_settings(all, one);
  ASSERT_EQ(differ.size(), 1u);
  EXPECT_EQ(differ[0].second, "block 2,1,0");
}

TEST(Programs, HaveKeysOfTheBlocksThatAreDrawnInTheirColours) {
  EXPECT_TRUE(draws(opened("block=0,1"), "writers", "block (0,0,0)"));
  EXPECT_TRUE(draws(opened("block=0,1"), "writers", "this block"));
  const session::Session first = opened("block=0,0");
  EXPECT_TRUE(draws(first, "writers", "block (1,0,0)"));
  EXPECT_FALSE(draws(first, "writers", "several"));
  EXPECT_FALSE(draws(first, "writers", "to (0,0,0)"));
}

/// Its line loads A and stores to shared memory; the number beside it counts the stores' wavefronts.
TEST(Programs, SayOfALineWithBothMemoriesWhatEachCosts) {
  const std::string sectors = words::thousands(1015) + " sectors";
  EXPECT_TRUE(draws(opened("request=1"), "source", "280 wavefronts; " + sectors + ", ideal 910"));
  EXPECT_FALSE(draws(opened("request=2"), "source", sectors));
}

TEST(Programs, AreComparedInTheTimelineWithoutAWriteBack) {
  const session::Session s = opened();
  const std::string text = timeline_answer(s.look, s.look);
  EXPECT_EQ(text.find("write-back"), text.npos) << text;
  EXPECT_TRUE(text.starts_with("Warp 0: ")) << text;
}

/// In the least room of the view the baseline has words alone.
TEST(Programs, AreComparedInSharedByBothMemoriesInOnePicture) {
  const session::Session s = opened("request=9");
  for (const draw::Point size : {draw::Point{712, 532}, draw::Point{480, 272}}) {
    PlainSurface surface;
    draw::Drawing drawing{"", {}, size, {}};
    session::Actions actions;
    draw::Canvas canvas({theme::colours(s.desk.theme), 1, true}, surface, drawing);
    find_view("shared")->draw_compared(s.look, s.look, actions, canvas);
    const auto drawn = [&](std::string_view part) {
      return std::ranges::count_if(drawing.shapes, [&](const draw::Shape& shape) {
        const auto* text = std::get_if<draw::Text>(&shape);
        return text != nullptr && text->text.starts_with(part);
      });
    };
    EXPECT_EQ(drawn("byte"), size.y < 300 ? 1 : 2) << size.y;
    EXPECT_EQ(drawn("1 bank serves 32 different words"), 1) << size.y;
    EXPECT_EQ(drawn("Lane 0 reads tile["), 1) << size.y;
  }
}

/// Its first array is stored to by the last block alone; all add to another one by atomic operations.
TEST(Programs, SayInStoresWhatTheBlockStores) {
  session::Session s;
  session::open(
      s, std::make_shared<const session::Loaded>(format::read_file("tests/data/recorded/last_adds_up.gst").value()));
  session::go_to(s.look, {0, 1, 0});
  EXPECT_FALSE(draws(s, "stores", "writes nothing"));
  EXPECT_TRUE(draws(s, "stores", "Block (0,0,0) writes "));
  EXPECT_TRUE(draws(s, "stores", "tickets"));
  EXPECT_TRUE(draws(s, "stores", "Go to the store"));
}

TEST(Programs, OfferNoWayToAStoreThatTheBlockDoesNotMake) {
  format::Recording r = format::read_file("tests/data/recorded/last_adds_up.gst").value();
  for (format::Site& site : r.sites)
    if (r.tensors[site.tensor].name != "total") site.op = format::Op::kLoad;  // which the last block stores
  session::Session s;
  session::open(s, std::make_shared<const session::Loaded>(std::move(r)));
  EXPECT_TRUE(draws(s, "stores", "This block stores nothing to an array. In other"));
  EXPECT_FALSE(draws(s, "stores", "Go to the store"));
}

/// regM and regN are names of the ladder's kernels.
TEST(Programs, HaveTheFactorsOfALaneByTheirMatrices) {
  session::Session s;
  session::open(s, std::make_shared<const session::Loaded>(format::read_file("tests/data/recorded/fused.gst").value()));
  ASSERT_TRUE(session::follow(s, *session::parse_link("site=tiles_load")));
  EXPECT_TRUE(draws(s, "writers", " read, B "));
  for (const char* name : {"regM", "regN"}) EXPECT_FALSE(draws(s, "writers", name)) << name;
  const auto there = session::follow(s, *session::parse_link("cell=Xs[0][0]"));
  ASSERT_FALSE(there);
  EXPECT_NE(there.error().message.find("tiles"), std::string::npos) << there.error().message;
}

}  // namespace
}  // namespace gemmscope::views
