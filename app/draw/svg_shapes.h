// SPDX-License-Identifier: MIT
/// @file svg_shapes.h
/// Each kind of shape as SVG elements, one a line, where canvas.cpp draws it.
#pragma once

#include <map>
#include <string>

#include "app/draw/svg_parts.h"

namespace gemmscope::draw::svg {

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

std::string fill(const Place& place, const Fill& shape);
std::string outline(const Place& place, const Outline& shape);
std::string dashed(const Place& place, const Dashed& shape);
std::string line(const Place& place, const Line& shape);
std::string triangle(const Place& place, const Triangle& shape);
std::string arrow(const Place& place, const Arrow& shape);
std::string bracket(const Place& place, const Bracket& shape);
std::string texture(const Place& place, const Texture& shape, ClipPaths& clips);
std::string text(const Place& place, const Text& shape);

}  // namespace gemmscope::draw::svg
