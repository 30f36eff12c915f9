// SPDX-License-Identifier: MIT
#include "app/draw/canvas.h"

#include <cmath>

#include "tracing/format/text.h"

namespace gemmscope::draw {

ImU32 packed(Colour c) { return IM_COL32(c.r, c.g, c.b, c.a); }

std::array<float, 4> channels(Colour c) {
  return {static_cast<float>(c.r) / 255, static_cast<float>(c.g) / 255, static_cast<float>(c.b) / 255,
          static_cast<float>(c.a) / 255};
}

ImVec4 vector(Colour c) {
  const auto v = channels(c);
  return {v[0], v[1], v[2], v[3]};
}

Canvas::Canvas(const Paint& paint)
    : Canvas(paint,
             {0, 0, ImGui::GetContentRegionAvail().x / paint.scale, ImGui::GetContentRegionAvail().y / paint.scale}) {}

Canvas::Canvas(const Paint& paint, Rect area)
    : colours(paint.colours), paint_(paint), list_(ImGui::GetWindowDrawList()), size_{area.width, area.height} {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  origin_ = {std::round(start.x + area.x * paint.scale), std::round(start.y + area.y * paint.scale)};
  if (paint.drawings == nullptr) return;
  const ImVec2 from = list_->GetClipRectMin(), to = list_->GetClipRectMax();
  const auto points = [&](float pixels) { return pixels / paint.scale; };
  const Rect seen{points(from.x), points(from.y), points(to.x - from.x), points(to.y - from.y)};
  drawing_ = &paint.drawings->emplace_back(
      Drawing{list_->_OwnerName, {points(origin_.x), points(origin_.y)}, size_, {}, seen});
}

TextStyle Canvas::words() const { return {colours.text}; }
TextStyle Canvas::bold() const { return {colours.text, Face::kBold}; }
TextStyle Canvas::small() const { return {colours.secondary, Face::kWords, theme::kSmallSize}; }
TextStyle Canvas::mono() const { return {colours.text, Face::kMono, theme::kMonoSize}; }
TextStyle Canvas::small_mono() const { return {colours.secondary, Face::kMono, 11}; }

ImVec2 Canvas::pixel(Point p) const { return {origin_.x + p.x * paint_.scale, origin_.y + p.y * paint_.scale}; }

Point Canvas::point(ImVec2 p) const { return {(p.x - origin_.x) / paint_.scale, (p.y - origin_.y) / paint_.scale}; }

ImVec2 Canvas::snapped(Point p) const {
  const ImVec2 exact = pixel(p);
  return {std::round(exact.x), std::round(exact.y)};
}

void Canvas::fill(Rect r, Colour colour, float rounding) {
  keep<Fill>(r, colour, rounding);
  list_->AddRectFilled(snapped({r.x, r.y}), snapped({r.right(), r.bottom()}), packed(colour), rounding * paint_.scale);
}

void Canvas::outline(Rect r, Colour colour, float thickness, float rounding) {
  keep<Outline>(r, colour, thickness, rounding);
  // Dear ImGui centres strokes on the path and offsets the corners by half a pixel.
  const float half = thickness * paint_.scale / 2 - 0.5f;
  ImVec2 from = snapped({r.x, r.y}), to = snapped({r.right(), r.bottom()});
  from.x += half, from.y += half, to.x -= half, to.y -= half;
  list_->AddRect(from, to, packed(colour), rounding * paint_.scale, thickness * paint_.scale);
}

void Canvas::dashed(Rect r, Colour colour) {
  keep<Dashed>(r, colour);
  const Rect inner = r.inset(0.5f);
  const Point corners[] = {
      {inner.x, inner.y}, {inner.right(), inner.y}, {inner.right(), inner.bottom()}, {inner.x, inner.bottom()}};
  for (int i = 0; i < 4; ++i) dash(corners[i], corners[(i + 1) % 4], colour, 1);
}

void Canvas::line(Point from, Point to, Colour colour, float thickness) {
  keep<Line>(from, to, colour, thickness);
  stroke(from, to, colour, thickness);
}

void Canvas::stroke(Point from, Point to, Colour colour, float thickness) {
  if (from.x == to.x || from.y == to.y) {  // crisp: as a rectangle
    const float half = thickness / 2;
    const bool upright = from.x == to.x;
    const Rect r = upright ? Rect{from.x - half, std::min(from.y, to.y), thickness, std::abs(to.y - from.y)}
                           : Rect{std::min(from.x, to.x), from.y - half, std::abs(to.x - from.x), thickness};
    const ImVec2 corner = snapped({r.x, r.y});
    const float across = std::max(1.0f, std::round(thickness * paint_.scale));
    const ImVec2 end = snapped({r.right(), r.bottom()});
    list_->AddRectFilled(corner, upright ? ImVec2{corner.x + across, end.y} : ImVec2{end.x, corner.y + across},
                         packed(colour));
    return;
  }
  list_->AddLine(pixel(from), pixel(to), packed(colour), thickness * paint_.scale);
}

void Canvas::dashed_line(Point from, Point to, Colour colour, float thickness) {
  keep<Line>(from, to, colour, thickness, true);
  dash(from, to, colour, thickness);
}

void Canvas::dash(Point from, Point to, Colour colour, float thickness) {
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

void Canvas::triangle(Point a, Point b, Point c, Colour colour) {
  keep<Triangle>(a, b, c, colour);
  // Dear ImGui smooths the edges of what goes clockwise, and draws the rest larger and jagged.
  if ((b.x - a.x) * (c.y - a.y) < (b.y - a.y) * (c.x - a.x)) std::swap(b, c);
  list_->AddTriangleFilled(pixel(a), pixel(b), pixel(c), packed(colour));
}

void Canvas::arrow(Point from, Point to, Colour colour, float bend, float thickness) {
  keep<Arrow>(from, to, colour, bend, thickness);
  const float length = std::hypot(to.x - from.x, to.y - from.y);
  if (length < 1) return;
  const Point across{-(to.y - from.y) / length * bend, (to.x - from.x) / length * bend};
  const auto on_way = [&](float t) {
    return Point{from.x + (to.x - from.x) * t + across.x, from.y + (to.y - from.y) * t + across.y};
  };
  const Point one = on_way(0.3f), two = on_way(0.7f);
  list_->AddBezierCubic(pixel(from), pixel(one), pixel(two), pixel(to), packed(colour), thickness * paint_.scale);

  const float tail = std::hypot(to.x - two.x, to.y - two.y);
  const Point along{(to.x - two.x) / tail, (to.y - two.y) / tail};
  const float size = 4 + 1.5f * thickness;
  const Point back{to.x - along.x * size, to.y - along.y * size};
  list_->AddTriangleFilled(pixel(to), pixel({back.x - along.y * size * 0.5f, back.y + along.x * size * 0.5f}),
                           pixel({back.x + along.y * size * 0.5f, back.y - along.x * size * 0.5f}), packed(colour));
}

void Canvas::bracket(float left, float right, float top, Colour colour, float depth) {
  keep<Bracket>(left, right, top, colour, depth);
  stroke({left + 0.5f, top}, {left + 0.5f, top + depth}, colour, 1);
  stroke({right - 0.5f, top}, {right - 0.5f, top + depth}, colour, 1);
  stroke({left, top + depth - 0.5f}, {right, top + depth - 0.5f}, colour, 1);
}

void Canvas::hatch(Rect r, Colour colour, float step) {
  keep<Texture>(Texture::Kind::kHatch, r, colour, step);
  clip(r);
  for (float at = -r.height; at < r.width; at += step)
    list_->AddLine(pixel({r.x + at, r.bottom()}), pixel({r.x + at + r.height, r.y}), packed(colour), paint_.scale);
  list_->PopClipRect();
}

void Canvas::cross(Rect r, Colour colour) {
  keep<Texture>(Texture::Kind::kCross, r, colour);
  const Rect inner = r.inset(2);
  list_->AddLine(pixel({inner.x, inner.y}), pixel({inner.right(), inner.bottom()}), packed(colour), paint_.scale);
  list_->AddLine(pixel({inner.x, inner.bottom()}), pixel({inner.right(), inner.y}), packed(colour), paint_.scale);
}

void Canvas::dots(Rect r, Colour colour) {
  constexpr float kStep = 6;
  keep<Texture>(Texture::Kind::kDots, r, colour);
  clip(r);
  for (float y = r.y + kStep / 2; y < r.bottom(); y += kStep)
    for (float x = r.x + kStep / 2; x < r.right(); x += kStep)
      list_->AddCircleFilled(pixel({x, y}), paint_.scale, packed(colour), 6);
  list_->PopClipRect();
}

void Canvas::matrix(const std::string& id, Rect r, const gl::MatrixImage& image) {
  if (drawing_ != nullptr) drawing_->shapes.push_back(Matrix{r, image});
  paint_.matrices.paint(*list_, ImGui::GetID(id.c_str()), snapped({r.x, r.y}), snapped({r.right(), r.bottom()}), image);
}

Hit Canvas::hit(std::string_view id, Rect r) {
  if (r.empty()) return {};
  if (drawing_ != nullptr) drawing_->shapes.push_back(Sensitive{std::string(id), r});
  const ImVec2 back = ImGui::GetCursorScreenPos();
  const ImVec2 from = snapped({r.x, r.y}), to = snapped({r.right(), r.bottom()});
  ImGui::SetCursorScreenPos(from);
  ImGui::SetNextItemAllowOverlap();
  Hit hit;
  hit.clicked =
      ImGui::InvisibleButton(std::string(id).c_str(), {std::max(1.0f, to.x - from.x), std::max(1.0f, to.y - from.y)});
  hit.hovered = ImGui::IsItemHovered();
  hit.held = ImGui::IsItemActive();
  // The pointer is on a whole pixel. It means the pixel's middle: its corner may belong to the cell before.
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  hit.at = point({mouse.x + 0.5f, mouse.y + 0.5f});
  ImGui::SetCursorScreenPos(back);
  return hit;
}

float Canvas::wheel() const {
  wheel_taken_ = true;
  const ImGuiIO& io = ImGui::GetIO();
  return ImGui::IsWindowHovered() && area().contains(point(io.MousePos)) ? io.MouseWheel : 0;
}
bool Canvas::shift() const { return ImGui::GetIO().KeyShift; }

void Canvas::tooltip(std::string_view text) { tip_ = format::shown_lines(text); }

Canvas::~Canvas() {
  if (tip_.empty() && meaning_.empty()) return;
  if (!ImGui::BeginTooltip()) return;
  ImGui::PushTextWrapPos(480 * paint_.scale);
  if (!tip_.empty()) ImGui::TextUnformatted(tip_.c_str());
  if (!tip_.empty() && !meaning_.empty()) ImGui::Separator();
  if (!meaning_.empty()) ImGui::TextUnformatted(meaning_.c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

void Canvas::hand() { ImGui::SetMouseCursor(ImGuiMouseCursor_Hand); }

void Canvas::clip(Rect r) { list_->PushClipRect(snapped({r.x, r.y}), snapped({r.right(), r.bottom()}), true); }
void Canvas::push_clip(Rect r) {
  keep<Clip>(r);
  clip(r);
}
void Canvas::pop_clip() {
  keep<Unclip>();
  list_->PopClipRect();
}

}  // namespace gemmscope::draw
