// SPDX-License-Identifier: MIT
#include "app/theme/face.h"

#include <algorithm>
#include <cmath>

namespace gemmscope::theme {
namespace {

/// Above the baseline, as a share of the em.
float ascent_of(Face face) { return is_mono(face) ? 1.02f : 2728.f / 2816; }
float descent_of(Face face) { return is_mono(face) ? 0.3f : 680.f / 2816; }
/// Half the capitals' height.
float half_of_capitals(Face face) { return is_mono(face) ? 0.365f : 0.364f; }

}  // namespace

float imgui_size(Face face, float em) { return em * (ascent_of(face) + descent_of(face)); }

float middle_of_text(Face face, float em) { return em * (ascent_of(face) - half_of_capitals(face)); }

float baseline_of_text(Face face, float em) {
  const float size = imgui_size(face, em);
  const float drawn = std::max(1.0f, std::round(size));  // letters are made for whole sizes, then stretched
  return std::ceil(ascent_of(face) * drawn / (ascent_of(face) + descent_of(face))) * size / drawn;
}

}  // namespace gemmscope::theme
