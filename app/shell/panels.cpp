// SPDX-License-Identifier: MIT
// The views' panels: docked, moved, closed, brought back. Those of views that have nothing to show of a program come
// only when they are asked for.
#include <algorithm>

#include "app/screen/colour.h"
#include "app/shell/beside_baseline.h"
#include "app/shell/layout.h"
#include "app/shell/window_parts.h"
#include "app/views/parts/site_words.h"
#include "app/views/view.h"
#include "imgui.h"
#include "imgui_internal.h"  // a flag of dock nodes

namespace gemmscope::shell {
namespace {

using session::Actions;
using session::Session;

// The wheel is the view's if it asks for it, see scroll(). Appearing panels must not take the focus, because that would
// bring the last one of each place to the front.
constexpr ImGuiWindowFlags kPanelFlags =
    ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoFocusOnAppearing;

/// A panel that is too small for its view follows the wheel.
void scroll(float scale) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!ImGui::IsWindowHovered() || (io.MouseWheel == 0 && io.MouseWheelH == 0)) return;
  const float step = 60 * scale;
  ImGui::SetScrollY(ImGui::GetScrollY() - io.MouseWheel * step);
  ImGui::SetScrollX(ImGui::GetScrollX() - io.MouseWheelH * step);
}

/// Says what the panel shows, which is not what was tried last. Takes its room from the top of `area`, of which it
/// leaves as much as the view needs.
void draw_earlier(draw::Rect& area, const Session& session, const screen::Paint& paint, int least_height) {
  constexpr float kRow = 24;
  area.height = std::max(area.height, static_cast<float>(least_height) + kRow);
  const draw::Rect row = area.cut_top(kRow);
  screen::show(paint, row, [&](draw::Canvas& canvas) {
    const draw::Rect all = canvas.area();
    canvas.fill(all, theme::faded(canvas.colours.error, 0.18f), 4);
    draw::TextStyle style = canvas.small();
    style.colour = canvas.colours.text;
    const std::string text = views::earlier_in_words(session);
    canvas.text_in({all.x + 8, all.y, all.width - 16, all.height}, text, style);
    if (canvas.hit("earlier", all).hovered) canvas.tooltip(text);
  });
}

/// A view that is a little too wide for its panel is drawn smaller, as after a zoom, so that nothing of it is cut; one
/// that is much too wide is scrolled.
screen::Paint fitted(const screen::Paint& paint, const views::View& view) {
  constexpr float kLeast = 0.75f;  // of the scale
  const float width = screen::rest_of_window(paint.page.scale).width, needed = static_cast<float>(view.least_width);
  screen::Paint smaller = paint;
  if (width < needed && width >= kLeast * needed)
    smaller.page.scale *= (width - 1) / needed;  // rounding needs no scroll bar
  return smaller;
}

void draw_content(const views::View& view, const Session& session, Actions& actions, const screen::Paint& all) {
  const screen::Paint paint = fitted(all, view);
  draw::Rect area = area_of(view, paint.page.scale);
  bool wheel = false;
  const bool is_earlier =
      session.own.shows_earlier && session.look.loaded && !(view.shows_rejected && session.look.rejected);
  if (is_earlier) draw_earlier(area, session, paint, view.least_height);
  if (is_compared(session))
    area = draw_beside_baseline(view, session, actions, paint, wheel);
  else
    wheel = screen::show(paint, area, [&](draw::Canvas& canvas) { views::draw(view, session, actions, canvas); });
  if (is_earlier)
    screen::show(paint, area,
                 [](draw::Canvas& canvas) { canvas.fill(canvas.area(), theme::faded(canvas.colours.ground, 0.6f)); });
  if (!wheel) scroll(paint.page.scale);
  ImGui::Dummy({area.width * paint.page.scale, area.bottom() * paint.page.scale});
}

/// What the person is looking at, found while the panels are drawn.
struct Attention {
  std::string_view focused, hovered, stage;

  std::string_view view() const { return !focused.empty() ? focused : !hovered.empty() ? hovered : stage; }
};

void draw_panel(const views::View& view, const Session& session, Actions& actions, const screen::Paint& paint,
                Attention& attention, SourceEditor& editor) {
  const std::string id(view.id);
  // One after the other: Dear ImGui brings only the last one of a frame to the front of its tabs.
  const session::Panels& panels = session.desk.panels;
  const bool asked = panels.focus_view.empty() ? !panels.focus_beside.empty() && panels.focus_beside[0] == id
                                               : panels.focus_view == id;
  const bool tells = views::is_useful(view, session.look);
  const std::vector<std::string>& listed = tells ? panels.closed : panels.kept;
  const bool is_listed = std::ranges::find(listed, id) != listed.end();
  bool open = tells != is_listed;
  if (asked) {
    ImGui::SetNextWindowFocus();
    actions.add([id, keeps = !tells && !is_listed](Session& s) {
      if (s.desk.panels.focus_view == id) s.desk.panels.focus_view.clear();
      std::erase(s.desk.panels.focus_beside, id);
      std::erase(s.desk.panels.closed, id);
      if (keeps) s.desk.panels.kept.push_back(id);
    });
  } else if (!open) {
    return;
  }
  open = true;
  const bool source = view.id == "source";
  const ImGuiWindowFlags unsaved = source && session.own.unsaved ? ImGuiWindowFlags_UnsavedDocument : 0;
  const bool visible = ImGui::Begin(window_name(view, session).c_str(), &open, kPanelFlags | unsaved);
  if (visible && !(source && editor.draw(session, actions, paint))) draw_content(view, session, actions, paint);
  if (ImGui::IsWindowFocused()) attention.focused = view.id;
  if (visible && ImGui::IsWindowHovered()) attention.hovered = view.id;
  if (visible && view.place == views::Place::kStage && attention.stage.empty()) attention.stage = view.id;
  ImGui::End();
  if (!open && tells) actions.add([id](Session& s) { s.desk.panels.closed.push_back(id); });
  if (!open && !tells) actions.add([id](Session& s) { std::erase(s.desk.panels.kept, id); });
}

void remember(const Attention& attention, const Session& session, Actions& actions) {
  if (!attention.stage.empty() && attention.stage != session.desk.panels.stage &&
      session.desk.panels.focus_view.empty())
    actions.add([stage = std::string(attention.stage)](Session& s) { s.desk.panels.stage = stage; });
  if (const bool typing = session.own.edited && ImGui::GetIO().WantTextInput; typing != session.own.typing)
    actions.add([typing](Session& s) { s.own.typing = typing; });
  if (session.desk.panels.explain_here)
    actions.add([id = std::string(attention.view())](Session& s) {
      s.desk.panels.explain_here = false, s.desk.panels.explain_due = id;
    });
}

}  // namespace

draw::Rect area_of(const views::View& view, float scale) {
  const draw::Rect room = screen::rest_of_window(scale);
  return {0, 0, std::max(room.width, static_cast<float>(view.least_width)),
          std::max(room.height, static_cast<float>(view.least_height))};
}

void draw_panels(const Session& session, Actions& actions, const screen::Paint& paint, Arrangement& arrangement,
                 SourceEditor& editor) {
  const ImGuiViewport* viewport = ImGui::GetMainViewport();
  const float gap = 6 * session.desk.scale;
  ImGui::SetNextWindowPos({viewport->WorkPos.x + gap, viewport->WorkPos.y + gap});
  ImGui::SetNextWindowSize({viewport->WorkSize.x - 2 * gap, viewport->WorkSize.y - 2 * gap});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::Begin("##host", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground |
                   ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNavFocus);
  ImGui::PopStyleVar(2);
  const ImGuiID space = ImGui::GetID("panels");
  place_panels(space, ImGui::GetContentRegionAvail(), session.desk.scale, session.desk.panels.reset_layout,
               session.desk.panels.stage, arrangement);
  if (session.desk.panels.reset_layout)
    actions.add([](Session& s) {
      s.desk.panels.reset_layout = false, s.desk.panels.closed.clear(), s.desk.panels.kept.clear();
    });
  ImGui::PushStyleColor(ImGuiCol_Border, screen::packed(paint.page.colours.ground));  // of the gaps between panels
  ImGui::DockSpace(space, {0, 0}, ImGuiDockNodeFlags_NoCloseButton);                  // tabs have theirs
  ImGui::PopStyleColor();
  ImGui::End();

  const ImVec2 corner{viewport->Pos.x + viewport->Size.x, viewport->Pos.y + viewport->Size.y};
  ImGui::GetBackgroundDrawList()->AddRectFilled(viewport->Pos, corner, screen::packed(paint.page.colours.ground));
  Attention attention;
  for (const views::View& view : views::all_views()) draw_panel(view, session, actions, paint, attention, editor);
  remember(attention, session, actions);
}

}  // namespace gemmscope::shell
