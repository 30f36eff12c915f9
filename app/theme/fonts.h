// SPDX-License-Identifier: MIT
/// @file fonts.h
/// Inter for words, JetBrains Mono for code and numbers, found through fontconfig; what is missing is replaced by
/// fontconfig's nearest match, and without any by Dear ImGui's built-in font.
#pragma once

#include <string>

#include "imgui.h"

namespace gemmscope::theme {

enum class Face { kWords, kBold, kMono, kMonoBold };

inline constexpr float kWordsSize = 15;  ///< points; times the scale in pixels
inline constexpr float kMonoSize = 14;
inline constexpr float kSmallSize = 12.5f;

struct Fonts {
  ImFont* words = nullptr;
  ImFont* bold = nullptr;
  ImFont* mono = nullptr;
  ImFont* mono_bold = nullptr;

  ImFont* of(Face face) const;
};

/// Dear ImGui sizes a font by ascent + descent; people by the em. Both fonts' ratios, from their hhea tables.
float imgui_size(Face face, float em);
/// From the top of a line of text to the middle of its capitals and digits.
float middle_of_text(Face face, float em);

/// Path of the font file fontconfig gives for family and style; empty if there is none of a kind that can be loaded.
std::string find_font(const std::string& family, const std::string& style);

/// Adds the faces to the current Dear ImGui context. Sizes are chosen when text is drawn.
Fonts load_fonts();

}  // namespace gemmscope::theme
