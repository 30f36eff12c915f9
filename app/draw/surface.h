// SPDX-License-Identifier: MIT
/// @file surface.h
/// What a canvas asks of whatever shows its drawing: how wide a text is, and what the pointer does.
#pragma once

#include <optional>
#include <string_view>

#include "app/draw/geometry.h"
#include "app/theme/face.h"

namespace gemmscope::draw {

/// What the pointer does in a sensitive area.
struct Hit {
  bool hovered = false;
  bool clicked = false;  ///< pressed and released inside
  bool held = false;     ///< pressed inside, still down: dragging
  Point at;              ///< of the pointer, where hovered or held
};

/// Points are from the canvas' top left corner. This base class has no pointer.
class Surface {
 public:
  virtual ~Surface() = default;

  /// The width of a text that is shown as it is.
  virtual float text_width(theme::Face face, float size, std::string_view text) const = 0;
  /// Makes `area` sensitive; it is not empty.
  virtual Hit hit(std::string_view /*id*/, Rect /*area*/) { return {}; }
  /// nullopt while the pointer is over something else.
  virtual std::optional<Point> pointer() const { return std::nullopt; }
  /// Notches turned this frame; up is positive.
  virtual float wheel() const { return 0; }
  virtual bool shift() const { return false; }
  /// Shows the pointer as a hand.
  virtual void hand() {}
};

}  // namespace gemmscope::draw
