// SPDX-License-Identifier: MIT
/// @file shapes.h
/// Each kind of shape as SVG elements, one a line, where canvas.cpp draws it.
#pragma once

#include <map>
#include <string>

#include "app/svg/parts.h"

namespace gemmscope::svg {

/// Rectangles that something is cut to, once each; their text goes into the head of the file.
class ClipPaths {
 public:
  /// The name of the one for `rect`, of the picture.
  std::string name_of(Rect rect);
  const std::string& text() const { return text_; }

 private:
  std::map<std::string, std::string> names_;  ///< by their attributes
  std::string text_;
};

std::string fill(const Place& place, const draw::Fill& shape);
std::string outline(const Place& place, const draw::Outline& shape);
std::string dashed(const Place& place, const draw::Dashed& shape);
std::string line(const Place& place, const draw::Line& shape);
std::string triangle(const Place& place, const draw::Triangle& shape);
std::string arrow(const Place& place, const draw::Arrow& shape);
std::string bracket(const Place& place, const draw::Bracket& shape);
std::string texture(const Place& place, const draw::Texture& shape, ClipPaths& clips);
std::string text(const Place& place, const draw::Text& shape);

}  // namespace gemmscope::svg
