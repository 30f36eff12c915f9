// SPDX-License-Identifier: MIT
// Where the panels are at first.
#include "app/shell/layout.h"

#include <algorithm>

#include "imgui_internal.h"  // DockBuilder

#include "app/words/finding_words.h"

namespace gemmscope::shell {
namespace {

using views::Place;

/// Arrangements for less and less room, in points. Panels share a place as tabs instead of all shrinking.
enum class Shape : int {
  kNone,    ///< people's own
  kWide,    ///< all places
  kMiddle,  ///< the stage, and two places right of it
  kLow,     ///< two places side by side
  kNarrow,  ///< two places, one over the other
  kSingle,  ///< one place: panels side by side, or one over the other, would be cut off
};

Shape shape_for(ImVec2 size, float scale) {
  if (size.x < 1000 * scale) return size.y < 680 * scale ? Shape::kSingle : Shape::kNarrow;
  if (size.y < 500 * scale) return Shape::kLow;
  return size.x < 1400 * scale || size.y < 760 * scale ? Shape::kMiddle : Shape::kWide;
}

struct Nodes {
  ImGuiID left = 0, stage = 0, right_top = 0, right_bottom = 0, bottom_left = 0, bottom_right = 0, bottom_beside = 0,
          bottom_or_top = 0;

  ImGuiID of(Place place) const {
    switch (place) {
      case Place::kLeft: return left;
      case Place::kStage: return stage;
      case Place::kRightTop: return right_top;
      case Place::kRightBottom: return right_bottom;
      case Place::kBottomLeft: return bottom_left;
      case Place::kBottomRight: return bottom_right;
      case Place::kBottomBeside: return bottom_beside;
      case Place::kBottomOrTop: return bottom_or_top;
    }
    return stage;
  }
};

/// In a window of 1600 x 1000 points all six places are seen. In one of 1280 x 720 none is smaller
/// than the least that it can be drawn in, and no tab's title is shortened: Source, Limits and Reuse stand behind
/// Banks, Metrics and Sweep behind the stage, Check behind the timeline.
Nodes split(ImGuiID space, Shape shape) {
  Nodes n;
  ImGuiID right = 0;
  if (shape == Shape::kWide) {  // Lanes has the height of 32 rows
    ImGuiID bottom = 0, top = 0, main = 0;
    ImGui::DockBuilderSplitNode(space, ImGuiDir_Right, 0.268f, &right, &main);
    ImGui::DockBuilderSplitNode(right, ImGuiDir_Down, 0.635f, &n.right_bottom, &n.right_top);
    ImGui::DockBuilderSplitNode(main, ImGuiDir_Down, 0.36f, &bottom, &top);
    ImGui::DockBuilderSplitNode(bottom, ImGuiDir_Right, 0.49f, &n.bottom_right, &n.bottom_left);
    ImGui::DockBuilderSplitNode(top, ImGuiDir_Left, 0.4f, &n.left, &n.stage);
    n.bottom_beside = n.bottom_or_top = n.bottom_right;
    return n;
  }
  switch (shape) {
    case Shape::kSingle: right = n.stage = space; break;
    case Shape::kNarrow: ImGui::DockBuilderSplitNode(space, ImGuiDir_Down, 0.45f, &right, &n.stage); break;
    default: ImGui::DockBuilderSplitNode(space, ImGuiDir_Right, 0.46f, &right, &n.stage);
  }
  n.left = n.right_top = n.right_bottom = n.bottom_left = n.bottom_right = n.bottom_or_top = right;
  if (shape == Shape::kMiddle) {
    ImGui::DockBuilderSplitNode(right, ImGuiDir_Down, 0.48f, &n.bottom_left, &n.right_top);
    n.left = n.right_bottom = n.bottom_or_top = n.right_top, n.bottom_right = n.stage;
  }
  n.bottom_beside = n.bottom_left;
  return n;
}

/// Panels that share a node are tabs; this is the one in front. A tab's id is made from its window's, as Dear ImGui
/// does.
void put_in_front(ImGuiID node, std::string_view id) {
  const ImGuiID window = ImHashStr(window_name(*views::find_view(id)).c_str());
  ImGui::DockBuilderGetNode(node)->SelectedTabId = ImHashStr("#TAB", 0, window);
}

bool nobody_moved(const Arrangement& arrangement) {
  return std::ranges::all_of(views::all_views(), [&](const views::View& view) {
    const ImGuiWindow* window = ImGui::FindWindowByName(window_name(view).c_str());
    const auto node = arrangement.nodes.find(std::string(view.id));
    return window == nullptr || node == arrangement.nodes.end() || window->DockId == node->second;
  });
}

/// All below `node` in the ratio in which the dock space has grown. Dear ImGui would give and take it all at the stage.
void rescale(ImGuiDockNode* node, ImVec2 ratio) {
  for (ImGuiDockNode* child : node->ChildNodes)
    if (child != nullptr) {
      child->SizeRef.x *= ratio.x, child->SizeRef.y *= ratio.y;
      rescale(child, ratio);
    }
}

void build(ImGuiID space, ImVec2 size, Shape shape, std::string_view stage, Arrangement& built) {
  ImGui::DockBuilderRemoveNode(space);
  ImGui::DockBuilderAddNode(space, ImGuiDockNodeFlags_DockSpace);
  ImGui::DockBuilderSetNodeSize(space, size);
  const Nodes nodes = split(space, shape);
  for (const views::View& view : views::all_views()) {
    ImGui::DockBuilderDockWindow(window_name(view).c_str(), nodes.of(view.place));
    built.nodes[std::string(view.id)] = nodes.of(view.place);
  }
  put_in_front(nodes.bottom_left, "timeline");
  put_in_front(nodes.right_top, "banks");
  put_in_front(nodes.stage, stage);
  ImGui::DockBuilderFinish(space);
  built.shape = static_cast<int>(shape);
}

}  // namespace

std::string window_name(const views::View& view) { return std::string(view.title) + "###" + std::string(view.id); }

std::string window_name(const views::View& view, const session::Session& session) {
  const session::Look& look = session.look;
  const bool is_news = view.id == "check" && look.loaded && !session.own.shows_earlier;
  const std::size_t findings = is_news ? words::listed_findings(*look.recording(), look.loaded->check) : 0;
  return std::string(view.title) + (findings == 0 ? "" : " " + std::to_string(findings)) + "###" + std::string(view.id);
}

void place_panels(ImGuiID space, ImVec2 size, float scale, bool anew, std::string_view stage, Arrangement& built) {
  constexpr int kOwn = static_cast<int>(Shape::kNone);
  const Shape shape = shape_for(size, scale);
  ImGuiDockNode* const root = ImGui::DockBuilderGetNode(space);
  const bool outgrown = built.shape != kOwn && built.shape != static_cast<int>(shape);
  if (root == nullptr || anew || (outgrown && nobody_moved(built))) return build(space, size, shape, stage, built);
  if (outgrown) built.shape = kOwn;
  const ImVec2 before = root->Size;
  if (before.x > 0 && before.y > 0 && (before.x != size.x || before.y != size.y))
    rescale(root, {size.x / before.x, size.y / before.y});
}

}  // namespace gemmscope::shell
