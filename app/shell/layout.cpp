// SPDX-License-Identifier: MIT
#include <algorithm>

#include "app/draw/widgets.h"
#include "app/shell/parts.h"
#include "app/views/view.h"
#include "imgui.h"
#include "imgui_internal.h"  // DockBuilder: the default layout

namespace gemmscope::shell {
namespace {

using views::Place;

constexpr const char* kDockSpace = "panels";
// The wheel belongs to the view; a panel that is too small scrolls by its bars. Appearing panels must not take the focus,
// because that would bring the last one of each place to the front.
constexpr ImGuiWindowFlags kPanelFlags =
    ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoFocusOnAppearing;

std::string window_name(const views::View& view) { return std::string(view.title) + "###" + std::string(view.id); }

/// Panels that share a node are tabs; this is the one in front. A tab's id is made from its window's, as Dear ImGui does.
void put_in_front(ImGuiID node, std::string_view id) {
  const ImGuiID window = ImHashStr(window_name(*views::find_view(id)).c_str());
  ImGui::DockBuilderGetNode(node)->SelectedTabId = ImHashStr("#TAB", 0, window);
}

/// The panels' places in a window of 1600 x 1000 points, as shares of whatever size there is. With less room some panels
/// become tabs of one place instead of all shrinking: first lanes behind banks, then two places for all.
void build_layout(ImGuiID space, ImVec2 size, float scale) {
  const bool small = size.x < 1400 * scale || size.y < 760 * scale;
  const bool tiny = size.x < 1000 * scale || size.y < 560 * scale;
  ImGui::DockBuilderRemoveNode(space);
  ImGui::DockBuilderAddNode(space, ImGuiDockNodeFlags_DockSpace);
  ImGui::DockBuilderSetNodeSize(space, size);
  ImGuiID bottom = 0, top = 0, left = 0, stage = 0, right = 0, right_top = 0, right_bottom = 0, bottom_left = 0, bottom_right = 0;
  if (tiny) {
    ImGui::DockBuilderSplitNode(space, ImGuiDir_Right, 0.46f, &right, &stage);
    left = stage, bottom_left = bottom_right = right;
  } else {
    ImGui::DockBuilderSplitNode(space, ImGuiDir_Down, 0.345f, &bottom, &top);
    ImGui::DockBuilderSplitNode(bottom, ImGuiDir_Right, 0.455f, &bottom_right, &bottom_left);
    ImGui::DockBuilderSplitNode(top, ImGuiDir_Left, 0.275f, &left, &stage);
    ImGui::DockBuilderSplitNode(stage, ImGuiDir_Right, 0.37f, &right, &stage);
  }
  if (small) right_top = right_bottom = right;
  else ImGui::DockBuilderSplitNode(right, ImGuiDir_Down, 0.44f, &right_bottom, &right_top);

  const auto node_of = [&](Place place) {
    switch (place) {
      case Place::kLeft: return left;
      case Place::kStage: return stage;
      case Place::kRightTop: return right_top;
      case Place::kRightBottom: return right_bottom;
      case Place::kBottomLeft: return bottom_left;
      case Place::kBottomRight: return bottom_right;
    }
    return stage;
  };
  for (const views::View& view : views::all_views())
    ImGui::DockBuilderDockWindow(window_name(view).c_str(), node_of(view.place));
  put_in_front(stage, "shared");
  put_in_front(bottom_left, "timeline");
  put_in_front(right_top, "banks");
  ImGui::DockBuilderFinish(space);
}

/// The panel's area, or the least that the view can be drawn in.
draw::Rect area_of(const views::View& view, float scale) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  return {0, 0, std::max(room.x / scale, static_cast<float>(view.least_width)), std::max(room.y / scale, static_cast<float>(view.least_height))};
}

void draw_content(const views::View& view, const session::Session& session, session::Actions& actions, const draw::Paint& paint) {
  const draw::Rect area = area_of(view, paint.scale);
  draw::Canvas canvas(paint, area);
  if (session.current) {
    view.draw(session, actions, canvas);
  } else {
    draw::empty_state(canvas, view.question,
                      session.recording_now ? "Recording \u2026" : "Nothing is recorded: choose a kernel above and press Record.");
  }
  ImGui::Dummy({area.width * paint.scale, area.height * paint.scale});
}

void draw_panel(const views::View& view, const session::Session& session, session::Actions& actions, const draw::Paint& paint) {
  const bool focus = session.views.focus_view == view.id;
  if (focus) ImGui::SetNextWindowFocus();
  if (ImGui::Begin(window_name(view).c_str(), nullptr, kPanelFlags))
    draw_content(view, session, actions, paint);
  if (ImGui::IsWindowFocused() && ImGui::IsKeyPressed(ImGuiKey_F1, false))
    actions.add([id = std::string(view.id)](session::Session& s) { s.views.explain_due = id; });
  ImGui::End();
  if (focus) actions.add([](session::Session& s) { s.views.focus_view.clear(); });
}

}  // namespace

void draw_panels(const session::Session& session, session::Actions& actions, const draw::Paint& paint) {
  const ImGuiViewport* viewport = ImGui::GetMainViewport();
  const float gap = 6 * session.scale;
  ImGui::SetNextWindowPos({viewport->WorkPos.x + gap, viewport->WorkPos.y + gap});
  ImGui::SetNextWindowSize({viewport->WorkSize.x - 2 * gap, viewport->WorkSize.y - 2 * gap});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::Begin("##host", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground |
                   ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNavFocus);
  ImGui::PopStyleVar(2);
  const ImGuiID space = ImGui::GetID(kDockSpace);
  const bool first = ImGui::DockBuilderGetNode(space) == nullptr;
  if (first || session.views.reset_layout) build_layout(space, ImGui::GetContentRegionAvail(), session.scale);
  if (session.views.reset_layout) actions.add([](session::Session& s) { s.views.reset_layout = false; });
  ImGui::PushStyleColor(ImGuiCol_Border, draw::packed(paint.colours.ground));  // of the gaps between panels
  ImGui::DockSpace(space);
  ImGui::PopStyleColor();
  ImGui::End();

  ImGui::GetBackgroundDrawList()->AddRectFilled(viewport->Pos, {viewport->Pos.x + viewport->Size.x, viewport->Pos.y + viewport->Size.y},
                                                draw::packed(paint.colours.ground));
  for (const views::View& view : views::all_views()) draw_panel(view, session, actions, paint);
}

}  // namespace gemmscope::shell
