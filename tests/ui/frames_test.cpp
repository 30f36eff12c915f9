// SPDX-License-Identifier: MIT
// Input that arrives at any moment is shown: the window does not fall asleep over it.
#include "app/shell/frames.h"

#include <gtest/gtest.h>

#include "tests/session/fixture.h"

namespace gemmscope::ui {
namespace {

/// No display, and one event, which the n-th wait finds.
class OneEvent : public platform::Platform {
 public:
  OneEvent(platform::Platform& drawn, int nth) : drawn_(drawn), nth_(nth) {}
  int frames = 0, frames_before_event = -1, waits = 0;
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
  void end_frame() override { drawn_.end_frame(); }
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

}  // namespace
}  // namespace gemmscope::ui
