// SPDX-License-Identifier: MIT
#include "app/draw/svg.h"

#include <algorithm>
#include <variant>

#include "app/draw/svg_matrix.h"
#include "app/draw/svg_shapes.h"

namespace gemmscope::draw {
namespace {

/// The shapes of one canvas. Whatever is clipped stands in a group of its own, so that clips in clips intersect.
class Writer {
 public:
  Writer(const Drawing& drawing, float scale, svg::ClipPaths& clips, std::string& out)
      : place_{drawing.origin, scale}, clips_(clips), out_(out) {
    if (drawing.seen.empty())
      out_ += "<g>\n";
    else
      open(svg::Place{{}, scale}.snapped(drawing.seen));
    for (const Shape& shape : drawing.shapes) std::visit(*this, shape);
    for (; open_ > 0; --open_) out_ += "</g>\n";
    out_ += "</g>\n";
  }

  void operator()(const Fill& s) { out_ += svg::fill(place_, s); }
  void operator()(const Outline& s) { out_ += svg::outline(place_, s); }
  void operator()(const Dashed& s) { out_ += svg::dashed(place_, s); }
  void operator()(const Line& s) { out_ += svg::line(place_, s); }
  void operator()(const Triangle& s) { out_ += svg::triangle(place_, s); }
  void operator()(const Arrow& s) { out_ += svg::arrow(place_, s); }
  void operator()(const Bracket& s) { out_ += svg::bracket(place_, s); }
  void operator()(const Texture& s) { out_ += svg::texture(place_, s, clips_); }
  void operator()(const Text& s) { out_ += svg::text(place_, s); }
  void operator()(const Matrix& s) { out_ += svg::matrix(place_, s); }
  void operator()(const Clip& s) { open(place_.snapped(s.rect)), ++open_; }
  void operator()(const Unclip&) {
    if (open_ == 0) return;
    out_ += "</g>\n", --open_;
  }
  void operator()(const Sensitive&) {}  // a picture does nothing

 private:
  void open(Rect clip) { out_ += "<g clip-path=\"url(#" + clips_.name_of(clip) + ")\">\n"; }

  svg::Place place_;
  svg::ClipPaths& clips_;
  std::string& out_;
  int open_ = 0;  ///< clips that are not yet ended
};

}  // namespace

std::string svg::ClipPaths::name_of(Rect rect) {
  rect.width = std::max(0.0f, rect.width), rect.height = std::max(0.0f, rect.height);
  const auto [found, fresh] = names_.try_emplace(attributes(rect), "c" + std::to_string(names_.size() + 1));
  if (fresh) text_ += "<clipPath id=\"" + found->second + "\"><rect" + found->first + "/></clipPath>\n";
  return found->second;
}

std::string svg_of(const Drawings& drawings, const SvgPicture& picture) {
  const Rect all{0, 0, static_cast<float>(picture.width) / picture.scale,
                 static_cast<float>(picture.height) / picture.scale};
  svg::ClipPaths clips;
  std::string shapes;
  for (const Drawing& drawing : drawings) Writer(drawing, picture.scale, clips, shapes);
  // Dear ImGui sets letter beside letter: no pairs moved together, no -> made an arrow.
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + std::to_string(picture.width) + "\" height=\"" +
         std::to_string(picture.height) + "\" viewBox=\"0 0 " + svg::pair_of({all.width, all.height}) +
         "\" style=\"font-kerning:none;font-variant-ligatures:none\">\n<title>" + svg::escaped(picture.title) +
         "</title>\n<desc>" + svg::escaped(picture.description) + "</desc>\n<defs>\n" + clips.text() +
         "</defs>\n<rect" + svg::attributes(all) + svg::paint("fill", picture.background) + "/>\n" + shapes +
         "</svg>\n";
}

}  // namespace gemmscope::draw
