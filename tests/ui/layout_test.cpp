// SPDX-License-Identifier: MIT
// Where panels are: in windows of several sizes, closed, brought back, in the next run.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>
#include <tuple>

#include "app/session/baseline.h"
#include "app/session/link.h"
#include "app/views/view.h"
#include "tests/session/fixture.h"
#include "tests/temporary_folder.h"
#include "tests/ui/session_window.h"
#include "tracing/format/file.h"

namespace gemmscope::ui {
namespace {

std::string name_of(std::string_view view) { return "//###" + std::string(view); }

struct Size {
  int width, height;
  float scale;
};

void expect_nothing_scrolls(session::Session s, const Size& size, const std::string& what = "") {
  s.desk.scale = size.scale;
  SessionWindow window(std::move(s), size.width, size.height);
  window.run([&](ImGuiTestContext& context) {
    for (const views::View& view : views::all_views()) {
      window.session().desk.panels.focus_view = view.id;
      context.Yield(3);
      const ImGuiWindow* panel = context.GetWindowByRef(name_of(view.id).c_str());
      EXPECT_EQ(panel->ScrollMax.x, 0) << view.id;
      EXPECT_EQ(panel->ScrollMax.y, 0) << view.id << " " << what;
    }
  });
}

/// What `text` says, beside small_session().
session::Session beside_small_session(std::string_view text) {
  session::Session s = session::at_place(text);
  session::pin(s, session::small_recording());
  return s;
}

class NoPanelScrolls : public ::testing::TestWithParam<Size> {};

INSTANTIATE_TEST_SUITE_P(In, NoPanelScrolls,
                         ::testing::Values(Size{1600, 1000, 1}, Size{1280, 720, 1}, Size{3200, 2000, 2}));

TEST_P(NoPanelScrolls, Alone) { expect_nothing_scrolls(session::small_session(), GetParam()); }

/// At each kind of request, with all of a tile, while something is followed, and beside other kernels.
TEST_P(NoPanelScrolls, BesideABaseline) {
  for (const char* text :
       {"set=PA:4/site=A_load/lane=5", "set=PA:4/site=As_store/lane=5", "set=PA:4/site=Bs_store/lane=9",
        "set=PA:4/site=Bs_load/tile=Bs/whole_tile=on", "set=PA:4/site=As_store/follow=A[5][3]", "set=PA:4/k_tile=end",
        "kernel=sgemm64/k_tile=end", "kernel=sgemm64/step=3/lane=20", "kernel=naive", "kernel=half_padded/lane=3"}) {
    expect_nothing_scrolls(beside_small_session(text), GetParam(), text);
  }
}

/// Where others do, for want of room: a bar of its own would only take more of it.
TEST(Layout, SharedScrollsInNoUsualWindow) {
  for (const Size& size : {Size{1440, 900, 1}, {1920, 1080, 1.25f}, {1280, 720, 1.25f}, {1180, 700, 1}, {1024, 768, 1}})
    for (const bool compared : {false, true}) {
      session::Session s = compared ? beside_small_session("set=PA:4/site=As_store") : session::small_session();
      s.desk.scale = size.scale, s.desk.panels.focus_view = "shared";
      SessionWindow window(std::move(s), size.width, size.height);
      window.run([&](ImGuiTestContext& context) {
        context.Yield(3);
        const ImGuiWindow* panel = context.GetWindowByRef("//###shared");
        EXPECT_EQ(panel->ScrollMax.x, 0) << size.width << ' ' << size.scale << ' ' << compared;
        EXPECT_EQ(panel->ScrollMax.y, 0) << size.width << ' ' << size.scale << ' ' << compared;
      });
    }
}

/// What is in front is not cut off at its right edge, however large everything is.
TEST(Layout, NothingInFrontIsCutOffWhereAllIsLarger) {
  for (const Size& size :
       {Size{1280, 720, 1.25f}, {1280, 720, 1.5f}, {1280, 720, 2}, {1600, 1000, 1.5f}, {1600, 1000, 2}}) {
    session::Session s = session::small_session();
    s.desk.scale = size.scale;
    SessionWindow window(std::move(s), size.width, size.height);
    window.run([&](ImGuiTestContext& context) {
      context.Yield(3);
      for (const char* id : {"shared", "banks", "timeline"}) {
        const ImGuiWindow* panel = context.GetWindowByRef(name_of(id).c_str());
        if (!panel->DockTabIsVisible) continue;
        EXPECT_EQ(panel->ScrollMax.x, 0) << id << ' ' << size.width << ' ' << size.scale;
      }
    });
  }
}

TEST(Layout, AnotherScaleGetsAnotherArrangementUntilAPanelIsMoved) {
  SessionWindow window(session::small_session());
  window.run([&](ImGuiTestContext& context) {
    const auto together = [&] {
      return context.GetWindowByRef("//###banks")->DockId == context.GetWindowByRef("//###lanes")->DockId;
    };
    IM_CHECK(!together());
    window.session().desk.scale = 1.25f;
    context.Yield(3);
    IM_CHECK(together());
    window.session().desk.scale = 1;
    context.Yield(3);
    IM_CHECK(!together());
    context.UndockWindow("//###lanes");
    window.session().desk.scale = 1.25f;
    context.Yield(3);
    IM_CHECK(!context.GetWindowByRef("//###lanes")->DockIsActive);
  });
}

/// At 1280 x 720 the panels share three places, in less than 1000 or 500 points two, in less than both one.
TEST(Layout, ASmallWindowHasFewerPlaces) {
  for (const auto& [width, height, places] :
       {std::tuple{1280, 720, 3u}, {980, 800, 2u}, {1280, 480, 2u}, {900, 480, 1u}}) {
    SessionWindow window(session::small_session(), width, height);
    std::set<ImGuiID> docks;
    window.run([&](ImGuiTestContext& context) {
      context.Yield(3);
      for (const views::View& view : views::all_views())
        if (views::is_useful(view, window.session().look))
          docks.insert(context.GetWindowByRef(name_of(view.id).c_str())->DockId);
    });
    EXPECT_EQ(docks.size(), places) << width << " x " << height;
  }
}

TEST(Layout, TheWheelScrollsAPanelThatIsTooSmall) {
  SessionWindow window(session::small_session(), 700, 330);
  window.run([&](ImGuiTestContext& context) {
    window.session().desk.panels.focus_view = "metrics";
    context.Yield(3);
    ImGuiWindow* panel = context.GetWindowByRef("//###metrics");
    IM_CHECK_GT(panel->ScrollMax.y, 0.0f);
    context.MouseMoveToPos(panel->InnerRect.GetCenter());
    context.MouseWheelY(-1);
    context.Yield(2);
    IM_CHECK_GT(panel->Scroll.y, 0.0f);
  });
}

TEST(Layout, AClosedPanelComesBackWhereItWas) {
  SessionWindow window(session::small_session());
  window.run([&](ImGuiTestContext& context) {
    const ImVec2 before = context.GetWindowByRef("//###banks")->Pos;
    context.WindowClose("//###banks");
    context.Yield(3);
    IM_CHECK(!context.GetWindowByRef("//###banks")->Active);
    IM_CHECK_EQ(window.session().desk.panels.closed.size(), 1u);
    context.KeyPress(ImGuiKey_6);  // Show Banks
    context.Yield(3);
    const ImGuiWindow* banks = context.GetWindowByRef("//###banks");
    IM_CHECK(banks->Active && banks->DockIsActive);
    IM_CHECK_EQ(banks->Pos.x, before.x);
    IM_CHECK_EQ(banks->Pos.y, before.y);
    IM_CHECK(window.session().desk.panels.closed.empty());
  });
}

TEST(Layout, ClosedPanelsStayClosedInTheNextRun) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "layout.ini";
  {
    SessionWindow window(session::small_session(), 1600, 1000, file);
    window.run([&](ImGuiTestContext& context) {
      context.WindowClose("//###lanes");
      context.Yield(3);
    });
  }
  SessionWindow window(session::small_session(), 1600, 1000, file);
  EXPECT_EQ(window.session().desk.panels.closed, std::vector<std::string>{"lanes"});
}

/// Until they are asked for, and then until they are closed; for a kernel of the ladder they are there again.
TEST(Layout, ViewsThatHaveNothingToShowOfAProgramAreNotThere) {
  auto recording = format::read_file("tests/data/recorded/stencil.gst");
  ASSERT_TRUE(recording);
  session::Session program;
  open(program, std::make_shared<const session::Loaded>(std::move(*recording)));
  SessionWindow window(std::move(program), 1280, 720);
  window.run([&](ImGuiTestContext& context) {
    const auto is_there = [&](std::string_view view) {
      const ImGuiWindow* panel = context.GetWindowByRef(name_of(view).c_str());
      return panel != nullptr && panel->Active;
    };
    context.Yield(3);
    for (const views::View& view : views::all_views())
      EXPECT_EQ(is_there(view.id), is_useful(view, window.session().look)) << view.id;
    EXPECT_FALSE(is_there("reuse"));
    EXPECT_TRUE(is_there("arrays"));
    window.session().desk.panels.focus_view = "reuse";
    context.Yield(3);
    EXPECT_TRUE(is_there("reuse"));
    EXPECT_FALSE(is_there("limits"));
    context.WindowClose("//###reuse");
    context.Yield(3);
    EXPECT_FALSE(is_there("reuse"));
    window.session().look = session::small_session().look;
    context.Yield(3);
    for (const views::View& view : views::all_views())
      EXPECT_EQ(is_there(view.id), view.id != "registers") << view.id;  // which tells of sgemm64 alone
  });
}

/// Where all panels are that can be seen, without their tabs.
std::map<std::string, ImVec4> places(ImGuiTestContext& context) {
  std::map<std::string, ImVec4> all;
  for (const views::View& view : views::all_views()) {
    const ImGuiWindow* panel = context.GetWindowByRef(name_of(view.id).c_str());
    if (panel != nullptr && panel->Active)
      all[std::string(view.id)] = {panel->Pos.x, panel->Pos.y, panel->Size.x, panel->Size.y};
  }
  return all;
}

/// Opens a window of one size on what is saved in `file` ("": nothing), resizes it, and says where the panels are.
std::map<std::string, ImVec4> resized(const std::string& file, ImVec2 to) {
  SessionWindow window(session::small_session(), 1600, 1000, file);
  std::map<std::string, ImVec4> found;
  window.run([&](ImGuiTestContext& context) {
    window.resize(static_cast<int>(to.x), static_cast<int>(to.y));
    context.Yield(4);
    found = places(context);
  });
  return found;
}

TEST(Layout, ResizingRescalesThePanelsWhateverWasSaved) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "layout.ini";
  for (const ImVec2 to : {ImVec2{1450, 800}, ImVec2{1280, 720}, ImVec2{2400, 1400}}) {
    std::filesystem::remove(file);
    const auto fresh = resized("", to);
    resized(file, {1600, 1000});
    const auto again = resized(file, to);
    ASSERT_EQ(fresh.size(), again.size()) << to.x;
    for (const auto& [id, place] : fresh) {
      EXPECT_NEAR(place.x, again.at(id).x, 3) << id << " " << to.x;
      EXPECT_NEAR(place.y, again.at(id).y, 3) << id << " " << to.x;
      EXPECT_NEAR(place.z, again.at(id).z, 3) << id << " " << to.x;
      EXPECT_NEAR(place.w, again.at(id).w, 3) << id << " " << to.x;
    }
  }
}

/// All panels grow with the window, not the stage alone.
TEST(Layout, AllPanelsGrowWithTheWindow) {
  const auto small = resized("", {1600, 1000}), large = resized("", {2400, 1500});
  for (const auto& [id, place] : small) {
    EXPECT_NEAR(large.at(id).z / place.z, 1.5, 0.05) << id;
    EXPECT_NEAR(large.at(id).w / place.w, 1.5, 0.08) << id;
  }
}

TEST(Layout, All32LanesAreSeenIn1600x1000) {
  SessionWindow window(session::small_session());
  window.run([&](ImGuiTestContext& context) {
    for (int lane = 0; lane < 32; ++lane)
      IM_CHECK(context.ItemExists(("//###lanes/lanes row " + std::to_string(lane)).c_str()));
  });
}

}  // namespace
}  // namespace gemmscope::ui
