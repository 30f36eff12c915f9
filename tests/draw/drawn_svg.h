// SPDX-License-Identifier: MIT
/// @file drawn_svg.h
/// Shapes made by hand as SVG, and what its elements say.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "app/svg/svg.h"

namespace gemmscope::draw {

inline constexpr Colour kRed = theme::hex(0xff0000), kBlue = theme::hex(0x0000ff);

/// A picture of 100 x 50 points with one canvas at (10, 20).
inline std::string svg_with(std::vector<Shape> shapes, float scale = 1) {
  const Drawings drawings{Drawing{"canvas", {10, 20}, {80, 30}, std::move(shapes)}};
  const auto pixels = [&](float points) { return static_cast<int>(points * scale); };
  return svg::file_of(drawings, {pixels(100), pixels(50), scale, kBlue, "title", "description"});
}

/// The tags that begin with `begin`, "<rect" for example, in their order, without what is the same in every picture:
/// the ground.
inline std::vector<std::string> tags(const std::string& svg, const std::string& begin) {
  std::vector<std::string> found;
  const std::size_t ground = svg.find("</defs>\n<rect");
  for (std::size_t at = svg.find(begin); at != std::string::npos; at = svg.find(begin, at + 1))
    if (ground == std::string::npos || at != ground + 8) found.push_back(svg.substr(at, svg.find('>', at) + 1 - at));
  return found;
}

/// What an attribute of a tag says; "none" if it is not there.
inline std::string value(const std::string& tag, const std::string& name) {
  const std::string begin = " " + name + "=\"";
  const std::size_t at = tag.find(begin);
  if (at == std::string::npos) return "none";
  return tag.substr(at + begin.size(), tag.find('"', at + begin.size()) - at - begin.size());
}

/// x, y, width and height of a tag.
inline std::string extent(const std::string& tag) {
  return value(tag, "x") + " " + value(tag, "y") + " " + value(tag, "width") + " " + value(tag, "height");
}

}  // namespace gemmscope::draw
