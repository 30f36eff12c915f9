// SPDX-License-Identifier: MIT
/// @file layout.h
/// Where the panels are at first.
#pragma once

#include <map>
#include <string>

#include "app/views/view.h"
#include "imgui.h"

namespace gemmscope::shell {

/// Dear ImGui's name of a view's panel: the title may change, the id is what is saved.
std::string window_name(const views::View& view);
/// The same panel, called what the view is of the recording that is shown.
std::string window_name(const views::View& view, const session::Session& session);

/// Where the panels were put, kept from run to run. As long as the user has moved none, another size of the window may
/// get another arrangement.
struct Arrangement {
  int shape = 0;                         ///< 0: people's own
  std::map<std::string, ImGuiID> nodes;  ///< by the views' ids
  friend bool operator==(const Arrangement&, const Arrangement&) = default;
};

/// Puts all panels into dock space `space` of the current window, of `size` pixels: if it was empty, if `anew` asks for
/// it, and if the window or the scale has changed so much that another arrangement fits better and the user has moved
/// no panel. Otherwise all panels grow and shrink with the window. `stage`: the id of the stage's view to put in front.
void place_panels(ImGuiID space, ImVec2 size, float scale, bool anew, std::string_view stage, Arrangement& arrangement);

}  // namespace gemmscope::shell
