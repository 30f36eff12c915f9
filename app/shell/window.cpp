// SPDX-License-Identifier: MIT
#include "app/shell/window.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "app/session/playing.h"
#include "app/session/refresh.h"
#include "app/session/studying.h"
#include "app/session/sweeper.h"
#include "app/session/update_recording.h"
#include "app/shell/gui.h"
#include "app/shell/pacing.h"
#include "app/views/parts/site_words.h"
#include "imgui.h"

namespace gemmscope::shell {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kFrame = std::chrono::microseconds(16'667);
constexpr double kAsleep = 3600;  ///< seconds; any input or a finished recording wakes
constexpr double kTyping = 0.4;   ///< seconds; the text cursor blinks

/// $XDG_CONFIG_HOME/gemmscope/layout.ini; empty if there is nowhere to write.
std::string layout_path() {
  const char* config = std::getenv("XDG_CONFIG_HOME");
  const char* home = std::getenv("HOME");
  std::filesystem::path folder;
  if (config != nullptr && *config != 0)
    folder = config;
  else if (home != nullptr && *home != 0)
    folder = std::filesystem::path(home) / ".config";
  else
    return {};
  folder /= "gemmscope";
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  return error ? std::string{} : (folder / "layout.ini").string();
}

}  // namespace

Result<void> open_window(session::Session session, session::Recorder recorder, session::LiveSourcePtr live) {
  auto platform = platform::open_glfw("gemmscope", 1600, 1000);
  if (!platform) return tl::unexpected(platform.error());
  auto gui = Gui::create(**platform, layout_path());
  if (!gui) return tl::unexpected(gui.error());
  if (session.desk.scale == 1) set_scale(session, (*platform)->scale());
  session::RecordQueue queue(std::move(recorder), [&] { (*platform)->wake(); });
  session::Sweeper sweeper([&] { (*platform)->wake(); });
  session::LiveBench bench(std::move(live), [&] { (*platform)->wake(); });
  session::Student student([&] { (*platform)->wake(); });

  Pacing pacing;
  auto last = Clock::now();
  while (!(*platform)->closing() && !session.desk.panels.quit) {
    const bool recorded = update_recording(session, queue), measured = update_live(session, bench),
               swept = update_sweep(session, sweeper), studied = update_studies(session, student);
    if (recorded || measured || swept || studied || wants_time(session.look) || session.desk.panels.popup_due())
      pacing.wake();
    if (pacing.asleep()) {
      (*platform)->wait(ImGui::GetIO().WantTextInput ? kTyping : kAsleep);
      pacing.wake();
      last = Clock::now();
      continue;
    }
    if ((*platform)->wait(0)) pacing.wake();
    const auto now = Clock::now();
    advance(session, std::chrono::duration<float>(now - last).count());
    last = now;
    (*gui)->draw_window(session);
    (*platform)->set_title(views::title_in_words(session.look));
    pacing.drawn();
    std::this_thread::sleep_until(now + kFrame);  // vsync does nothing under a virtual display
  }
  return {};
}

}  // namespace gemmscope::shell
