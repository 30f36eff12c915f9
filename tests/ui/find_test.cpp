// SPDX-License-Identifier: MIT
// Ctrl K finds everything that has a name, links are followed, and one can go back.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/session/followed.h"
#include "app/session/link.h"
#include "app/session/own_numbers.h"
#include "app/session/own_product.h"
#include "app/session/stepping.h"
#include "app/shell/find.h"
#include "app/words/docs.h"
#include "tests/format/example_recording.h"
#include "tests/session/fixture.h"
#include "tests/ui/session_window.h"

namespace gemmscope::ui {
namespace {

using session::Session;

/// The first thing found.
shell::Found first(const Session& s, const std::string& search) {
  const std::vector<shell::Found> all = shell::find(s, search);
  return all.empty() ? shell::Found{"nothing", "", "", {}} : all[0];
}

/// What it does to a session.
Session after(const std::string& search) {
  Session s = session::small_session();
  const shell::Found found = first(s, search);
  EXPECT_TRUE(found.run) << search;
  if (found.run) found.run(s);
  return s;
}

TEST(Find, FindsKernelsPresetsAndSizes) {
  EXPECT_TRUE(after("kernel vectorized").desk.panels.to_open.ends_with("kernels/08_vectorized.cu"));
  EXPECT_TRUE(after("half_zeroed").desk.panels.to_open.ends_with("shared_tile_half_zeroed.cu"));
  EXPECT_EQ(own_preset(after("a100")), "k10_a100");
  EXPECT_EQ(session::own_product(after("size 1000")), (session::OwnProduct{1000, 1000, 1000}));
  EXPECT_EQ(session::own_product(after("size 70x66x10")), (session::OwnProduct{70, 66, 10}));
  EXPECT_NE(first(session::opened(session::small_recording()), "size 1000").kind, "size") << "it has no program";
}

TEST(Find, FindsBlocksOfAGridWithZ) {
  for (const char* text : {"block 0,2,1", "block (0,2,1)"}) {
    Session s;
    open(s, std::make_shared<const session::Loaded>(format::testing::recording_with_z()));
    const shell::Found found = first(s, text);
    ASSERT_EQ(found.kind, std::string("block")) << text;
    found.run(s);
    EXPECT_EQ(s.look.cursor.block, 10u);
  }
}

TEST(Find, FindsBlocksOfAProgramByRowAndColumnToo) {
  format::Recording r = format::testing::recording_with_z();
  r.grid_z = 1, r.selection.block_z = {0, 1}, r.selection.block_y = {0, r.grid_y};
  Session s;
  open(s, std::make_shared<const session::Loaded>(std::move(r)));
  const shell::Found found = first(s, "block 5,0");
  ASSERT_EQ(found.kind, std::string("block"));
  found.run(s);
  EXPECT_EQ(s.look.cursor.block, 10u);
}

TEST(Find, FindsPlaces) {
  EXPECT_EQ(after("lane 17").look.selected.lane, 17);
  EXPECT_EQ(after("warp 3").look.cursor.warp, 3u);
  EXPECT_EQ(after("block 1,0").look.cursor.block, 2u);
  EXPECT_EQ(after("k-tile 2").look.k_tile(), 2u);
  const std::uint32_t line = session::line_of(session::small_session(), "C_store");
  EXPECT_EQ(after("line " + std::to_string(line)).look.current->site.name, "C_store");
}

TEST(Find, FindsElementsAndCells) {
  EXPECT_EQ(session::text_of(*session::small_session().look.recording(), *after("A[3][5]").look.selected.element),
            "A[3][5]");
  EXPECT_EQ(first(session::small_session(), "As[5][3]").kind, "cell");
  EXPECT_NE(first(session::small_session(), "A[3][5000]").kind, "element");
  Session s = session::small_session();
  const std::vector<shell::Found> all = shell::find(s, "A[3][5]");
  ASSERT_EQ(all.size(), 2u);
  all[1].run(s);
  EXPECT_TRUE(s.look.followed);
}

TEST(Find, FindsFindings) {
  Session s = session::opened(session::broken_recording("block_tile_spilled"));
  const std::vector<shell::Found> all = shell::find(s, "finding");
  const auto findings = std::ranges::count(all, "finding", &shell::Found::kind);
  EXPECT_EQ(static_cast<std::size_t>(findings), s.look.loaded->check.findings.size());
  first(s, "finding 1").run(s);
  EXPECT_EQ(s.look.views.check.chosen, 1u);
}

TEST(Find, FindsTheGlossaryAndThePages) {
  EXPECT_GT(words::glossary().size(), 30u);
  for (const words::DocText& word : words::glossary()) {
    EXPECT_NE(word.title, "");
    EXPECT_EQ(word.text.find('|'), std::string::npos) << word.title;
    const shell::Found found = first(session::small_session(), "word " + word.title);
    EXPECT_EQ(found.kind, "word") << word.title << ": " << found.title;
    EXPECT_EQ(found.title, word.title);
  }
  EXPECT_EQ(after("word wavefront").desk.panels.explain_due, "wavefront");
  EXPECT_EQ(after("page keys").desk.panels.explain_due, "Keys");
}

TEST(Find, EveryPageHasATitleOfItsOwn) {
  std::vector<std::string> titles;
  for (const words::DocText& page : words::doc_pages()) {
    EXPECT_GT(page.text.size(), 100u) << page.title;
    titles.push_back(page.title);
  }
  std::ranges::sort(titles);
  EXPECT_EQ(std::ranges::adjacent_find(titles), titles.end());
  EXPECT_GT(titles.size(), 15u);
}

TEST(Find, CommandsComeFirstAndAloneWithoutASearch) {
  const Session s = session::small_session();
  for (const shell::Found& found : shell::find(s, "")) EXPECT_EQ(found.kind, "");
  EXPECT_EQ(first(s, "conflict next").title, "Jump to the next conflict");
  EXPECT_TRUE(shell::find(s, "xyzzy").empty());
}

TEST(Find, WithoutARecordingThereIsStillAll) {
  const Session s;
  EXPECT_EQ(first(s, "kernel naive").title, "naive");
  EXPECT_NE(first(s, "lane 3").kind, "lane");
}

TEST(Find, FollowsALinkThatIsTyped) {
  const Session s = after("block=1,1/warp=2/lane=3");
  EXPECT_EQ(s.look.cursor.block, 3u);
  EXPECT_EQ(s.look.cursor.warp, 2u);
  EXPECT_EQ(s.look.selected.lane, 3);
  EXPECT_EQ(first(session::small_session(), "block=1,1/warp=x").title, "cannot be followed");
  EXPECT_EQ(first(session::small_session(), "stage=stores").title, "Follow this link");
  EXPECT_EQ(first(session::small_session(), "lane=3/stage=banks").title, "cannot be followed");  // is elsewhere
}

TEST(Window, CtrlVFollowsALinkAndAltLeftGoesBack) {
  SessionWindow window(session::small_session());
  window.run([&](ImGuiTestContext& context) {
    ImGui::SetClipboardText("set=PA:4/block=1,0/warp=3/lane=7");
    context.KeyPress(ImGuiMod_Ctrl | ImGuiKey_V);
    window.wait_for_recording(context);
    IM_CHECK_EQ(session::padding_of(window.session().look), 4u);
    IM_CHECK_EQ(window.session().look.cursor.warp, 3u);
    context.KeyPress(ImGuiMod_Alt | ImGuiKey_LeftArrow);
    window.wait_for_recording(context);
    IM_CHECK_EQ(session::padding_of(window.session().look), 0u);
    context.KeyPress(ImGuiMod_Alt | ImGuiKey_RightArrow);
    window.wait_for_recording(context);
    IM_CHECK_EQ(session::padding_of(window.session().look), 4u);
    for (const char* wrong : {"stage=banks", "no link at all"}) {
      window.session().desk.error.clear();
      ImGui::SetClipboardText(wrong);
      context.KeyPress(ImGuiMod_Ctrl | ImGuiKey_V);
      context.Yield(3);
      IM_CHECK(!window.session().desk.error.empty());
    }
  });
  EXPECT_NE(window.state()["error"], "");
  EXPECT_EQ(window.state()["numbers"]["PA"], 4);
}

TEST(Window, CtrlKShowsAWordOfTheGlossary) {
  SessionWindow window(session::small_session());
  window.run([&](ImGuiTestContext& context) {
    context.KeyPress(ImGuiMod_Ctrl | ImGuiKey_K);
    context.Yield(3);
    context.KeyCharsReplaceEnter("word wavefront");
    context.Yield(4);
    IM_CHECK_STR_EQ(window.session().desk.panels.explained.c_str(), "wavefront");
    IM_CHECK(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
  });
}

/// What do blocks at the edge do? Size, view, block: four actions.
TEST(Window, ABlockAtTheEdgeOf1024IsFourActionsAway) {
  Session small = session::small_session();
  SessionWindow window(std::move(small));
  window.run([&](ImGuiTestContext& context) {
    context.KeyPress(ImGuiMod_Ctrl | ImGuiKey_K);  // 1
    context.Yield(3);
    context.KeyCharsReplaceEnter("size 1024");  // 2
    window.wait_for_recording(context);
    context.KeyPress(ImGuiKey_2);  // 3: Arrays
    context.Yield(4);
    const ImRect grid = context.ItemInfo("//###arrays/blocks").RectFull;
    context.MouseMoveToPos({grid.Max.x - 3, grid.Max.y - 3});
    context.MouseClick();  // 4
    window.wait_for_recording(context);
  });
  const Session& s = window.session();
  EXPECT_EQ(s.look.recording()->M, 1024u);
  EXPECT_EQ(s.look.block().y, 7u);
  EXPECT_EQ(s.look.block().x, 7u);
  EXPECT_EQ(window.state()["error"], "");
}

}  // namespace
}  // namespace gemmscope::ui
