// SPDX-License-Identifier: MIT
#include "app/screen/show.h"

#include <algorithm>
#include <string>

#include "app/screen/painter.h"
#include "imgui_internal.h"  // a window's name

namespace gemmscope::screen {
namespace {

/// The current window, as what a canvas is drawn on.
class Window : public draw::Surface {
 public:
  Window(const Placed& placed, const Fonts& fonts) : placed_(placed), fonts_(fonts) {}

  float text_width(theme::Face face, float size, std::string_view text) const override {
    const float pixels = theme::imgui_size(face, size) * placed_.scale;
    return fonts_.of(face)->CalcTextSizeA(pixels, 1e9f, 0, text.data(), text.data() + text.size()).x / placed_.scale;
  }

  draw::Hit hit(std::string_view id, draw::Rect area) override {
    const ImVec2 back = ImGui::GetCursorScreenPos();
    const ImVec2 from = placed_.first(area), to = placed_.last(area);
    ImGui::SetCursorScreenPos(from);
    ImGui::SetNextItemAllowOverlap();
    draw::Hit hit;
    const std::string name(id);  // a recording may have a file without one, and Dear ImGui takes "" for the window
    hit.clicked = ImGui::InvisibleButton(*name.c_str() == 0 ? "nameless" : name.c_str(),
                                         {std::max(1.0f, to.x - from.x), std::max(1.0f, to.y - from.y)});
    hit.hovered = ImGui::IsItemHovered();
    hit.held = ImGui::IsItemActive();
    hit.at = pointed();
    ImGui::SetCursorScreenPos(back);
    return hit;
  }

  std::optional<draw::Point> pointer() const override {
    return ImGui::IsWindowHovered() ? std::optional(pointed()) : std::nullopt;
  }
  float wheel() const override { return ImGui::GetIO().MouseWheel; }
  bool shift() const override { return ImGui::GetIO().KeyShift; }
  void hand() override { ImGui::SetMouseCursor(ImGuiMouseCursor_Hand); }

 private:
  /// The pointer is on a whole pixel. It means the pixel's middle: its corner may belong to the cell before.
  draw::Point pointed() const {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    return placed_.point({mouse.x + 0.5f, mouse.y + 0.5f});
  }

  const Placed& placed_;
  const Fonts& fonts_;
};

void show_tip(const draw::Tip& tip, float scale) {
  if ((tip.text.empty() && tip.meaning.empty()) || !ImGui::BeginTooltip()) return;
  ImGui::PushTextWrapPos(480 * scale);
  if (!tip.text.empty()) ImGui::TextUnformatted(tip.text.c_str());
  if (!tip.text.empty() && !tip.meaning.empty()) ImGui::Separator();
  if (!tip.meaning.empty()) ImGui::TextUnformatted(tip.meaning.c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

}  // namespace

draw::Rect rest_of_window(float scale) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  return {0, 0, room.x / scale, room.y / scale};
}

bool show(const Paint& paint, draw::Rect area, const Draw& draw) {
  const float scale = paint.page.scale;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 start = ImGui::GetCursorScreenPos(), from = list.GetClipRectMin(), to = list.GetClipRectMax();
  const Placed placed{{std::round(start.x + area.x * scale), std::round(start.y + area.y * scale)}, scale};
  const auto points = [&](float pixels) { return pixels / scale; };

  Window window(placed, paint.fonts);
  // Not the draw list's own name of it, which dangles once a window's title grows ("Check" to "Check 3").
  draw::Drawing drawing{ImGui::GetCurrentWindow()->Name,
                        {points(placed.origin.x), points(placed.origin.y)},
                        {area.width, area.height},
                        {},
                        {points(from.x), points(from.y), points(to.x - from.x), points(to.y - from.y)}};
  draw::Canvas canvas(paint.page, window, drawing);
  draw(canvas);
  screen::paint(drawing, placed, paint.fonts, paint.matrices, list);
  show_tip(canvas.tip(), scale);
  if (paint.drawings != nullptr) paint.drawings->push_back(std::move(drawing));
  return canvas.wheel_taken();
}

}  // namespace gemmscope::screen
