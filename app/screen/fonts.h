// SPDX-License-Identifier: MIT
/// @file fonts.h
/// Inter for words, JetBrains Mono for code and numbers, found through fontconfig; what is missing is replaced by
/// fontconfig's nearest match, and without any by Dear ImGui's built-in font.
#pragma once

#include <string>

#include "app/theme/face.h"
#include "imgui.h"

namespace gemmscope::screen {

struct Fonts {
  ImFont* words = nullptr;
  ImFont* bold = nullptr;
  ImFont* mono = nullptr;
  ImFont* mono_bold = nullptr;

  ImFont* of(theme::Face face) const;
};

/// Path of the font file fontconfig gives for family and style; empty if there is none of a kind that can be loaded.
std::string find_font(const std::string& family, const std::string& style);

/// Adds the faces to the current Dear ImGui context. Sizes are chosen when text is drawn.
Fonts load_fonts();

}  // namespace gemmscope::screen
