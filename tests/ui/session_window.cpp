// SPDX-License-Identifier: MIT
#include "tests/ui/session_window.h"

#include <gtest/gtest.h>

#include "app/session/playing.h"
#include "app/session/state_json.h"
#include "app/session/studying.h"
#include "imgui_internal.h"
#include "tests/session/fixture.h"

namespace gemmscope::ui {
namespace {

constexpr int kMostFrames = 20'000;  // a script that hangs fails instead

/// Runs the step that the session shows.
session::ProgramRunner runner_of(const session::Session& session) {
  return [kernel = session.look.loaded ? session.look.recording()->kernel : ""](const session::RunOnce& once,
                                                                                const auto&, const auto&) {
    return session::run_of_step(kernel, once.numbers);
  };
}

}  // namespace

SessionWindow::SessionWindow(session::Session session, int width, int height, const std::string& layout)
    : session_(std::move(session)), sweeper_(runner_of(session_), {}) {
  auto platform = platform::open_headless(width, height);
  if (!platform) throw std::runtime_error(platform.error().message);
  platform_ = std::move(*platform);
  auto gui = shell::Gui::create(*platform_, layout);
  if (!gui) throw std::runtime_error(gui.error().message);
  gui_ = std::move(*gui);

  engine_ = ImGuiTestEngine_CreateContext();
  ImGuiTestEngineIO& io = ImGuiTestEngine_GetIO(engine_);
  io.ConfigVerboseLevel = ImGuiTestVerboseLevel_Error;
  io.ConfigVerboseLevelOnError = ImGuiTestVerboseLevel_Info;
  io.ConfigLogToTTY = true;
  io.ConfigRunSpeed = ImGuiTestRunSpeed_Fast;
  io.ConfigNoThrottle = true;
  io.ConfigFixedDeltaTime = 1.0f / 60;
  io.ConfigSavedSettings = !layout.empty();
  ImGui::GetIO().ConfigDebugHighlightIdConflicts = true;
  // Pictures have tests of their own: here a hundredth of the pixels is drawn, in a hundredth of the time.
  ImGui::GetIO().DisplayFramebufferScale = {0.1f, 0.1f};
  ImGuiTestEngine_Start(engine_, ImGui::GetCurrentContext());
  for (int i = 0; i < 3; ++i) frame();
}

SessionWindow::~SessionWindow() {
  ImGuiTestEngine_Stop(engine_);
  gui_.reset();
  ImGuiTestEngine_DestroyContext(engine_);
}

void SessionWindow::frame() {
  if (session_.own.due && session::is_on_step(session_)) session::run_due(session_);
  sweeper_.update(session_);
  if (live_) update_live(session_, *live_);
  advance(session_, 1.0f / 60);
  drawings_.clear();
  gui_->draw_window(session_);
  finish_studies(session_);
  ImGuiTestEngine_PostSwap(engine_);
}

void SessionWindow::draw_until_asleep() {
  do {
    if (!ImGui::GetCurrentContext()->InputEventsQueue.empty() || session_.desk.panels.popup_due()) pacing_.wake();
    frame();
    pacing_.drawn();
  } while (!pacing_.asleep());
}

void SessionWindow::run(const std::function<void(ImGuiTestContext&)>& script) {
  ImGuiTest* test = ImGuiTestEngine_RegisterTest(engine_, "window", "script", __FILE__, __LINE__);
  test->TestFunc = [&](ImGuiTestContext* context) { script(*context); };
  ImGuiTestEngine_QueueTest(engine_, test, ImGuiTestRunFlags_RunFromCommandLine);
  int frames = 0;
  while (!ImGuiTestEngine_IsTestQueueEmpty(engine_) && ++frames < kMostFrames) frame();
  EXPECT_LT(frames, kMostFrames) << "the script did not end";
  EXPECT_EQ(test->Output.Status, ImGuiTestStatus_Success) << test->Output.Log.Buffer.c_str();
  ImGuiTestEngine_UnregisterTest(engine_, test);
}

nlohmann::json SessionWindow::state() const { return nlohmann::json::parse(session::state_json(session_)); }

void SessionWindow::wait_for_recording(ImGuiTestContext& context) {
  context.Yield(2);
  while (session_.own.due) context.Yield();
  context.Yield(12);  // motion settles
}

}  // namespace gemmscope::ui
