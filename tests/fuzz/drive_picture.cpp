// SPDX-License-Identifier: MIT
#include "app/shell/gui.h"
#include "imgui.h"
#include "tests/fuzz/drive.h"

namespace gemmscope::fuzz {
namespace {

constexpr int kWidth = 1280, kHeight = 720;

/// One for all pictures; never taken down, as the drivers under it keep memory of their own.
class Screen {
 public:
  Screen() {
    auto platform = platform::open_headless(kWidth, kHeight);
    if (!platform) broken_promise(platform.error().message);
    platform_ = std::move(*platform);
    auto gui = shell::Gui::create(*platform_, "");
    if (!gui) broken_promise(gui.error().message);
    gui_ = std::move(*gui);
    // A hundredth of the pixels in a hundredth of the time: what is drawn is decided before.
    ImGui::GetIO().DisplayFramebufferScale = {0.1f, 0.1f};
  }
  shell::Gui& gui() { return *gui_; }

 private:
  std::unique_ptr<platform::Platform> platform_;
  std::unique_ptr<shell::Gui> gui_;
};

}  // namespace

void draw_everything(session::Session session) {
  static auto* const screen = new Screen;
  session.look.motion = 1;
  for (const views::View& view : views::all_views()) screen->gui().draw_view(session, view);
  screen->gui().draw_window(session);
}

}  // namespace gemmscope::fuzz
