// SPDX-License-Identifier: MIT
// The editor of a program of several files.
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "app/screen/colour.h"
#include "app/session/refresh.h"
#include "app/shell/line_notes.h"
#include "app/theme/colours.h"
#include "tests/session/fixture.h"
#include "tests/temporary_folder.h"
#include "tests/ui/session_window.h"

namespace gemmscope::ui {
namespace {

using session::Session;

class Edited : public ::testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) const {
    const std::string path = folder_.path() / name;
    std::ofstream(path) << text;
    return path;
  }
  static std::string text_of(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  Session edited() const {
    Session session = session::small_session();
    session.own.source = main_, session.own.files = {main_, tile_};
    session.own.edited = true;
    session.desk.panels.focus_view = "source";
    return session;
  }
  /// Something is said of line 2 of the main file, and of line 1 of the other one.
  session::RejectedPtr rejected() const {
    return std::make_shared<const session::Rejected>(
        session::Rejected{{{main_, "my.cu", session::whole_source(text_of(main_))},
                           {tile_, "tile.cuh", session::whole_source(text_of(tile_))}},
                          {{2, "error: of main", 0}, {1, "error: of the tile", 1}}});
  }

  TemporaryFolder folder_;
  std::string main_ = write("my.cu", "one\ntwo\nthree\n"), tile_ = write("tile.cuh", "tile\n");
};

/// Until the panel has the keys.
void settle(ImGuiTestContext& context) { context.Yield(6); }
void press(ImGuiTestContext& context, ImGuiKeyChord keys) {
  context.KeyPress(keys);
  context.Yield(2);
}
void type(ImGuiTestContext& context, const char* text) {
  context.KeyChars(text);
  context.Yield(2);
}
void show_tab(ImGuiTestContext& context, std::string path) {
  std::ranges::replace(path, '/', '|');
  context.ItemClick(("//###source/**/###" + path).c_str());
  settle(context);
}

/// Corners of what was drawn last in the colour of a marked line's number.
int marked(const Session& session) {
  const theme::Colours& colours = theme::colours(session.desk.theme);
  const ImU32 colour = screen::packed(theme::faded(colours.error, 0.6f));
  int corners = 0;
  for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists)
    for (const ImDrawVert& corner : list->VtxBuffer) corners += corner.col == colour;
  return corners / 4;
}

TEST_F(Edited, EachFileHasItsOwnUndoAndIsSavedAlone) {
  SessionWindow window(edited());
  window.run([&](ImGuiTestContext& context) {
    settle(context);
    type(context, "a");
    show_tab(context, tile_);
    type(context, "b");
    type(context, "c");
    show_tab(context, main_);
    type(context, "d");
    press(context, ImGuiMod_Ctrl | ImGuiKey_Z);
    IM_CHECK(window.session().own.unsaved);
    press(context, ImGuiMod_Ctrl | ImGuiKey_S);
    IM_CHECK(window.session().own.unsaved);
    show_tab(context, tile_);
    press(context, ImGuiMod_Ctrl | ImGuiKey_Z);
    press(context, ImGuiMod_Ctrl | ImGuiKey_Z);
    IM_CHECK(!window.session().own.unsaved);
  });
  const std::string saved = text_of(main_);
  EXPECT_TRUE(saved == "aone\ntwo\nthree\n" || saved == "one\ntwo\nthree\n") << saved;
  EXPECT_EQ(text_of(tile_), "tile\n");
}

/// The editor begins where Source was, with what the lines cost in its margin.
TEST_F(Edited, BeginsAtTheLineThatSourceMarksWithCosts) {
  Session session = session::small_session();
  format::Recording recording = *session.look.recording();
  std::string text = recording.source.text;
  main_ = write("my.cu", text);
  recording.source.path = main_;
  session::open(session, std::make_shared<const session::Loaded>(std::move(recording)));
  session.own.source = main_, session.own.files = {main_}, session.own.launches = {session.look.loaded};
  session.desk.panels.focus_view = "source";
  const std::uint32_t line = session.look.current->site.line;
  ASSERT_GT(line, 1u);
  const auto notes = shell::line_notes(*session.look.loaded, main_, session.look.rule);
  ASSERT_TRUE(notes.contains(line));
  EXPECT_EQ(notes.at(line).factor, static_cast<double>(session.look.current->cost.max_nway));
  SessionWindow window(std::move(session));
  window.run([&](ImGuiTestContext& context) {
    settle(context);
    window.session().own.edited = true;
    settle(context);
    type(context, "@");
    press(context, ImGuiMod_Ctrl | ImGuiKey_S);
  });
  std::size_t at = 0;
  for (std::uint32_t l = 1; l < line; ++l) at = text.find('\n', at) + 1;
  EXPECT_EQ(text_of(main_), text.insert(at, "@"));
}

TEST_F(Edited, WhatOthersWriteIsAskedOfTheFileThatWasChanged) {
  SessionWindow window(edited());
  window.run([&](ImGuiTestContext& context) {
    settle(context);
    show_tab(context, tile_);
    type(context, "mine ");
    std::ofstream(tile_) << "theirs, longer\n";
    std::filesystem::last_write_time(tile_, std::filesystem::file_time_type::clock::now() + std::chrono::seconds(5));
    settle(context);
    IM_CHECK(context.ItemExists("//###source/###keep"));
    show_tab(context, main_);
    IM_CHECK(!context.ItemExists("//###source/###keep"));
    show_tab(context, tile_);
    context.ItemClick("//###source/###keep");
    settle(context);
    context.ItemClick("//###source/###save");
    context.Yield(2);
  });
  EXPECT_EQ(text_of(tile_), "mine tile\n");
}

TEST_F(Edited, KnowsThatAPersonTypesAndEscTakesAMessageAway) {
  Session session = edited();
  session.desk.notice = "1 finding more than in the run before";
  SessionWindow window(std::move(session));
  window.run([&](ImGuiTestContext& context) {
    settle(context);
    type(context, "a");
    IM_CHECK(window.session().own.typing);
    press(context, ImGuiKey_Escape);
    IM_CHECK(window.session().desk.notice.empty());
    type(context, "b");
    press(context, ImGuiMod_Ctrl | ImGuiKey_S);
    context.WindowFocus("//###metrics");
    context.Yield(2);
    IM_CHECK(!window.session().own.typing);
  });
  EXPECT_EQ(text_of(main_), "abone\ntwo\nthree\n");
}

TEST_F(Edited, MarksComeBackWithUndo) {
  Session session = edited();
  session.look.rejected = rejected();
  session.look.views.source.program_file = main_;
  SessionWindow window(std::move(session));
  window.run([&](ImGuiTestContext& context) {
    settle(context);
    show_tab(context, main_);
    press(context, ImGuiKey_DownArrow);
  });
  EXPECT_EQ(marked(window.session()), 1);
  window.run([&](ImGuiTestContext& context) {
    type(context, "x");
    press(context, ImGuiMod_Ctrl | ImGuiKey_Z);
    settle(context);
  });
  EXPECT_EQ(marked(window.session()), 1);
  window.run([&](ImGuiTestContext& context) {
    press(context, ImGuiKey_Home);
    press(context, ImGuiMod_Shift | ImGuiKey_DownArrow);
    press(context, ImGuiKey_Delete);
    settle(context);
  });
  EXPECT_EQ(marked(window.session()), 0);
  window.run([&](ImGuiTestContext& context) {
    press(context, ImGuiMod_Ctrl | ImGuiKey_Z);
    settle(context);
  });
  EXPECT_EQ(marked(window.session()), 1);
}

TEST_F(Edited, BeginsInTheFileThatSourceShows) {
  Session session = edited();
  session.own.edited = false;
  session.look.rejected = rejected();
  session.look.views.source.program_file = tile_;
  SessionWindow window(std::move(session));
  window.run([&](ImGuiTestContext& context) {
    context.ItemClick("//###source/###edit");
    settle(context);
    type(context, "x");
    press(context, ImGuiMod_Ctrl | ImGuiKey_S);
  });
  EXPECT_EQ(text_of(tile_), "xtile\n");
  EXPECT_EQ(text_of(main_), "one\ntwo\nthree\n");
}

/// Finds the last line, goes there by Enter and closes what finds by Escape.
TEST_F(Edited, CtrlFFinds) {
  SessionWindow window(edited());
  window.run([&](ImGuiTestContext& context) {
    settle(context);
    press(context, ImGuiMod_Ctrl | ImGuiKey_F);
    settle(context);
    type(context, "three");
    press(context, ImGuiKey_Enter);
    settle(context);
    press(context, ImGuiKey_Escape);
    settle(context);
    type(context, "found");
    press(context, ImGuiMod_Ctrl | ImGuiKey_S);
  });
  EXPECT_EQ(text_of(main_), "one\ntwo\nfound\n");
}

}  // namespace
}  // namespace gemmscope::ui
