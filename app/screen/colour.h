// SPDX-License-Identifier: MIT
/// @file colour.h
/// Colours as Dear ImGui takes them.
#pragma once

#include "app/theme/colours.h"
#include "imgui.h"

namespace gemmscope::screen {

inline ImU32 packed(theme::Colour c) { return IM_COL32(c.r, c.g, c.b, c.a); }
inline ImVec4 vector(theme::Colour c) { return ImGui::ColorConvertU32ToFloat4(packed(c)); }

}  // namespace gemmscope::screen
