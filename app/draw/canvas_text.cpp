// SPDX-License-Identifier: MIT
#include <cmath>

#include "app/draw/canvas.h"
#include "app/draw/shorten.h"
#include "app/words/glossary.h"
#include "tracing/format/text.h"

namespace gemmscope::draw {
namespace {

/// Letters of less than a point cannot be read; a size that a view divides may be below zero, or no number.
bool is_readable(const TextStyle& style) { return style.size >= 1; }

}  // namespace

float Canvas::text_width(std::string_view text, const TextStyle& style) const {
  if (!is_readable(style)) return 0;
  if (!format::is_shown_as_it_is(text)) return text_width(format::shown(text), style);
  return surface_.text_width(style.face, style.size, text);
}

float Canvas::line_height(const TextStyle& style) const { return std::round(style.size * 1.3f); }

void Canvas::text(Point at, std::string_view text, const TextStyle& style) {
  if (!format::is_shown_as_it_is(text)) return this->text(at, format::shown(text), style);
  if (text.empty() || !is_readable(style)) return;
  const Text& kept =
      std::get<Text>(drawing_.shapes.emplace_back(Text{at, std::string(text), style, text_width(text, style)}));
  at.x = kept.left();
  if (style.face == Face::kWords || style.face == Face::kBold) look_up(at, text, style);
}

void Canvas::look_up(Point at, std::string_view text, const TextStyle& style) {
  const std::optional<Point> pointer = surface_.pointer();
  if (!pointer || pointer->y < at.y || pointer->y >= at.y + style.size * 1.2f || pointer->x < at.x) return;
  const auto end_of = [&](std::size_t bytes) { return at.x + text_width(text.substr(0, bytes), style); };
  if (pointer->x >= end_of(text.size())) return;
  std::size_t byte = 0;
  while (byte + 1 < text.size() && end_of(byte + 1) <= pointer->x) ++byte;
  const words::Term term = words::term_at(text, byte);
  if (term.word.empty()) return;
  tip_.meaning = std::string(term.word) + ": " + std::string(term.meaning);
  const float line = at.y + theme::middle_of_text(style.face, style.size) + style.size * 0.5f;
  dashed_line({end_of(term.begin), line}, {end_of(term.end), line}, style.colour);
}

void Canvas::text_in(Rect rect, std::string_view whole, const TextStyle& given) {
  TextStyle style = given;
  constexpr float kSmallest = 0.7f;
  if (const float width = text_width(whole, style); width > rect.width && is_number(whole))
    style.size *= std::max(kSmallest, rect.width / width * 0.995f);  // a part of a number says something else
  const auto width_of = [&](std::string_view t) { return text_width(t, style); };
  const std::string shown =
      style.keep_start ? shorten_end(whole, rect.width, width_of) : shorten_middle(whole, rect.width, width_of);
  const float top = rect.centre().y - theme::middle_of_text(style.face, style.size);
  const float x = style.align == Align::kLeft ? rect.x : style.align == Align::kRight ? rect.right() : rect.centre().x;
  const std::size_t place = drawing_.shapes.size();
  text({x, top}, shown, style);
  if (shown == whole || place == drawing_.shapes.size()) return;
  if (!style.keep_start) std::get<Text>(drawing_.shapes[place]).whole = whole;
  const std::optional<Point> pointer = surface_.pointer();
  if (pointer && rect.contains(*pointer)) tooltip(whole);
}

std::size_t Canvas::line_end(std::string_view text, float width, const TextStyle& style) const {
  std::size_t end = 0;
  for (std::size_t next = text.find(' ');; next = text.find(' ', next + 1)) {
    const std::size_t candidate = next == std::string_view::npos ? text.size() : next;
    if (end != 0 && text_width(text.substr(0, candidate), style) > width) break;
    end = candidate;
    if (next == std::string_view::npos) break;
  }
  return end;
}

float Canvas::paragraph_height(float width, std::string_view text, const TextStyle& style) const {
  float height = 0;
  for (; !text.empty(); height += line_height(style))
    text = text.substr(std::min(line_end(text, width, style) + 1, text.size()));
  return height;
}

float Canvas::paragraph(Rect rect, std::string_view text, const TextStyle& style) {
  const float step = line_height(style);
  float y = rect.y;
  while (!text.empty()) {
    const std::size_t end = line_end(text, rect.width, style);
    const bool last = y + 2 * step > rect.bottom() + 0.5f;
    text_in({rect.x, y, rect.width, step}, last ? text : text.substr(0, end), style);
    y += step;
    if (last) break;
    text = text.substr(std::min(end + 1, text.size()));
  }
  return y - rect.y;
}

}  // namespace gemmscope::draw
