// SPDX-License-Identifier: MIT
#include "app/screen/painter.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/screen/colour.h"

namespace gemmscope::screen {
namespace {

using draw::Colour;
using draw::Point;
using draw::Rect;

struct Painter {
  const Placed& placed;
  const Fonts& fonts;
  gl::MatrixPainter& matrices;
  ImDrawList& list;

  ImVec2 pixel(Point p) const { return placed.pixel(p); }

  void operator()(const draw::Fill& s) const {
    list.AddRectFilled(placed.first(s.rect), placed.last(s.rect), packed(s.colour), s.rounding * placed.scale);
  }

  void operator()(const draw::Outline& s) const {
    // Dear ImGui centres strokes on the path and offsets the corners by half a pixel.
    const float half = s.thickness * placed.scale / 2 - 0.5f;
    ImVec2 from = placed.first(s.rect), to = placed.last(s.rect);
    from.x += half, from.y += half, to.x -= half, to.y -= half;
    list.AddRect(from, to, packed(s.colour), s.rounding * placed.scale, s.thickness * placed.scale);
  }

  void operator()(const draw::Dashed& s) const {
    const Rect inner = s.rect.inset(0.5f);
    const Point corners[] = {
        {inner.x, inner.y}, {inner.right(), inner.y}, {inner.right(), inner.bottom()}, {inner.x, inner.bottom()}};
    for (int i = 0; i < 4; ++i) dash(corners[i], corners[(i + 1) % 4], s.colour, 1);
  }

  void operator()(const draw::Line& s) const {
    if (s.dashed)
      dash(s.from, s.to, s.colour, s.thickness);
    else
      stroke(s.from, s.to, s.colour, s.thickness);
  }

  void operator()(const draw::Triangle& s) const {
    Point b = s.b, c = s.c;
    // Dear ImGui smooths the edges of what goes clockwise, and draws the rest larger and jagged.
    if ((b.x - s.a.x) * (c.y - s.a.y) < (b.y - s.a.y) * (c.x - s.a.x)) std::swap(b, c);
    list.AddTriangleFilled(pixel(s.a), pixel(b), pixel(c), packed(s.colour));
  }

  void operator()(const draw::Arrow& s) const;

  void operator()(const draw::Bracket& s) const {
    stroke({s.left + 0.5f, s.top}, {s.left + 0.5f, s.top + s.depth}, s.colour, 1);
    stroke({s.right - 0.5f, s.top}, {s.right - 0.5f, s.top + s.depth}, s.colour, 1);
    stroke({s.left, s.top + s.depth - 0.5f}, {s.right, s.top + s.depth - 0.5f}, s.colour, 1);
  }

  void operator()(const draw::Texture& s) const;

  void operator()(const draw::Text& s) const {
    const float size = theme::imgui_size(s.style.face, s.style.size) * placed.scale;
    list.AddText(fonts.of(s.style.face), size, placed.snapped({s.left(), s.at.y}), packed(s.style.colour),
                 s.text.data(), s.text.data() + s.text.size());
  }

  void operator()(const draw::Matrix& s) const {
    matrices.paint(list, ImGui::GetID(s.id.c_str()), placed.first(s.rect), placed.last(s.rect), s.image);
  }

  void operator()(const draw::Clip& s) const { list.PushClipRect(placed.first(s.rect), placed.last(s.rect), true); }
  void operator()(const draw::Unclip&) const { list.PopClipRect(); }
  void operator()(const draw::Sensitive&) const {}

  void stroke(Point from, Point to, Colour colour, float thickness) const;
  void dash(Point from, Point to, Colour colour, float thickness) const;
};

void Painter::stroke(Point from, Point to, Colour colour, float thickness) const {
  const bool upright = from.x == to.x;
  if (!upright && from.y != to.y) {
    list.AddLine(pixel(from), pixel(to), packed(colour), thickness * placed.scale);
    return;
  }
  const float half = thickness / 2;  // crisp: as a rectangle
  const Rect r = upright ? Rect{from.x - half, std::min(from.y, to.y), thickness, std::abs(to.y - from.y)}
                         : Rect{std::min(from.x, to.x), from.y - half, std::abs(to.x - from.x), thickness};
  const ImVec2 corner = placed.first(r), end = placed.last(r);
  const float across = std::max(1.0f, std::round(thickness * placed.scale));
  list.AddRectFilled(corner, upright ? ImVec2{corner.x + across, end.y} : ImVec2{end.x, corner.y + across},
                     packed(colour));
}

void Painter::dash(Point from, Point to, Colour colour, float thickness) const {
  const float length = std::hypot(to.x - from.x, to.y - from.y);
  constexpr float kOn = 4, kStep = 7;  // points
  for (float at = 0; at < length; at += kStep) {
    const float end = std::min(at + kOn, length);
    const auto along = [&](float d) {
      return Point{from.x + (to.x - from.x) * d / length, from.y + (to.y - from.y) * d / length};
    };
    stroke(along(at), along(end), colour, thickness);
  }
}

void Painter::operator()(const draw::Arrow& s) const {
  const Point from = s.from, to = s.to;
  const float length = std::hypot(to.x - from.x, to.y - from.y);
  if (length < 1) return;
  const Point across{-(to.y - from.y) / length * s.bend, (to.x - from.x) / length * s.bend};
  const auto on_way = [&](float t) {
    return Point{from.x + (to.x - from.x) * t + across.x, from.y + (to.y - from.y) * t + across.y};
  };
  const Point one = on_way(0.3f), two = on_way(0.7f);
  list.AddBezierCubic(pixel(from), pixel(one), pixel(two), pixel(to), packed(s.colour), s.thickness * placed.scale);

  const float tail = std::hypot(to.x - two.x, to.y - two.y);
  const Point along{(to.x - two.x) / tail, (to.y - two.y) / tail};
  const float size = 4 + 1.5f * s.thickness;
  const Point back{to.x - along.x * size, to.y - along.y * size};
  list.AddTriangleFilled(pixel(to), pixel({back.x - along.y * size * 0.5f, back.y + along.x * size * 0.5f}),
                         pixel({back.x + along.y * size * 0.5f, back.y - along.x * size * 0.5f}), packed(s.colour));
}

void Painter::operator()(const draw::Texture& s) const {
  const Rect r = s.rect;
  const ImU32 colour = packed(s.colour);
  if (s.kind == draw::Texture::Kind::kCross) {
    const Rect inner = r.inset(2);
    list.AddLine(pixel({inner.x, inner.y}), pixel({inner.right(), inner.bottom()}), colour, placed.scale);
    list.AddLine(pixel({inner.x, inner.bottom()}), pixel({inner.right(), inner.y}), colour, placed.scale);
    return;
  }
  list.PushClipRect(placed.first(r), placed.last(r), true);
  if (s.kind == draw::Texture::Kind::kHatch)
    for (float at = -r.height; at < r.width; at += s.step)
      list.AddLine(pixel({r.x + at, r.bottom()}), pixel({r.x + at + r.height, r.y}), colour, placed.scale);
  constexpr float kStep = 6;  // points from dot to dot
  if (s.kind == draw::Texture::Kind::kDots)
    for (float y = r.y + kStep / 2; y < r.bottom(); y += kStep)
      for (float x = r.x + kStep / 2; x < r.right(); x += kStep)
        list.AddCircleFilled(pixel({x, y}), placed.scale, colour, 6);
  list.PopClipRect();
}

}  // namespace

void paint(const draw::Drawing& drawing, const Placed& placed, const Fonts& fonts, gl::MatrixPainter& matrices,
           ImDrawList& list) {
  const Painter painter{placed, fonts, matrices, list};
  for (const draw::Shape& shape : drawing.shapes) std::visit(painter, shape);
}

}  // namespace gemmscope::screen
