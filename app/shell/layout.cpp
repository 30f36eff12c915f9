// SPDX-License-Identifier: MIT
#include "app/draw/widgets.h"
#include "app/shell/parts.h"
#include "app/views/view.h"
#include "imgui.h"
#include "imgui_internal.h"  // DockBuilder: the default layout

namespace gemmscope::shell {
namespace {

using views::Place;

constexpr const char* kDockSpace = "panels";

std::string window_name(const views::View& view) { return std::string(view.title) + "###" + std::string(view.id); }

/// The panels' places of the 1600 x 1000 window, as shares of whatever size there is.
void build_layout(ImGuiID space, ImVec2 size) {
  ImGui::DockBuilderRemoveNode(space);
  ImGui::DockBuilderAddNode(space, ImGuiDockNodeFlags_DockSpace);
  ImGui::DockBuilderSetNodeSize(space, size);
  ImGuiID node[6] = {};
  ImGuiID bottom = 0, top = 0, rest = 0, right = 0;
  ImGui::DockBuilderSplitNode(space, ImGuiDir_Down, 0.345f, &bottom, &top);
  ImGui::DockBuilderSplitNode(bottom, ImGuiDir_Right, 0.455f, &node[int(Place::kBottomRight)], &node[int(Place::kBottomLeft)]);
  ImGui::DockBuilderSplitNode(top, ImGuiDir_Left, 0.275f, &node[int(Place::kLeft)], &rest);
  ImGui::DockBuilderSplitNode(rest, ImGuiDir_Right, 0.37f, &right, &node[int(Place::kStage)]);
  ImGui::DockBuilderSplitNode(right, ImGuiDir_Down, 0.44f, &node[int(Place::kRightBottom)], &node[int(Place::kRightTop)]);
  for (const views::View& view : views::all_views())
    ImGui::DockBuilderDockWindow(window_name(view).c_str(), node[int(view.place)]);
  // Of the views that share a place, the one in front. A tab's id is made from its window's, as Dear ImGui does.
  for (const std::string_view id : {"shared", "timeline"}) {
    const views::View& view = *views::find_view(id);
    const ImGuiID window = ImHashStr(window_name(view).c_str());
    ImGui::DockBuilderGetNode(node[int(view.place)])->SelectedTabId = ImHashStr("#TAB", 0, window);
  }
  ImGui::DockBuilderFinish(space);
}

void draw_panel(const views::View& view, const session::Session& session, session::Actions& actions, const draw::Paint& paint) {
  const bool focus = session.views.focus_view == view.id;
  if (focus) ImGui::SetNextWindowFocus();
  const bool visible = ImGui::Begin(window_name(view).c_str(), nullptr, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  if (visible) {
    draw::Canvas canvas(paint);
    const draw::Rect area = canvas.area();
    if (area.width < 60 || area.height < 40) {
      // Too small to show anything true.
    } else if (session.current) {
      view.draw(session, actions, canvas);
    } else {
      draw::empty_state(canvas, view.question,
                        session.recording_now ? "Recording \u2026" : "Nothing is recorded: choose a kernel above and press Record.");
    }
  }
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
  if (first || session.views.reset_layout) build_layout(space, ImGui::GetContentRegionAvail());
  if (session.views.reset_layout) actions.add([](session::Session& s) { s.views.reset_layout = false; });
  ImGui::DockSpace(space);
  ImGui::End();

  ImGui::GetBackgroundDrawList()->AddRectFilled(viewport->Pos, {viewport->Pos.x + viewport->Size.x, viewport->Pos.y + viewport->Size.y},
                                                draw::packed(paint.colours.ground));
  for (const views::View& view : views::all_views()) draw_panel(view, session, actions, paint);
}

}  // namespace gemmscope::shell
