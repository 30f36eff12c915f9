// SPDX-License-Identifier: MIT
/// @file plain_surface.h
/// To draw on without a display: letters about as wide as those of Inter and JetBrains Mono, and the same on every
/// machine.
#pragma once

#include "app/draw/surface.h"

namespace gemmscope::views {

class PlainSurface : public draw::Surface {
 public:
  float text_width(theme::Face face, float size, std::string_view text) const override {
    constexpr std::string_view kNarrow = " .,:;'|!ijlftr()[]/", kWide = "mwMW\u2026";
    float ems = 0;
    for (const char c : text) {
      if ((static_cast<unsigned char>(c) & 0xc0u) == 0x80u) continue;  // the rest of a character of several bytes
      if (face == theme::Face::kMono || face == theme::Face::kMonoBold)
        ems += 0.6f;
      else if (kNarrow.find(c) != std::string_view::npos)
        ems += 0.3f;
      else
        ems += kWide.find(c) != std::string_view::npos ? 0.87f : 'A' <= c && c <= 'Z' ? 0.67f : 0.58f;
    }
    return ems * size;
  }
};

}  // namespace gemmscope::views
