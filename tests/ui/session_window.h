// SPDX-License-Identifier: MIT
/// @file session_window.h
/// The program's window in memory, driven like a person would: find a thing by its name, click it, press keys.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "app/session/live.h"
#include "app/session/program_sweeper.h"
#include "app/session/refresh.h"
#include "app/session/session.h"
#include "app/shell/gui.h"
#include "app/shell/pacing.h"
#include "imgui_te_context.h"
#include "imgui_te_engine.h"

namespace gemmscope::ui {

/// Names are "//###banks/lane 5": the panel's window, then the id that the view gave the thing.
class SessionWindow {
 public:
  explicit SessionWindow(session::Session session, int width = 1600, int height = 1000, const std::string& layout = "");
  ~SessionWindow();

  /// Runs `script` beside the frames; it sees the session between them. Fails the test if the engine found an error,
  /// such as a name that is not there.
  void run(const std::function<void(ImGuiTestContext&)>& script);

  session::Session& session() { return session_; }
  /// The window's size in pixels from the next frame on.
  void resize(int width, int height) { platform_->resize(width, height); }
  /// What the panels of the last frame drew, from the next frame on.
  const draw::Drawings& drawings() {
    gui_->note_drawings(&drawings_);
    return drawings_;
  }
  /// The state as the program itself describes it.
  nlohmann::json state() const;
  /// Waits until the step that was asked for is run and shown. Only inside run().
  void wait_for_recording(ImGuiTestContext& context);
  /// Measures live with `source` from now on.
  void measure_with(session::LiveSourcePtr source) {
    using namespace std::chrono_literals;
    live_ = std::make_unique<session::LiveBench>(std::move(source), nullptr,
                                                 cuda::LivePace{.duty = 0.5, .least_rest = 1ms});
  }
  /// Draws as the real window does, until it would sleep. Only outside run().
  void draw_until_asleep();

 private:
  void frame();

  session::Session session_;
  session::ProgramSweeper sweeper_;
  std::unique_ptr<session::LiveBench> live_;  ///< null: nothing is measured
  std::unique_ptr<platform::Platform> platform_;
  std::unique_ptr<shell::Gui> gui_;
  shell::Pacing pacing_;
  draw::Drawings drawings_;
  ImGuiTestEngine* engine_ = nullptr;
};

}  // namespace gemmscope::ui
