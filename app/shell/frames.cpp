// SPDX-License-Identifier: MIT
#include "app/shell/frames.h"

#include <ctime>
#include <thread>

#include "app/session/playing.h"
#include "app/views/parts/site_words.h"
#include "imgui.h"

namespace gemmscope::shell {
namespace {

constexpr double kAsleep = 3600;  ///< seconds; any input or a finished recording wakes
constexpr double kTyping = 0.4;   ///< seconds; the text cursor blinks

using Seconds = std::chrono::duration<double>;

/// The time of all threads: Mesa has some that fill pixels.
double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace

void Frames::next(session::Session& session, bool news) {
  if (wants_time(session.look)) pacing_.let_time_pass();
  const session::Panels& panels = session.desk.panels;
  const bool to_front = !panels.focus_view.empty() || !panels.focus_beside.empty();  // one in each frame
  if (news || panels.popup_due() || to_front) pacing_.wake();
  if (pacing_.asleep()) return sleep();
  if (platform_.wait(0)) pacing_.wake();
  const auto now = Clock::now();
  const double before = processor_seconds();
  advance(session, std::chrono::duration<float>(now - last_).count());
  last_ = now;
  gui_.draw_window(session);
  platform_.set_title(views::title_in_words(session.look));
  pacing_.drawn();
  rest(now, processor_seconds() - before);
}

void Frames::sleep() {
  platform_.wait(ImGui::GetIO().WantTextInput ? kTyping : kAsleep);
  pacing_.wake();
  last_ = Clock::now();
}

/// vsync does nothing under a virtual display.
void Frames::rest(Clock::time_point begun, double work) {
  const auto next = begun + std::chrono::duration_cast<Clock::duration>(Seconds(pacing_.period(work)));
  if (!pacing_.hurries() && platform_.wait(Seconds(next - Clock::now()).count())) return pacing_.wake();
  std::this_thread::sleep_until(next);
}

}  // namespace gemmscope::shell
