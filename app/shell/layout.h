// SPDX-License-Identifier: MIT
/// @file layout.h
/// Where the panels are at first.
#pragma once

#include <string>

#include "app/views/view.h"
#include "imgui.h"

namespace gemmscope::shell {

/// Dear ImGui's name of a view's panel: the title may change, the id is what is saved.
std::string window_name(const views::View& view);

/// Puts all panels into dock space `space` of the current window, of `size` pixels: where there was nothing, where
/// `anew` asks for it, and where the window or the scale has changed so much that another arrangement fits better and
/// nobody has moved a panel. `stage` is the id of the stage's view to put in front.
void place_panels(ImGuiID space, ImVec2 size, float scale, bool anew, std::string_view stage);

}  // namespace gemmscope::shell
