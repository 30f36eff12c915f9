// SPDX-License-Identifier: MIT
#include "app/session/link.h"

#include <gtest/gtest.h>

#include <cctype>

#include "app/session/baseline.h"
#include "app/session/followed.h"
#include "app/session/link_entries.h"
#include "app/session/selecting.h"
#include "app/session/stepping.h"
#include "tests/format/example_recording.h"
#include "tests/names_in_order.h"
#include "tests/session/fixture.h"
#include "tracing/format/file.h"

namespace gemmscope::session {
namespace {

/// A session on the same recording, and otherwise made from nothing but the text of another one's link.
Session reproduce(const std::string& text, LoadedPtr loaded = small_recording()) {
  Session s = opened(std::move(loaded));
  const Result<Link> link = parse_link(text);
  EXPECT_TRUE(link) << link.error().message;
  if (!link) return s;
  const Result<void> done = follow(s, *link);
  EXPECT_TRUE(done) << done.error().message;
  return s;
}

std::string message_of(const std::string& text) {
  Session s = small_session();
  const Result<Link> link = parse_link(text);
  if (!link) return link.error().message;
  const Result<void> done = follow(s, *link);
  return done ? "" : done.error().message;
}

TEST(Link, NamesMayHaveAnyCharacters) {
  format::Recording recording = small_recording()->recording;
  recording.kernel = "gemm<float, 4>/a b=c%2F";
  Session s = opened(std::make_shared<const Loaded>(std::move(recording)));
  s.look.given = {{"a:b,c", "d:e,f"}, {"x/y", "%"}, {"arguments", "512 256 64"}};
  const std::string text = link_of(s);
  const Result<Link> link = parse_link(text);
  ASSERT_TRUE(link) << link.error().message;
  EXPECT_EQ(link->kernel, s.look.recording()->kernel) << text;
  EXPECT_EQ(link->numbers, s.look.given) << text;
}

TEST(Link, AKernelAloneHasTheNumbersOfItsFile) {
  EXPECT_EQ(parse_link("kernel=naive")->numbers, Numbers());
  EXPECT_EQ(parse_link("kernel=naive/set=PA:4")->numbers, (Numbers{{"PA", "4"}}));
  EXPECT_EQ(parse_link("lane=5")->numbers, std::nullopt);
}

TEST(Link, ElementsOfMatricesWithOddNamesAreFound) {
  format::Recording r = format::testing::example_recording();
  r.tensors[3].name = "a[b][1]/c";
  const std::string text = text_of(r, {.tensor = 3, .row = 1, .column = 2});
  const auto found = element_from(r, text);
  ASSERT_TRUE(found) << text;
  EXPECT_EQ(*found, (Element{.tensor = 3, .row = 1, .column = 2}));
}

TEST(Link, ElementsOfArraysWithoutRowsHaveOneIndex) {
  format::Recording r = format::testing::example_recording();
  r.tensors[1].layout = {.rows = 1, .columns = 20, .pitch = 20};
  const Element element{.tensor = 1, .row = 0, .column = 7};
  EXPECT_EQ(text_of(r, element), r.tensors[1].name + "[7]");
  for (const char* index : {"[7]", "[0][7]"}) EXPECT_EQ(element_from(r, r.tensors[1].name + index), element) << index;
  for (const char* index : {"[20]", "[1][7]", "7]", ""})
    EXPECT_FALSE(element_from(r, r.tensors[1].name + index)) << index;
  EXPECT_FALSE(element_from(r, r.tensors[0].name + "[7]"));  // which has rows
}

TEST(Link, ReproducesTheStateExactly) {
  Session s = small_session({{"PA", "4"}});
  go_to(s.look, {2, 1, 57});
  select_lane(s.look, 9);
  select_bank(s.look, 17);
  set_rule(s.look, analysis::ConflictModel::kTextbook);
  set_scope(s.look, Scope::kBlock);
  set_theme(s, Theme::kLight);
  set_scale(s, 1.75f);
  const Session again = reproduce(link_of(s), s.look.loaded);
  EXPECT_EQ(place_of_link(again), place_of_link(s));
  EXPECT_EQ(again.look.cursor, s.look.cursor);
  EXPECT_EQ(again.look.selected, s.look.selected);
  EXPECT_EQ(again.desk.scale, 1.75f);
  EXPECT_EQ(again.look.current->request, s.look.current->request);
}

TEST(Link, ReproducesASelectedCellAndElement) {
  Session s = small_session();
  select_cell(s.look, *element_from(*s.look.recording(), "As[3][7]"));
  EXPECT_EQ(reproduce(link_of(s)).look.selected, s.look.selected);
  select_element(s.look, *element_from(*s.look.recording(), "B[2][130]"));
  EXPECT_EQ(reproduce(link_of(s)).look.selected, s.look.selected);
}

/// Every entry about a view, with another value than at first.
TEST(Link, ReproducesWhatTheViewsShow) {
  Session s = opened(broken_recording("warp_tile_no_barrier_before"));  // which has a finding
  s.look.views.check.faults = 4, s.look.views.check.chosen = 0;
  s.desk.panels.stage = "stores";
  s.look.views.shared = {.tile = 2, .whole = true, .memory = {8, 16, 5, 7}};
  s.look.views.source.whole = s.look.views.source.machine = true;
  s.look.views.source.file = 3, s.look.views.source.architecture = "sm_90";
  s.look.views.lanes.sort_by = 3, s.look.views.lanes.descending = true;
  s.look.views.heatmap = {.tab = 2, .excess = !views::HeatmapState{}.excess};
  s.look.views.performance.report = 2;
  s.look.views.registers = {.order = analysis::FfmaOrder::kZigzag, .depth = 3, .position = 6};
  s.look.views.timeline = {.first = 12.5, .shown = 40};
  s.look.views.limits = {.tab = 1, .roof = 2};
  s.look.views.reuse.block = true;
  s.look.views.sweep.on = true, s.look.views.sweep.over = "PA=0/4",
  s.look.views.sweep.order = views::SweepOrder::kWarps;
  const std::string text = link_of(s);
  for (const auto& entry : view_entries())
    EXPECT_NE(text.find("/" + std::string(entry.key) + "="), std::string::npos) << entry.key;
  const Session again = reproduce(text, s.look.loaded);
  EXPECT_EQ(link_of(again), text);
  EXPECT_EQ(again.desk.panels.focus_view, "stores");
  EXPECT_EQ(again.look.views.lanes.sort_by, 3);
  EXPECT_TRUE(again.look.views.lanes.descending);
  EXPECT_EQ(again.look.views.timeline.first, 12.5);
  EXPECT_EQ(again.look.views.shared.memory, s.look.views.shared.memory);
  EXPECT_EQ(again.look.views.registers.order, analysis::FfmaOrder::kZigzag);
  EXPECT_EQ(again.look.views.registers.depth, 3);
  EXPECT_EQ(again.look.views.registers.position, 6);
  EXPECT_EQ(link_of(small_session()).find("tile="), std::string::npos);
}

/// A program may keep more tiles in shared memory than the ladder's kernels.
TEST(Link, HoldsTheTileThatIsShownOfAProgram) {
  Session s;
  const LoadedPtr loaded = std::make_shared<const Loaded>(format::read_file("tests/data/recorded/product.gst").value());
  ASSERT_TRUE(loaded->recording.tiles_known());
  for (const int tile : {0, 1, 2, 3, 4, 12}) {
    open(s, loaded);
    s.look.views.shared.tile = tile;
    const std::string text = place_of_link(s);
    EXPECT_EQ(text.find("/tile=") != text.npos, tile != 0) << text;
    s.look.views = {};
    const auto link = parse_link(text);
    ASSERT_TRUE(link) << link.error().message;
    ASSERT_TRUE(follow(s, *link));
    EXPECT_EQ(s.look.views.shared.tile, tile) << text;
  }
  for (const char* wrong : {"tile=65", "tile=-1", "tile=Ds"}) EXPECT_FALSE(parse_link(wrong)) << wrong;
}

TEST(Link, PeopleMaySaySiteOrLineAndKTileInsteadOfRequest) {
  const Session s = reproduce("k_tile=1 site=As_load step=3 lane=4");
  EXPECT_EQ(site_here(s), "As_load");
  EXPECT_EQ(s.look.current->request.step, 3);
  EXPECT_EQ(s.look.k_tile(), 1u);
  EXPECT_EQ(reproduce("k_tile=1/line=" + std::to_string(s.look.current->site.line) + "/step=3").look.cursor,
            s.look.cursor);
  EXPECT_EQ(reproduce("k_tile=end").look.k_tile(), format::kEpilogue);
  EXPECT_EQ(site_here(reproduce("site=C_store")), "C_store");  // it has no k-tile
}

TEST(Link, ALineWithoutARequestSaysWhoMakesOne) {
  format::Recording recording = small_recording()->recording;  // in which warp 0 writes nothing back
  for (format::Pattern& pattern : recording.patterns)
    std::erase_if(pattern.segments, [](const auto& s) { return s.warp == 0 && s.k_tile == format::kEpilogue; });
  Session s = opened(std::make_shared<const Loaded>(std::move(recording)));
  const auto why = [&](const std::string& text) -> std::string {
    const auto link = parse_link(text);
    EXPECT_TRUE(link) << text;
    const Result<void> followed = follow(s, *link);
    return followed ? "" : followed.error().message;
  };
  const std::string line = std::to_string(line_of(s, "C_store"));
  EXPECT_TRUE(names_in_order(why("warp=0/site=C_store"), {"warp 0", "C_store", "warp=1"}));
  EXPECT_TRUE(names_in_order(why("line=9999"), {"no memory", "line 9999"}));
  EXPECT_TRUE(names_in_order(why("warp=0/line=" + line), {"warp 0", "line " + line, "warp=1"}));
  EXPECT_EQ(why("warp=1/line=" + line), "");
  EXPECT_TRUE(names_in_order(why("warp=1/k_tile=77/line=" + line), {"warp 1", "k_tile=77, line=" + line}));
}

TEST(Link, WrongTextIsASentenceThatSaysWhatIsPossible) {
  EXPECT_EQ(message_of("colour=red"), "a link has no entry 'colour'; Ctrl C in the window copies one");
  EXPECT_EQ(message_of("blok=1,0"), "a link has no entry 'blok'; do you mean 'block'?");
  EXPECT_EQ(message_of("ban=1"), "a link has no entry 'ban'; do you mean 'bank'?");
  EXPECT_EQ(message_of("lane=32"), "'lane=32' cannot be read; write lane=0 to 31");
  EXPECT_EQ(message_of("bank=32"), "'bank=32' cannot be read; write bank=0 to 31");
  EXPECT_EQ(message_of("set=PA"), "'set=PA' cannot be read; write set=NAME:VALUE,NAME:VALUE");
  for (const char* gone : {"preset", "size", "alpha", "blocks_y", "k_tiles", "epilogue", "backend", "baseline"})
    EXPECT_TRUE(message_of(gone + std::string("=1")).starts_with("a link has no entry '" + std::string(gone) + "'; "));
  EXPECT_EQ(message_of("rule=hardware"), "'rule=hardware' cannot be read; write rule=fused, textbook or subop");
  EXPECT_EQ(message_of("heat=rows"), "'heat=rows' cannot be read; write heat=banks, cells or lines");
  EXPECT_EQ(message_of("zoom=3"), "'zoom=3' cannot be read; write zoom=FIRST:COUNT requests of the timeline");
  EXPECT_EQ(message_of("ffma=65"), "'ffma=65' cannot be read; write ffma=1 to 64");
  EXPECT_EQ(message_of("reuse_depth=4"),
            "'reuse_depth=4' cannot be read; write reuse_depth=0 to 3 registers that a slot keeps");
  EXPECT_EQ(message_of("ffma_order=spiral").substr(0, 43), "'ffma_order=spiral' cannot be read; write f");
  EXPECT_TRUE(names_in_order(message_of("warp=4"), {"warp 4", "warps 0 to 3"}));
  EXPECT_TRUE(names_in_order(message_of("block=9,9"), {"block 9,9", "4 blocks", "2 x 2"}));
  EXPECT_TRUE(names_in_order(message_of("request=999999"), {"request 999999", "requests 1 to"}));
  EXPECT_TRUE(names_in_order(message_of("cell=As[999][0]"), {"'As[999][0]'", "A, B, C, As, Bs", "A[ROW][COLUMN]"}));
  EXPECT_EQ(message_of("site="), "'site=' cannot be read; write site=a site's name");
  constexpr const char* kSites = "A_load, As_load, As_store, B_load, Bs_load, Bs_store, C_store";
  EXPECT_TRUE(names_in_order(message_of("site=Cs_store"), {"Cs_store", kSites}));
  EXPECT_TRUE(names_in_order(message_of("site=As_store/line=1"), {"As_store", "line 1", kSites}));
  EXPECT_TRUE(names_in_order(message_of("line=1"), {"line 1"}));
  EXPECT_EQ(message_of(""), "");
}

/// Cut off anywhere, a link is either followed or refused with a sentence.
TEST(Link, EveryPrefixOfALinkIsFollowedOrRefusedInTheFormOfAllErrors) {
  Session s = small_session({{"PA", "4"}});
  select_cell(s.look, *element_from(*s.look.recording(), "As[3][7]"));
  const std::string text = link_of(s);
  std::size_t followed = 0, refused = 0;
  for (std::size_t length = 0; length <= text.size(); ++length) {
    const std::string message = message_of(text.substr(0, length));
    ++(message.empty() ? followed : refused);
    if (message.empty()) continue;  // else without capital and full stop: the command line and the window add them
    EXPECT_FALSE(message.ends_with('.') || std::isupper(static_cast<unsigned char>(message[0])))
        << text.substr(0, length) << ": " << message;
  }
  EXPECT_EQ(message_of(text), "");
  EXPECT_GT(followed, 5u);  // at least one for each entry
  EXPECT_GT(refused, 5u);
}

}  // namespace
}  // namespace gemmscope::session
