// SPDX-License-Identifier: MIT
// What stands in a file is shown in the window, not obeyed; and a damaged, foreign or huge layout.ini is as none.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/session/loaded.h"
#include "app/session/stepping.h"
#include "app/views/view.h"
#include "tests/session/fixture.h"
#include "tests/temporary_folder.h"
#include "tests/ui/session_window.h"
#include "tests/ui/window_texts.h"
#include "tracing/format/text.h"

namespace gemmscope::ui {
namespace {

TEST(HostileTexts, AreShownInEveryView) {
  format::Recording recording = session::small_session().look.loaded->recording;
  const std::string turned =
      "\xe2\x80\xae"
      "sAP";  // what follows stands backwards where this is obeyed
  recording.source.text = "// Broken on purpose: " + turned + "\n" + recording.source.text;
  for (format::Site& site : recording.sites) site.name += turned;
  session::Session session;
  session::open(session, std::make_shared<const session::Loaded>(std::move(recording)));
  auto platform = platform::open_headless(1600, 1000);
  ASSERT_TRUE(platform);
  auto gui = shell::Gui::create(**platform, "");
  ASSERT_TRUE(gui);
  draw::Drawings drawings;
  (*gui)->note_drawings(&drawings);
  for (const views::View& view : views::all_views()) (*gui)->draw_view(session, view);
  (*gui)->draw_window(session);
  bool seen = false;
  for (const Written& each : texts_of(drawings)) {
    EXPECT_TRUE(format::is_shown_as_it_is(each.text)) << format::shown(each.text);
    seen = seen || each.text.find("\\u202e") != std::string::npos;
  }
  EXPECT_TRUE(seen);
}

/// A file may call its matrices anything: nothing is taken for A, B or C then, and every view says something.
TEST(HostileTexts, MatricesOfOtherNames) {
  format::Recording recording = session::small_session().look.loaded->recording;
  for (format::Tensor& tensor : recording.tensors)
    if (tensor.space == format::Space::kGlobal) tensor.name = "my" + tensor.name;
  session::Session session;
  session::open(session, std::make_shared<const session::Loaded>(std::move(recording)));
  auto platform = std::move(*platform::open_headless(1600, 1000));
  const auto gui = std::move(*shell::Gui::create(*platform, ""));
  draw::Drawings drawings;
  gui->note_drawings(&drawings);
  for (const bool write_back : {false, true}) {
    if (write_back) session::go_to_k_tile(session.look, format::kEpilogue);
    for (const views::View& view : views::all_views()) {
      drawings.clear();
      gui->draw_view(session, view);
      EXPECT_GE(texts_of(drawings).size(), 2u) << view.id;
    }
  }
}

/// A file may say that memory is accessed on a line that has nothing but blanks.
TEST(HostileTexts, ABlankLineThatAccessesMemoryIsPointedAt) {
  format::Recording recording = session::small_session().look.loaded->recording;
  const std::uint32_t line = recording.sites.front().line;
  std::size_t begin = 0;
  for (std::uint32_t i = 1; i < line; ++i) begin = recording.source.text.find('\n', begin) + 1;
  const std::size_t end = recording.source.text.find('\n', begin);
  recording.source.text.replace(begin, end - begin, "   ");
  session::Session session;
  session::open(session, std::make_shared<const session::Loaded>(std::move(recording)));
  session::go_home(session.look);
  session.desk.panels.focus_view = "source";
  SessionWindow window(std::move(session));
  window.run([&](ImGuiTestContext& context) {
    context.MouseMove(("//###source/line " + std::to_string(line)).c_str());
    context.Yield(3);
    IM_CHECK_EQ(window.session().look.hover.line, line);
  });
}

class LayoutFile : public ::testing::Test {
 protected:
  std::string contents() const {
    std::stringstream text;
    text << std::ifstream(path_).rdbuf();
    return text.str();
  }
  void write(const std::string& text) const { std::ofstream(path_) << text; }
  /// Opens and closes a window with this file; which panels it has closed.
  std::vector<std::string> closed() const {
    SessionWindow window(session::small_session(), 1280, 720, path_);
    return window.session().desk.panels.closed;
  }

  const TemporaryFolder folder_;
  const std::string path_ = folder_.path() / "layout.ini";
};

TEST_F(LayoutFile, IsTheSameSizeAfterAnyNumberOfRuns) {
  closed();
  closed();
  const std::string early = contents();
  EXPECT_GT(early.size(), 500u);
  for (int run = 0; run < 3; ++run) closed();
  EXPECT_EQ(contents().size(), early.size());
}

TEST_F(LayoutFile, ThatIsDamagedOrNotOursIsReplacedByAWholeOne) {
  closed();
  closed();  // the first run has no arrangement to keep yet
  const std::string sound = contents();
  std::string damaged = sound, many = "[gemmscope][panels]\n";
  damaged[damaged.size() / 2] ^= 1;
  for (int i = 0; i < 20'000; ++i) many += "closed=banks\n[Window][w" + std::to_string(i) + "]\nSize=1,1\n";
  const std::string circle =
      "[Docking][Data]\nDockSpace ID=0x1 Pos=0,0 Size=9,9 Split=X\n  DockNode ID=0x2 Parent=0x2 SizeRef=0,0\n";
  for (const std::string& text : {damaged, many, circle, sound.substr(0, sound.size() / 2), std::string(1 << 20, '\0'),
                                  std::string("[gemmscope][panels]\nclosed=banks\n")}) {
    write(text);
    EXPECT_TRUE(closed().empty());
    EXPECT_LT(contents().size(), 2 * sound.size());
  }
}

TEST_F(LayoutFile, ThatCannotBeWrittenStaysAsItIs) {
  std::filesystem::create_directory(path_);
  EXPECT_TRUE(closed().empty());
  EXPECT_TRUE(std::filesystem::is_directory(path_));
}

}  // namespace
}  // namespace gemmscope::ui
