// SPDX-License-Identifier: MIT
#include "app/draw/number.h"
#include "app/draw/widgets.h"
#include "app/shell/parts.h"
#include "imgui.h"
#include "imgui_internal.h"  // BeginViewportSideBar

namespace gemmscope::shell {
namespace {

using draw::thousands;

const std::string kDot = "   \u00b7   ";

/// In short form without block and warp: the timeline and the outer loop show those.
std::string place(const session::Session& session, bool in_short) {
  const format::Recording& recording = session.loaded->recording;
  const session::Current& now = *session.current;
  const format::Block& block = recording.blocks[session.cursor.block];
  const std::string k_tile = now.request.k_tile == format::kEpilogue
                                 ? "write-back"
                                 : "k-tile " + thousands(now.request.k_tile) + " of " + thousands(recording.k_tiles);
  const std::string step = kDot + "step " + thousands(session.cursor.request + 1u) + " of " + thousands(now.warp_requests);
  if (in_short) return k_tile + step;
  return k_tile + kDot + "block " + std::to_string(block.y) + "," + std::to_string(block.x) + kDot + "warp " +
         std::to_string(session.cursor.warp) + step;
}

/// The shortest form, for narrow windows; it still says what is missing.
std::string short_coverage(const format::Recording& recording) {
  const format::Selection& part = recording.selection;
  const auto share = [](std::uint64_t some, std::uint64_t all) { return thousands(some) + "/" + thousands(all); };
  return "recorded: " + share(recording.blocks.size(), std::uint64_t{recording.grid_y} * recording.grid_x) + " blocks, " +
         share(part.warps.size(), recording.warps()) + " warps, " + share(part.k_tiles.size(), recording.k_tiles) + " k-tiles, " +
         thousands(recording.dropped) + " dropped";
}

std::string coverage(const format::Recording& recording) {
  const format::Selection& part = recording.selection;
  return "recorded: " + thousands(recording.blocks.size()) + " of " + thousands(std::uint64_t{recording.grid_y} * recording.grid_x) +
         " blocks, " + std::to_string(part.warps.size()) + " of " + std::to_string(recording.warps()) + " warps, " +
         thousands(part.k_tiles.size()) + " of " + thousands(recording.k_tiles) + " k-tiles, " + thousands(recording.dropped) +
         " dropped";
}

}  // namespace

void draw_status_bar(const session::Session& session, const draw::Paint& paint) {
  const float px = paint.scale;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {14 * px, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  if (ImGui::BeginViewportSideBar("##status", ImGui::GetMainViewport(), ImGuiDir_Down, 30 * px,
                                  ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoSavedSettings)) {
    draw::Canvas canvas(paint);
    draw::Rect row = canvas.area();
    draw::TextStyle style = canvas.small();
    if (!session.error.empty()) {
      style.colour = canvas.colours.error;
      canvas.text_in(row, session.error, style);
    } else if (!session.current) {
      canvas.text_in(row, session.recording_now ? "Recording \u2026" : "Nothing is recorded.", style);
    } else {
      const std::string keys = "\u2190 \u2192 request   Shift phase   Ctrl k-tile   N conflict   Space play   F1 explain";
      const std::string rule = "rule: " + std::string(analysis::name_of(session.rule)) +
                               (session.rule == analysis::ConflictModel::kFused ? " (H200)" : "");
      const format::Recording& recording = session.loaded->recording;
      std::string left = place(session, false) + kDot + coverage(recording) + kDot + rule;
      if (canvas.text_width(left, style) > row.width) left = place(session, true) + kDot + short_coverage(recording) + kDot + rule;
      const float keys_width = canvas.text_width(keys, style) + 24;
      if (canvas.text_width(left, style) + keys_width < row.width) {
        draw::TextStyle right = style;
        right.align = draw::Align::kRight;
        canvas.text_in(row.cut_right(keys_width), keys, right);
      }
      canvas.text_in(row, left, style);
    }
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
}

}  // namespace gemmscope::shell
