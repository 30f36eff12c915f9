// SPDX-License-Identifier: MIT
/// @file face.h
/// The faces that text is written in and their measures, without the library that draws them.
#pragma once

namespace gemmscope::theme {

enum class Face { kWords, kBold, kMono, kMonoBold };

inline constexpr float kWordsSize = 15;  ///< points; times the scale in pixels
inline constexpr float kMonoSize = 14;
inline constexpr float kSmallSize = 12.5f;

inline bool is_mono(Face face) { return face == Face::kMono || face == Face::kMonoBold; }

/// Dear ImGui sizes a font by ascent + descent; people by the em. Both fonts' ratios, from their hhea tables.
float imgui_size(Face face, float em);
/// From the top of a line of text to the middle of its capitals and digits.
float middle_of_text(Face face, float em);
/// From the top of a line of text to its baseline where Dear ImGui draws it, `em` pixels large, on whole pixels.
float baseline_of_text(Face face, float em);

}  // namespace gemmscope::theme
