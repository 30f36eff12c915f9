// SPDX-License-Identifier: MIT
// Below the panels: where one is, how much is recorded, by which rule it is counted; and, above it, what went wrong.
#include "app/draw/widgets.h"
#include "app/shell/window_parts.h"
#include "app/views/parts/mistake.h"
#include "app/views/parts/site_words.h"
#include "app/words/finding_words.h"
#include "app/words/number.h"
#include "imgui.h"
#include "imgui_internal.h"  // BeginViewportSideBar
#include "tracing/format/block_name.h"

namespace gemmscope::shell {
namespace {

using words::thousands;

const std::string kDot = "   \u00b7   ";

/// The keys, without that for k-tiles if the recording has none.
std::string keys_in_words(const format::Recording& recording) {
  return std::string("\u2190 \u2192 request   Shift interval   ") + (recording.tiles_known() ? "Ctrl k-tile   " : "") +
         "N conflict   C compare   Space play   F1 explain";
}

/// How much there is room for.
enum class Form { kLong, kShort };

/// "k-tile 3 (0 to 15)": as blocks, warps and lanes, k-tiles are numbered from 0.
std::string k_tile_in_words(std::uint32_t k_tile, std::uint32_t all) {
  if (all == 1) return "k-tile 0 (the only one)";
  return "k-tile " + thousands(k_tile) + " (0 to " + thousands(all - 1) + ")";
}

/// In short form without block and warp: Timeline and Arrays show those.
std::string place(const session::Session& session, Form form) {
  const format::Recording& recording = session.look.loaded->recording;
  const session::Current& now = *session.look.current;
  const format::Block& block = recording.blocks[session.look.cursor.block];
  const bool write_back = now.request.k_tile == format::kEpilogue;
  const std::string k_tile = !recording.tiles_known() ? recording.kernel
                             : write_back             ? "write-back"
                                                      : k_tile_in_words(now.request.k_tile, recording.k_tiles);
  const std::string request = views::request_number_in_words(session.look);
  if (form == Form::kShort) return k_tile + kDot + request;
  return k_tile + kDot + "block " + block_name(recording, block) + kDot + "warp " +
         std::to_string(session.look.cursor.warp) + kDot + request;
}

/// In every form it says what is missing.
std::string coverage(const format::Recording& recording, Form form) {
  const format::Selection& part = recording.selection;
  const auto share = [&](std::uint64_t some, std::uint64_t all, const char* things) {
    return thousands(some) + (form == Form::kShort ? "/" : " of ") + thousands(all) + things;
  };
  return "recorded: " + share(recording.blocks.size(), recording.launch_blocks(), " blocks") + ", " +
         share(part.warps.size(), recording.warps(), " warps") +
         (form == Form::kShort && recording.dropped == 0 ? "" : ", " + thousands(recording.dropped) + " dropped") +
         (recording.fault ? ", up to a fault" : "");
}

std::string state_in_words(const session::Session& session, Form form) {
  const bool measured = session.look.rule == analysis::ConflictModel::kFused;
  return place(session, form) + kDot + coverage(session.look.loaded->recording, form) + kDot +
         "rule: " + std::string(analysis::name_of(session.look.rule)) + (measured ? " (H200)" : "");
}

/// That the kernel is deliberately broken, hatched, at the left end of `row`; with what is wrong where there is room
/// beside `needed` points of the rest.
void draw_mistake(draw::Canvas& canvas, draw::Rect& row, const std::string& mistake, float needed) {
  if (mistake.empty()) return;
  draw::TextStyle style = canvas.small();
  style.colour = canvas.colours.text, style.face = draw::Face::kBold, style.align = draw::Align::kCentre;
  constexpr float kHatched = 22, kSides = 18;
  const std::string brief = "deliberately broken", whole = brief + ": " + mistake;
  const bool fits = canvas.text_width(whole, style) + 2 * kHatched + kSides + needed < row.width;
  const std::string& text = fits ? whole : brief;
  const draw::Rect strip = row.cut_left(canvas.text_width(text, style) + 2 * kHatched + kSides, 14);
  draw::Rect badge{strip.x, strip.y + 5, strip.width, strip.height - 10};
  canvas.outline(badge, canvas.colours.error, 1.5f, 4);
  canvas.hatch({badge.x + 2, badge.y + 2, kHatched - 4, badge.height - 4}, canvas.colours.error, 5);
  canvas.hatch({badge.right() - kHatched + 2, badge.y + 2, kHatched - 4, badge.height - 4}, canvas.colours.error, 5);
  canvas.text_in(badge, text, style);
  if (canvas.hit("mistake", badge).hovered) canvas.tooltip(whole);
}

/// How many findings Check lists, framed, at the left end of `row`; the first finding if one points there.
void draw_findings(draw::Canvas& canvas, draw::Rect& row, const session::Loaded& loaded) {
  const std::vector<analysis::Finding>& findings = loaded.check.findings;
  const std::string text = words::listed_in_words(loaded.recording, loaded.check);
  if (text.empty()) return;
  draw::TextStyle style = canvas.small();
  style.colour = canvas.colours.text, style.face = draw::Face::kBold, style.align = draw::Align::kCentre;
  constexpr float kSides = 18;
  const draw::Rect strip = row.cut_left(canvas.text_width(text, style) + kSides, 14);
  const draw::Rect badge{strip.x, strip.y + 5, strip.width, strip.height - 10};
  canvas.outline(badge, canvas.colours.error, 1.5f, 4);
  canvas.text_in(badge, text, style);
  if (canvas.hit("findings", badge).hovered)
    canvas.tooltip(findings.empty()
                       ? words::capital(words::sentence(words::of_program(loaded.recording).front())) + "."
                       : words::sentence(loaded.recording, findings.front()) + " F goes from finding to finding.");
}

void draw_state(const session::Session& session, draw::Canvas& canvas) {
  draw::Rect row = canvas.area();
  draw::TextStyle style = canvas.small();
  if (session.own.shows_earlier && session.look.loaded) {  // findings from before are not new
    canvas.text_in(row, views::earlier_in_words(session), style);
    return;
  }
  if (session.look.loaded) {
    draw_findings(canvas, row, *session.look.loaded);
    draw_mistake(canvas, row, views::mistake_said(session.look.loaded->recording),
                 session.look.current ? canvas.text_width(state_in_words(session, Form::kShort), style) + 14 : 100);
  }
  if (!session.look.current) {
    canvas.text_in(row, views::why_nothing(session), style);
    return;
  }
  std::string left = state_in_words(session, Form::kLong);
  if (canvas.text_width(left, style) > row.width) left = state_in_words(session, Form::kShort);
  const std::string keys = keys_in_words(session.look.loaded->recording);
  const float keys_width = canvas.text_width(keys, style) + 24;
  if (canvas.text_width(left, style) + keys_width < row.width) {
    draw::TextStyle right = style;
    right.align = draw::Align::kRight;
    canvas.text_in(row.cut_right(keys_width), keys, right);
  }
  canvas.text_in(row, left, style);
}

void write_message(const session::Session& session, draw::Canvas& canvas) {
  const bool wrong = !session.desk.error.empty();
  draw::Rect row = canvas.area();
  draw::TextStyle style = canvas.words(), hint = canvas.small();
  if (wrong) style.colour = canvas.colours.error;
  hint.align = draw::Align::kRight;
  constexpr const char* kHint = "Esc to dismiss";
  canvas.text_in(row.cut_right(canvas.text_width(kHint, hint) + 2, 16), kHint, hint);
  canvas.text_in(row, wrong ? words::error_sentence(session.desk.error) : session.desk.notice, style);
}

/// Over the status bar, so that no panel moves when it comes and goes.
void draw_message(const session::Session& session, const screen::Paint& paint, ImVec2 corner, ImVec2 size) {
  if (session.desk.error.empty() && session.desk.notice.empty()) return;
  ImGui::SetNextWindowPos(corner);
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {14 * paint.page.scale, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {0, 0});
  ImGui::Begin("##message", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
  screen::show(paint, screen::rest_of_window(paint.page.scale),
               [&](draw::Canvas& canvas) { write_message(session, canvas); });
  ImGui::End();
  ImGui::PopStyleVar(3);
}

}  // namespace

void draw_status_bar(const session::Session& session, const screen::Paint& paint) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {14 * paint.page.scale, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoSavedSettings;
  if (ImGui::BeginViewportSideBar("##status", ImGui::GetMainViewport(), ImGuiDir_Down, 30 * paint.page.scale, kFlags)) {
    screen::show(paint, screen::rest_of_window(paint.page.scale),
                 [&](draw::Canvas& canvas) { draw_state(session, canvas); });
  }
  const ImVec2 corner = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  ImGui::End();
  ImGui::PopStyleVar(2);
  draw_message(session, paint, corner, size);
}

}  // namespace gemmscope::shell
