// SPDX-License-Identifier: MIT
#include "app/svg/svg.h"

#include <algorithm>
#include <variant>

#include "app/svg/matrix.h"
#include "app/svg/shapes.h"

namespace gemmscope::svg {
namespace {

/// The shapes of one canvas. Whatever is clipped stands in a group of its own, so that clips in clips intersect.
class Writer {
 public:
  Writer(const draw::Drawing& drawing, float scale, ClipPaths& clips, std::string& out)
      : place_{drawing.origin, scale}, clips_(clips), out_(out) {
    if (drawing.seen.empty())
      out_ += "<g>\n";
    else
      open(Place{{}, scale}.snapped(drawing.seen));
    for (const draw::Shape& shape : drawing.shapes) std::visit(*this, shape);
    for (; open_ > 0; --open_) out_ += "</g>\n";
    out_ += "</g>\n";
  }

  void operator()(const draw::Fill& s) { out_ += fill(place_, s); }
  void operator()(const draw::Outline& s) { out_ += outline(place_, s); }
  void operator()(const draw::Dashed& s) { out_ += dashed(place_, s); }
  void operator()(const draw::Line& s) { out_ += line(place_, s); }
  void operator()(const draw::Triangle& s) { out_ += triangle(place_, s); }
  void operator()(const draw::Arrow& s) { out_ += arrow(place_, s); }
  void operator()(const draw::Bracket& s) { out_ += bracket(place_, s); }
  void operator()(const draw::Texture& s) { out_ += texture(place_, s, clips_); }
  void operator()(const draw::Text& s) { out_ += text(place_, s); }
  void operator()(const draw::Matrix& s) { out_ += matrix(place_, s); }
  void operator()(const draw::Clip& s) { open(place_.snapped(s.rect)), ++open_; }
  void operator()(const draw::Unclip&) {
    if (open_ == 0) return;
    out_ += "</g>\n", --open_;
  }
  void operator()(const draw::Sensitive&) {}  // a picture does nothing

 private:
  void open(Rect clip) { out_ += "<g clip-path=\"url(#" + clips_.name_of(clip) + ")\">\n"; }

  Place place_;
  ClipPaths& clips_;
  std::string& out_;
  int open_ = 0;  ///< clips that are not yet ended
};

}  // namespace

std::string ClipPaths::name_of(Rect rect) {
  rect.width = std::max(0.0f, rect.width), rect.height = std::max(0.0f, rect.height);
  const auto [found, fresh] = names_.try_emplace(attributes(rect), "c" + std::to_string(names_.size() + 1));
  if (fresh) text_ += "<clipPath id=\"" + found->second + "\"><rect" + found->first + "/></clipPath>\n";
  return found->second;
}

std::string file_of(const draw::Drawings& drawings, const Picture& picture) {
  const bool is_smaller =
      picture.drawn_width != 0 && (picture.drawn_width != picture.width || picture.drawn_height != picture.height);
  const Rect all{0, 0, static_cast<float>(is_smaller ? picture.drawn_width : picture.width) / picture.scale,
                 static_cast<float>(is_smaller ? picture.drawn_height : picture.height) / picture.scale};
  ClipPaths clips;
  std::string shapes;
  for (const draw::Drawing& drawing : drawings) Writer(drawing, picture.scale, clips, shapes);
  // Dear ImGui sets letter beside letter: no pairs moved together, no -> made an arrow.
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + std::to_string(picture.width) + "\" height=\"" +
         std::to_string(picture.height) + "\" viewBox=\"0 0 " + pair_of({all.width, all.height}) +
         (is_smaller ? "\" preserveAspectRatio=\"xMinYMin" : "") +
         "\" style=\"font-kerning:none;font-variant-ligatures:none\">\n<title>" + escaped(picture.title) +
         "</title>\n<desc>" + escaped(picture.description) + "</desc>\n<defs>\n" + clips.text() + "</defs>\n<rect" +
         attributes(all) + paint("fill", picture.background) + "/>\n" + shapes + "</svg>\n";
}

}  // namespace gemmscope::svg
