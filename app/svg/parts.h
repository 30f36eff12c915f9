// SPDX-License-Identifier: MIT
/// @file parts.h
/// What SVG elements are written with: numbers, colours, texts, and where a canvas stands in the picture.
#pragma once

#include <cmath>
#include <string>
#include <string_view>

#include "app/draw/drawing.h"

namespace gemmscope::svg {

using draw::Point;
using draw::Rect;
using theme::Colour;

/// At most two decimals, "8" or "-.25"; what is no number is 0.
std::string number(float value);
/// The same two, with a blank between.
std::string pair_of(Point point);
/// ` name="number"`.
std::string attribute(std::string_view name, float value);
/// ` fill="#5aa9f2"`, with ` fill-opacity="0.5"` where one sees through; `paint` is fill or stroke.
std::string paint(std::string_view paint, Colour colour);
/// For an element's text or an attribute: escaped, and without what XML does not allow. Bytes that are no UTF-8 become
/// the replacement character.
std::string escaped(std::string_view text);
std::string base64(std::string_view bytes);

/// From a canvas' points to the picture's.
struct Place {
  Point origin;
  float scale = 1;

  Point exact(Point p) const { return {origin.x + p.x, origin.y + p.y}; }
  /// On whole pixels, as Canvas draws it.
  Point snapped(Point p) const { return {whole(origin.x + p.x), whole(origin.y + p.y)}; }
  Rect snapped(Rect r) const;
  float pixel() const { return 1 / scale; }
  /// The nearest whole pixel, in points.
  float whole(float value) const { return std::round(value * scale) / scale; }
};

/// ` x="" y="" width="" height=""`.
std::string attributes(Rect rect);
/// As a part of a path.
std::string path_of(Rect rect);

}  // namespace gemmscope::svg
