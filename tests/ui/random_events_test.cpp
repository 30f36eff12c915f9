// SPDX-License-Identifier: MIT
// Whatever is pressed and wherever it is clicked, with two recordings side by side and an element that is followed:
// both are at a place that their recordings have, by the same rule, and undo leads back.
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>
#include <vector>

#include "app/session/baseline.h"
#include "app/session/following.h"
#include "app/session/study.h"
#include "app/shell/commands.h"
#include "tests/session/fixture.h"
#include "tests/ui/session_window.h"

namespace gemmscope::ui {
namespace {

constexpr float kWidth = 1280, kHeight = 720, kToolbar = 60;

/// The same on every machine, unlike a distribution of the standard library.
class Dice {
 public:
  std::size_t below(std::size_t end) { return random_() % end; }
  float to(float end) { return static_cast<float>(below(static_cast<std::size_t>(end))); }

 private:
  std::mt19937 random_{15};
};

/// A place that some view answers for, in the window's points; anywhere if there is none.
draw::Point sensitive_place(const draw::Drawings& drawings, Dice& dice) {
  const draw::Drawing& drawing = drawings[dice.below(drawings.size())];
  std::vector<draw::Rect> places;
  for (const draw::Shape& shape : drawing.shapes)
    if (const auto* sensitive = std::get_if<draw::Sensitive>(&shape)) places.push_back(sensitive->rect);
  if (places.empty()) return {dice.to(kWidth), kToolbar + dice.to(kHeight - kToolbar)};
  const draw::Rect& rect = places[dice.below(places.size())];
  return {drawing.origin.x + rect.x + rect.width / 2, drawing.origin.y + rect.y + rect.height / 2};
}

bool may_run(const shell::Command& command) {
  return command.title != "Quit" && !command.title.starts_with("Toggle animation") &&
         command.title.find("weep") == std::string::npos;  // each setting is compiled
}

void expect_in_step(const session::Session& s) {
  const session::Look &shown = s.look, &pinned = s.baseline->look;
  IM_CHECK(shown.current && pinned.current);
  IM_CHECK(shown.rule == pinned.rule && shown.scope == pinned.scope);
  if (shown.recording()->k_tiles == pinned.recording()->k_tiles)  // another kernel may have more, shallower ones
    IM_CHECK_EQ(shown.k_tile(), pinned.k_tile());
  for (const session::Look* look : {&shown, &pinned}) {
    IM_CHECK_LT(look->cursor.block, look->recording()->blocks.size());
    IM_CHECK_LT(look->cursor.request, look->current->warp_requests);
    if (session::life_of(*look)) IM_CHECK(look->followed.has_value());
  }
}

/// One command and one click. Both recordings are shown and something is followed, before and after.
void random_event(SessionWindow& window, ImGuiTestContext& context, const draw::Drawings& drawings, Dice& dice) {
  session::Session& s = window.session();
  if (!s.look.followed) session::follow_or_let_go(s.look, session::Element{0, 3, 5});
  const std::vector<shell::Command>& commands = shell::all_commands();
  if (const shell::Command& command = commands[dice.below(commands.size())]; may_run(command))
    command.run(s, command.argument);
  context.Yield(2);
  const draw::Point at = sensitive_place(drawings, dice);
  context.MouseTeleportToPos({at.x, at.y});
  const bool shift = dice.below(6) == 0;
  if (shift) context.KeyDown(ImGuiMod_Shift);
  context.MouseClick(dice.below(8) == 0 ? ImGuiMouseButton_Right : ImGuiMouseButton_Left);
  if (shift) context.KeyUp(ImGuiMod_Shift);
  context.KeyPress(ImGuiKey_Escape);  // of lists and pages that were opened
  context.Yield();
  window.wait_for_recording(context);
  if (!s.baseline) session::toggle_baseline(s);
  context.Yield(2);
}

TEST(RandomEvents, KeepBothRecordingsInStep) {
  session::Session small = session::small_session();
  small.desk.panels.closed = {"sweep"};
  SessionWindow window(std::move(small), static_cast<int>(kWidth), static_cast<int>(kHeight));
  const draw::Drawings& drawings = window.drawings();
  Dice dice;
  std::set<std::string> stages;
  session::toggle_baseline(window.session());
  for (int part = 0; part < 3; ++part)  // the engine ends a script after a minute of its time
    window.run([&](ImGuiTestContext& context) {
      for (int event = 0; event < 40; ++event) {
        random_event(window, context, drawings, dice);
        expect_in_step(window.session());
        stages.insert(window.session().desk.panels.stage);
      }
    });
  EXPECT_GE(stages.size(), 3u) << "the stage's views came to the front";
}

}  // namespace
}  // namespace gemmscope::ui
