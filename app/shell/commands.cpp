// SPDX-License-Identifier: MIT
#include "app/shell/commands.h"

#include <algorithm>
#include <type_traits>

#include "app/draw/shorten.h"
#include "app/session/baseline.h"
#include "app/session/findings.h"
#include "app/session/following.h"
#include "app/session/history.h"
#include "app/session/link.h"
#include "app/session/link_entries.h"
#include "app/session/own_launches.h"
#include "app/session/own_numbers.h"
#include "app/session/playing.h"
#include "app/session/refresh.h"
#include "app/session/selecting.h"
#include "app/session/settings.h"
#include "app/session/stepping.h"
#include "app/session/sweeping.h"
#include "app/session/visit.h"
#include "app/shell/window_parts.h"
#include "app/views/view.h"
#include "app/words/machine_words.h"
#include "app/words/number.h"
#include "imgui.h"
#include "imgui_internal.h"  // ClosePopupToLevel

namespace gemmscope::shell {
namespace {

using session::NumberKey;
using session::Session;

void focus_view(Session& s, int index) {
  s.desk.panels.focus_view = views::all_views()[static_cast<std::size_t>(index)].id;
}
void switch_theme(Session& s, int) {
  set_theme(s, s.desk.theme == session::Theme::kDark ? session::Theme::kLight : session::Theme::kDark);
}
void change_scale(Session& s, int direction) { set_scale(s, s.desk.scale + 0.25f * static_cast<float>(direction)); }
void switch_motion(Session& s, int) { set_motion(s, !s.desk.motion_allowed); }
void explain(Session& s, int) { s.desk.panels.explain_here = true; }
void reset_panels(Session& s, int) { s.desk.panels.reset_layout = true; }
void copy_link(Session& s, int) {
  s.desk.panels.to_copy = session::link_of(s);
  s.desk.notice = "Copied a link to what is shown. Ctrl V follows it, here or in another window; --select takes it.";
}
/// The text's beginning, of one line and short.
std::string excerpt(std::string_view text) {
  constexpr std::size_t kMost = 40;  // characters
  const std::string line(text.substr(0, text.find_first_of("\r\n")));
  return draw::shorten_end(line, kMost, [](std::string_view part) {
    return static_cast<float>(std::ranges::count_if(part, [](char c) { return (c & 0xc0) != 0x80; }));
  });
}
void paste_link(Session& s, int) {
  const char* text = ImGui::GetClipboardText();
  if (text == nullptr || *text == 0)
    s.desk.error = "There is no text on the clipboard; Ctrl C copies a link.";
  else if (!session::begins_as_a_link(text))
    s.desk.error = "The text on the clipboard is not a link: '" + excerpt(text) + "'. Ctrl C copies one.";
  else if (const auto link = views::parse_link(text); !link)
    s.desk.error = link.error().message;
  else
    session::visit(s, text);
}
void sweep_chosen_numbers(Session& s, int) {
  s.desk.panels.focus_view = "sweep";
  if (s.look.views.sweep.over.empty())
    s.desk.notice = "Choose in Sweep which numbers to sweep.";
  else
    session::ask_for_sweep(s.look);
}
void toggle_machine_code(Session& s, int) {
  if (!s.look.loaded || s.look.recording()->code.ptx.empty())
    s.desk.error = words::error_sentence(words::kNoPtx);
  else
    s.look.views.source.machine = !s.look.views.source.machine, s.desk.panels.focus_view = "source";
}
void quit(Session& s, int) { s.desk.panels.quit = true; }
void open_dialog(Session& s, int which) { s.desk.panels.dialog_due = static_cast<session::FileDialog>(which); }
void edit_program(Session& s, int) {
  if (s.own.source.empty())
    s.desk.error = "There is no program to edit: open a .cu file first (Ctrl O).";
  else
    s.own.edited = !s.own.edited, s.desk.panels.focus_view = "source";
}
void open_palette(Session& s, int) { s.desk.panels.palette_due = true; }
/// Adapts functions of a session or of its Look: those without an argument, and those that take a direction.
template <auto function>
void plain(Session& s, int) {
  if constexpr (std::is_invocable_v<decltype(function), Session&>)
    function(s);
  else
    function(s.look);
}
template <auto function>
void with(Session& s, int argument) {
  if constexpr (std::is_invocable_v<decltype(function), Session&, int>)
    function(s, argument);
  else
    function(s.look, argument);
}

template <NumberKey key>
void change(Session& s, int direction) {
  session::next_number(s, key, direction);
}

/// The modifiers a key was pressed with. One that is released in this very frame still counts: where frames take long,
/// a quick Ctrl Q is over before the frame that sees it.
ImGuiKeyChord held_modifiers() {
  ImGuiKeyChord held = ImGui::GetIO().KeyMods;
  for (const ImGuiKey modifier : {ImGuiMod_Ctrl, ImGuiMod_Shift, ImGuiMod_Alt, ImGuiMod_Super})
    if (ImGui::IsKeyReleased(modifier)) held |= modifier;
  return held;
}

/// What begins or ends work on a file; no field of text has keys of its own for it.
bool works_while_typing(const Command& command) {
  return command.run == open_dialog || command.run == edit_program || command.run == quit;
}

bool is_pressed(const Command& command) {
  const auto pressed = [&](int chord) {
    if (chord == 0 || (chord & ImGuiMod_Mask_) != held_modifiers()) return false;
    return ImGui::IsKeyPressed(static_cast<ImGuiKey>(chord & ~ImGuiMod_Mask_), command.repeats);
  };
  return pressed(command.chord) || std::ranges::any_of(command.more_chords, pressed);
}

std::vector<Command> make_commands() {
  using namespace session;
  constexpr int kShift = ImGuiMod_Shift, kCtrl = ImGuiMod_Ctrl, kAlt = ImGuiMod_Alt;
  std::vector<Command> all{
      {"Step to the next request", "Right", ImGuiKey_RightArrow, true, with<step_request>, +1},
      {"Step to the previous request", "Left", ImGuiKey_LeftArrow, true, with<step_request>, -1},
      {"Step to the next barrier interval", "Shift Right", kShift | ImGuiKey_RightArrow, true, with<step_interval>, +1},
      {"Step to the previous barrier interval", "Shift Left", kShift | ImGuiKey_LeftArrow, true, with<step_interval>,
       -1},
      {"Step to the next k-tile", "Ctrl Right", kCtrl | ImGuiKey_RightArrow, true, with<step_k_tile>, +1},
      {"Step to the previous k-tile", "Ctrl Left", kCtrl | ImGuiKey_LeftArrow, true, with<step_k_tile>, -1},
      {"Step to the next source line", "Down", ImGuiKey_DownArrow, true, with<step_line>, +1},
      {"Step to the previous source line", "Up", ImGuiKey_UpArrow, true, with<step_line>, -1},
      {"Step to the next inner step (dotIdx)", "Shift Down", kShift | ImGuiKey_DownArrow, true, with<step_inner>, +1},
      {"Step to the previous inner step (dotIdx)", "Shift Up", kShift | ImGuiKey_UpArrow, true, with<step_inner>, -1},
      {"Go to the next warp", "W", ImGuiKey_W, true, with<visit_next_warp>, +1},
      {"Go to the previous warp", "Shift W", kShift | ImGuiKey_W, true, with<visit_next_warp>, -1},
      {"Go to the next block", "B", ImGuiKey_B, true, with<visit_next_block>, +1},
      {"Go to the previous block", "Shift B", kShift | ImGuiKey_B, true, with<visit_next_block>, -1},
      {"Jump to the next conflict", "N", ImGuiKey_N, true, with<step_conflict>, +1},
      {"Jump to the previous conflict", "Shift N", kShift | ImGuiKey_N, true, with<step_conflict>, -1},
      {"Step to the next multiply-add in Registers", ".", ImGuiKey_Period, true, with<step_multiply_add>, +1},
      {"Step to the previous multiply-add in Registers", ",", ImGuiKey_Comma, true, with<step_multiply_add>, -1},
      {"Open the next finding", "F", ImGuiKey_F, false, with<step_finding>, +1},
      {"Open the previous finding", "Shift F", kShift | ImGuiKey_F, false, with<step_finding>, -1},
      {"Go to the finding's other access", "O", ImGuiKey_O, false, plain<go_to_other_access>, 0},
      {"Follow what is selected, or stop following", "E", ImGuiKey_E, false, plain<follow_selected>, 0},
      {"Go to the next use of what is followed", "U", ImGuiKey_U, true, with<step_use>, +1},
      {"Go to the previous use of what is followed", "Shift U", kShift | ImGuiKey_U, true, with<step_use>, -1},
      {"Go to the first request", "Home", ImGuiKey_Home, false, plain<go_home>, 0},
      {"Go to the last request", "End", ImGuiKey_End, false, plain<go_end>, 0},
      {"Undo, or go back",
       "Ctrl Z or Alt Left",
       kCtrl | ImGuiKey_Z,
       true,
       plain<go_back>,
       0,
       {kAlt | ImGuiKey_LeftArrow}},
      {"Redo, or go forward",
       "Ctrl Shift Z, Ctrl Y or Alt Right",
       kCtrl | kShift | ImGuiKey_Z,
       true,
       plain<go_forward>,
       0,
       {kCtrl | ImGuiKey_Y, kAlt | ImGuiKey_RightArrow}},
      {"Play or pause; while something is followed, from use to use", "Space", ImGuiKey_Space, false,
       plain<toggle_play>, 0},
      {"Next value of the first padding", "P", ImGuiKey_P, false, change<NumberKey::kFirstPadding>, +1},
      {"Previous value of the first padding", "Shift P", kShift | ImGuiKey_P, false, change<NumberKey::kFirstPadding>,
       -1},
      {"Next value of the second padding", "Ctrl P", kCtrl | ImGuiKey_P, false, change<NumberKey::kSecondPadding>, +1},
      {"Previous value of the second padding", "Ctrl Shift P", kCtrl | kShift | ImGuiKey_P, false,
       change<NumberKey::kSecondPadding>, -1},
      {"Next value of the first other number whose values are listed", "V", ImGuiKey_V, false,
       change<NumberKey::kListed>, +1},
      {"Next counting rule", "M", ImGuiKey_M, false, plain<next_rule>, 0},
      {"Next scope: k-tile, block or whole kernel", "K", ImGuiKey_K, false, plain<next_scope>, 0},
      {"Show or hide PTX and machine code beneath the current line", "I", ImGuiKey_I, false, toggle_machine_code, 0},
      {"Compare with what is shown now, or stop comparing", "C", ImGuiKey_C, false, plain<toggle_baseline>, 0},
      {"Exchange with the baseline", "X", ImGuiKey_X, false, plain<exchange_with_baseline>, 0},
      {"Sweep the numbers that are chosen in Sweep", "", 0, false, sweep_chosen_numbers, 0},
      {"Show the best setting of the sweep", "", 0, false, plain<show_best_setting>, 0},
      {"Compare with the best setting of the sweep", "", 0, false, plain<compare_best_setting>, 0},
      {"Run and record again", "R", ImGuiKey_R, false, plain<run_again>, 0},
      {"Clear selection", "Escape", ImGuiKey_Escape, false, plain<select_nothing>, 0},
      {"Switch between dark and light", "", 0, false, switch_theme, 0},
      {"Make everything larger",
       "Ctrl +",
       kCtrl | ImGuiKey_Equal,
       false,
       change_scale,
       +1,
       {kCtrl | kShift | ImGuiKey_Equal, kCtrl | ImGuiKey_KeypadAdd}},
      {"Make everything smaller",
       "Ctrl -",
       kCtrl | ImGuiKey_Minus,
       false,
       change_scale,
       -1,
       {kCtrl | kShift | ImGuiKey_Minus, kCtrl | ImGuiKey_KeypadSubtract}},
      {"Toggle animation", "", 0, false, switch_motion, 0},
      {"Reset panel layout", "", 0, false, reset_panels, 0},
      {"Copy a link to what is shown", "Ctrl C", kCtrl | ImGuiKey_C, false, copy_link, 0},
      {"Follow the link on the clipboard", "Ctrl V", kCtrl | ImGuiKey_V, false, paste_link, 0},
      {"Open a file", "Ctrl O", kCtrl | ImGuiKey_O, false, open_dialog, static_cast<int>(FileDialog::kOpen)},
      {"Write a new program", "", 0, false, open_dialog, static_cast<int>(FileDialog::kNew)},
      {"Edit the program, or stop editing", "Ctrl E", kCtrl | ImGuiKey_E, false, edit_program, 0},
      {"Quit", "Ctrl Q", kCtrl | ImGuiKey_Q, false, quit, 0},
      {"Explain this panel", "F1", ImGuiKey_F1, false, explain, 0},
      {"Find a command, kernel, size, line, lane, element, finding or word", "Ctrl K", kCtrl | ImGuiKey_K, false,
       open_palette, 0},
  };
  int number = 0;
  for (const views::View& view : views::all_views()) {
    const bool keyed = number < 10;  // 1 to 9, and 0 for the tenth
    const int digit = (number + 1) % 10;
    all.push_back({"Show " + std::string(view.title), keyed ? std::to_string(digit) : "",
                   keyed ? ImGuiKey_0 + digit : 0, false, focus_view, number});
    ++number;
  }
  return all;
}

}  // namespace

const std::vector<Command>& all_commands() {
  static const std::vector<Command> table = make_commands();
  return table;
}

void handle_keys(session::Actions& actions) {
  const bool popup = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  if (popup && ImGui::IsKeyPressed(ImGuiKey_Escape)) return ImGui::ClosePopupToLevel(0, true);
  const bool typing = ImGui::GetIO().WantTextInput;
  for (const Command& command : all_commands()) {
    if ((typing && !works_while_typing(command)) || !is_pressed(command)) continue;
    if (popup) ImGui::ClosePopupToLevel(0, true);  // a menu or help left open must not make keys dead
    actions.add(command.run, command.argument);
  }
}

}  // namespace gemmscope::shell
