// SPDX-License-Identifier: MIT
#include "app/svg/shapes.h"

#include <algorithm>

namespace gemmscope::svg {
namespace {

constexpr const char* kDashes = " stroke-dasharray=\"4 3\"";  // as Canvas::dash

/// An open path, stroked.
std::string stroked(const std::string& path, Colour colour, float thickness, const std::string& more = {}) {
  return "<path d=\"" + path + "\" fill=\"none\"" + paint("stroke", colour) +
         (thickness == 1 ? "" : attribute("stroke-width", thickness)) + more + "/>\n";
}

std::string between(Point from, Point to) { return "M" + pair_of(from) + "L" + pair_of(to); }

/// Dear ImGui draws lines through the middles of pixels.
Point middle(const Place& place, Point p) {
  const float half = place.pixel() / 2;
  p = place.exact(p);
  return {p.x + half, p.y + half};
}

struct Stroke {
  std::string path;
  float thickness;
};

/// As Canvas::stroke: an upright or level line covers whole pixels.
Stroke stroke(const Place& place, Point from, Point to, float thickness) {
  const bool upright = from.x == to.x;
  if (!upright && from.y != to.y) return {between(middle(place, from), middle(place, to)), thickness};
  const float half = thickness / 2, across = std::max(place.pixel(), place.whole(thickness));
  if (upright) {
    const float x = place.snapped(Point{from.x - half, 0}).x + across / 2;
    return {between({x, place.snapped(from).y}, {x, place.snapped(to).y}), across};
  }
  const float y = place.snapped(Point{0, from.y - half}).y + across / 2;
  return {between({place.snapped(from).x, y}, {place.snapped(to).x, y}), across};
}

}  // namespace

std::string fill(const Place& place, const draw::Fill& s) {
  const Rect r = place.snapped(s.rect);
  if (r.empty()) return {};
  const float rounding = std::min(s.rounding, std::min(r.width, r.height) / 2);
  return "<rect" + attributes(r) + (rounding > 0 ? attribute("rx", rounding) : "") + paint("fill", s.colour) + "/>\n";
}

std::string outline(const Place& place, const draw::Outline& s) {
  const Rect r = place.snapped(s.rect).inset(s.thickness / 2);
  if (r.width < 0 || r.height < 0) return {};
  return "<rect" + attributes(r) + (s.rounding > 0 ? attribute("rx", s.rounding) : "") + " fill=\"none\"" +
         paint("stroke", s.colour) + (s.thickness == 1 ? "" : attribute("stroke-width", s.thickness)) + "/>\n";
}

std::string dashed(const Place& place, const draw::Dashed& s) {
  const Rect r = s.rect.inset(0.5f);
  const Point corners[] = {{r.x, r.y}, {r.right(), r.y}, {r.right(), r.bottom()}, {r.x, r.bottom()}};
  std::string path;  // one part for each side: the dashes of each begin anew
  for (int i = 0; i < 4; ++i) path += stroke(place, corners[i], corners[(i + 1) % 4], 1).path;
  return stroked(path, s.colour, std::max(place.pixel(), place.whole(1)), kDashes);
}

std::string line(const Place& place, const draw::Line& s) {
  const Stroke drawn = stroke(place, s.from, s.to, s.thickness);
  return stroked(drawn.path, s.colour, drawn.thickness, s.dashed ? kDashes : "");
}

std::string triangle(const Place& place, const draw::Triangle& s) {
  return "<path d=\"" + between(place.exact(s.a), place.exact(s.b)) + "L" + pair_of(place.exact(s.c)) + "z\"" +
         paint("fill", s.colour) + "/>\n";
}

std::string arrow(const Place& place, const draw::Arrow& s) {
  const float dx = s.to.x - s.from.x, dy = s.to.y - s.from.y, length = std::hypot(dx, dy);
  if (!(length >= 1)) return {};
  const Point across{-dy / length * s.bend, dx / length * s.bend};
  const auto on_way = [&](float t) { return Point{s.from.x + dx * t + across.x, s.from.y + dy * t + across.y}; };
  const Point one = on_way(0.3f), two = on_way(0.7f);
  const std::string way = "M" + pair_of(place.exact(s.from)) + "C" + pair_of(place.exact(one)) + " " +
                          pair_of(place.exact(two)) + " " + pair_of(place.exact(s.to));
  const float tail = std::hypot(s.to.x - two.x, s.to.y - two.y), size = 4 + 1.5f * s.thickness;
  const Point along{(s.to.x - two.x) / tail, (s.to.y - two.y) / tail};
  const Point back{s.to.x - along.x * size, s.to.y - along.y * size};
  const draw::Triangle head{s.to,
                            {back.x - along.y * size * 0.5f, back.y + along.x * size * 0.5f},
                            {back.x + along.y * size * 0.5f, back.y - along.x * size * 0.5f},
                            s.colour};
  return stroked(way, s.colour, s.thickness) + triangle(place, head);
}

std::string bracket(const Place& place, const draw::Bracket& s) {
  const float low = s.top + s.depth;
  const Stroke left = stroke(place, {s.left + 0.5f, s.top}, {s.left + 0.5f, low}, 1),
               right = stroke(place, {s.right - 0.5f, s.top}, {s.right - 0.5f, low}, 1),
               across = stroke(place, {s.left, low - 0.5f}, {s.right, low - 0.5f}, 1);
  return stroked(left.path + right.path + across.path, s.colour, left.thickness);
}

std::string texture(const Place& place, const draw::Texture& s, ClipPaths& clips) {
  const Rect r = s.rect;
  const auto part = [&](Point from, Point to) { return between(middle(place, from), middle(place, to)); };
  if (s.kind == draw::Texture::Kind::kCross) {
    const Rect in = r.inset(2);
    return stroked(part({in.x, in.y}, {in.right(), in.bottom()}) + part({in.x, in.bottom()}, {in.right(), in.y}),
                   s.colour, 1);
  }
  if (r.empty()) return {};
  std::string path, more = " clip-path=\"url(#" + clips.name_of(place.snapped(r)) + ")\"";
  if (s.kind == draw::Texture::Kind::kHatch) {
    const float step = s.step > 0 ? s.step : 6;
    for (float at = -r.height; at < r.width; at += step)
      path += part({r.x + at, r.bottom()}, {r.x + at + r.height, r.y});
    return stroked(path, s.colour, 1, more);
  }
  constexpr float kStep = 6;
  for (float y = r.y + kStep / 2; y < r.bottom(); y += kStep)
    for (float x = r.x + kStep / 2; x < r.right(); x += kStep) path += "M" + pair_of(place.exact({x, y})) + "h0";
  return path.empty() ? path : stroked(path, s.colour, 2, " stroke-linecap=\"round\"" + more);  // ends are dots
}

}  // namespace gemmscope::svg
