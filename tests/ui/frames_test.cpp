// SPDX-License-Identifier: MIT
// Input that arrives at any moment is shown: the window does not fall asleep over it.
#include "app/shell/frames.h"

#include <gtest/gtest.h>

#include "app/gl/last_frame.h"
#include "app/gl/matrix_painter.h"
#include "app/session/stepping.h"
#include "tests/session/fixture.h"

namespace gemmscope::ui {
namespace {

/// No display, and one event, which the n-th wait finds.
class OneEvent : public platform::Platform {
 public:
  OneEvent(platform::Platform& drawn, int nth) : drawn_(drawn), nth_(nth) {}
  int frames = 0, frames_before_event = -1, waits = 0, shown = 0;
  bool keeps = false;
  bool slept = false;  ///< with nothing left to draw

  void attach() override { drawn_.attach(); }
  void detach() override { drawn_.detach(); }
  bool wait(double seconds) override {
    const bool happens = ++waits == nth_;
    if (happens) frames_before_event = frames;
    slept = seconds > 1 && !happens;
    return happens;
  }
  bool closing() const override { return false; }
  void begin_frame() override { ++frames, drawn_.begin_frame(); }
  void end_frame() override { ++shown, drawn_.end_frame(); }
  bool keep_frame() override { return keeps; }
  float scale() const override { return 1; }
  void set_title(const std::string&) override {}
  void resize(int, int) override {}
  void wake() override {}

 private:
  platform::Platform& drawn_;
  int nth_;
};

TEST(Frames, InputIsShownWheneverItArrives) {
  auto headless = platform::open_headless(640, 480);
  ASSERT_TRUE(headless) << headless.error().message;
  for (int nth = 1; nth <= 8; ++nth) {
    SCOPED_TRACE("event found by wait " + std::to_string(nth));
    OneEvent platform(**headless, nth);
    auto gui = shell::Gui::create(platform, "");
    ASSERT_TRUE(gui) << gui.error().message;
    session::Session session = session::small_session();
    shell::Frames frames(platform, **gui);
    for (int i = 0; i < 30 && !(platform.slept && platform.frames_before_event >= 0); ++i) frames.next(session, false);
    ASSERT_GE(platform.frames_before_event, 0);
    // Three frames: a press, a release, and what comes of them; see pacing.h.
    EXPECT_GE(platform.frames - platform.frames_before_event, 3);
  }
}

/// Filling pixels on the CPU takes longer than all else.
TEST(Frames, ThatLookAsTheLastAreNotDrawnAgain) {
  auto headless = platform::open_headless(640, 480);
  ASSERT_TRUE(headless) << headless.error().message;
  OneEvent platform(**headless, 0);
  auto gui = shell::Gui::create(platform, "");
  ASSERT_TRUE(gui) << gui.error().message;
  session::Session session = session::small_session();
  for (int i = 0; i < 5; ++i) (*gui)->draw_window(session);  // panels find their places
  platform.keeps = true;
  platform.shown = 0;
  for (int i = 0; i < 3; ++i) (*gui)->draw_window(session);
  EXPECT_EQ(platform.shown, 0);
  session::step_request(session.look, +1);
  (*gui)->draw_window(session);
  EXPECT_EQ(platform.shown, 1);
  platform.keeps = false;
  (*gui)->draw_window(session);
  EXPECT_EQ(platform.shown, 2) << "lost, so it is drawn again";
}

/// The cells are in a texture, of which Dear ImGui knows no more than its name.
TEST(Frames, DifferIfTheCellsOfAMatrixDo) {
  auto headless = platform::open_headless(64, 64);
  ASSERT_TRUE(headless) << headless.error().message;
  auto gui = shell::Gui::create(**headless, "");
  ASSERT_TRUE(gui) << gui.error().message;
  auto painter = gl::MatrixPainter::create();
  ASSERT_TRUE(painter) << painter.error().message;
  gl::LastFrame last;
  const auto is_same = [&](std::uint8_t cell) {
    draw::MatrixImage image;
    image.columns = image.rows = 1;
    image.cells = {{cell, 0}};
    image.palette.resize(2);
    ImDrawList list(ImGui::GetDrawListSharedData());
    list._ResetForNewFrame();
    (*painter)->paint(list, 1, {0, 0}, {8, 8}, image);
    ImDrawData data;
    data.AddDrawList(&list);
    return last.is_same(data);
  };
  EXPECT_FALSE(is_same(0)) << "the first";
  EXPECT_TRUE(is_same(0));
  EXPECT_FALSE(is_same(1));
  EXPECT_TRUE(is_same(1));
}

}  // namespace
}  // namespace gemmscope::ui
