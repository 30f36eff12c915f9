// SPDX-License-Identifier: MIT
#include "tests/views/drawing_text.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace gemmscope::views {
namespace {

using draw::Colour;
using draw::Point;
using draw::Rect;

/// To a tenth, "8" or "8.3". What lies in the middle between two tenths, as quarters do, must not depend on the last
/// bit, so all are a little larger.
std::string number(float value) {
  const long tenths = std::lround((value + 0.013f) * 10);
  std::string text = std::to_string(std::abs(tenths) / 10);
  if (tenths % 10 != 0) text += "." + std::to_string(std::abs(tenths) % 10);
  return (tenths < 0 ? "-" : "") + text;
}
std::string pair_of(float x, float y) { return number(x) + "," + number(y); }
std::string extent(Rect r) { return number(r.width) + "x" + number(r.height); }

class Names {
 public:
  explicit Names(const theme::Colours& c) {
    const auto add = [&](Colour colour, const std::string& name) { names_.emplace_back(colour, name); };
    add(c.ground, "ground"), add(c.panel, "panel"), add(c.line, "line"), add(c.text, "text");
    add(c.secondary, "secondary"), add(c.a, "A"), add(c.b, "B"), add(c.c, "C"), add(c.on_operand, "on_operand");
    add(c.selected, "selected"), add(c.row, "row"), add(c.button, "button"), add(c.on_button, "on_button");
    add(c.error, "error");
    for (std::size_t i = 0; i < c.conflict.size(); ++i)
      add(c.conflict[i], "conflict" + std::to_string(theme::kConflictSteps[i]));
    for (std::size_t i = 0; i < c.warps.size(); ++i) add(c.warps[i], "warp" + std::to_string(i));
  }
  std::string operator()(Colour colour) const {
    const int percent = colour.a * 100 / 255;
    const std::string opacity = percent == 100 ? "" : "/" + std::to_string(percent) + "%";
    colour.a = 255;
    for (const auto& [known, name] : names_)
      if (known == colour) return name + opacity;
    char hex[8];
    std::snprintf(hex, sizeof hex, "#%02x%02x%02x", colour.r, colour.g, colour.b);
    return hex + opacity;
  }
  std::string operator()(const std::array<float, 4>& c) const {
    const auto byte = [](float share) { return static_cast<std::uint8_t>(std::lround(share * 255)); };
    return (*this)(Colour{byte(c[0]), byte(c[1]), byte(c[2]), byte(c[3])});
  }

 private:
  std::vector<std::pair<Colour, std::string>> names_;
};

/// A shape without its place, and the place.
struct Entry {
  std::string kind, rest;
  Point at;
  bool placed = true;
};

/// "a", ..., "z", "aA", ... for each kind of cell in the order of their first appearance.
std::string letters(std::size_t index) {
  std::string text(1, static_cast<char>('a' + index % 26));
  return index < 26 ? text : text + static_cast<char>('A' + index / 26 - 1);
}

std::string row_text(const draw::MatrixImage& image, int row,
                     std::map<std::array<std::uint8_t, 2>, std::string>& kinds) {
  std::string text;
  for (int column = 0; column < image.columns;) {
    const auto cell = [&](int c) {
      return image
          .cells[static_cast<std::size_t>(row) * static_cast<std::size_t>(image.columns) + static_cast<std::size_t>(c)];
    };
    int end = column + 1;
    while (end < image.columns && cell(end) == cell(column)) ++end;
    const auto [kind, fresh] = kinds.try_emplace(cell(column), letters(kinds.size()));
    text += kind->second + (end - column > 1 ? std::to_string(end - column) : "");
    column = end;
  }
  return text;
}

/// The kinds of cells, then the rows: runs of equal cells as letter and length, equal rows once.
std::string matrix_text(const draw::MatrixImage& image, const Names& name) {
  std::map<std::array<std::uint8_t, 2>, std::string> kinds;
  std::string rows;
  for (int row = 0; row < image.rows;) {
    const std::string text = row_text(image, row, kinds);
    int end = row + 1;
    while (end < image.rows && row_text(image, end, kinds) == text) ++end;
    rows += "\n  " + std::to_string(row) + (end - row > 1 ? "-" + std::to_string(end - 1) : "") + ": " + text;
    row = end;
  }
  std::map<std::string, std::string> by_letter;
  for (const auto& [cell, letter] : kinds)
    by_letter[letter] = cell[0] < image.palette.size()
                            ? name(image.palette[cell[0]]) + (cell[1] == 0 ? "" : " mark " + std::to_string(cell[1]))
                            : "?";
  std::string text = " " + std::to_string(image.rows) + "x" + std::to_string(image.columns) + " cells, strong every " +
                     std::to_string(image.major_rows) + "x" + std::to_string(image.major_columns) + ":";
  for (const auto& [letter, what] : by_letter) text += " " + letter + "=" + what;
  return text + rows;
}

std::string style_text(const draw::TextStyle& style, const Names& name) {
  constexpr const char* kFaces[] = {"words", "bold", "mono", "mono_bold"};
  constexpr const char* kAligns[] = {"", " centre", " right"};
  return std::string(kFaces[static_cast<int>(style.face)]) + " " + number(style.size) + " " + name(style.colour) +
         kAligns[static_cast<int>(style.align)];
}

struct Describe {
  const Names& name;

  Entry of_rect(const char* kind, Rect r, const std::string& rest) const {
    return {kind, extent(r) + " " + rest, {r.x, r.y}};
  }
  std::string way(Point from, Point to) const { return "to +" + pair_of(to.x - from.x, to.y - from.y) + " "; }
  static std::string unless(float value, float usual, const char* what) {
    return value == usual ? "" : std::string(" ") + what + " " + number(value);
  }

  Entry operator()(const draw::Fill& s) const {
    return of_rect("fill", s.rect, name(s.colour) + unless(s.rounding, 0, "round"));
  }
  Entry operator()(const draw::Outline& s) const {
    return of_rect("outline", s.rect,
                   name(s.colour) + unless(s.thickness, 1, "thick") + unless(s.rounding, 0, "round"));
  }
  Entry operator()(const draw::Dashed& s) const { return of_rect("dashed", s.rect, name(s.colour)); }
  Entry operator()(const draw::Line& s) const {
    return {s.dashed ? "dashes" : "line", way(s.from, s.to) + name(s.colour) + unless(s.thickness, 1, "thick"), s.from};
  }
  Entry operator()(const draw::Triangle& s) const {
    return {"triangle", way(s.a, s.b) + way(s.a, s.c) + name(s.colour), s.a};
  }
  Entry operator()(const draw::Arrow& s) const {
    return {"arrow",
            way(s.from, s.to) + name(s.colour) + unless(s.bend, 0, "bend") + unless(s.thickness, 1.6f, "thick"),
            s.from};
  }
  Entry operator()(const draw::Bracket& s) const {
    return {"bracket", number(s.right - s.left) + "x" + number(s.depth) + " " + name(s.colour), {s.left, s.top}};
  }
  Entry operator()(const draw::Texture& s) const {
    constexpr const char* kKinds[] = {"hatch", "cross", "dots"};
    return of_rect(kKinds[static_cast<int>(s.kind)], s.rect, name(s.colour) + unless(s.step, 0, "step"));
  }
  Entry operator()(const draw::Text& s) const {
    return {"text", style_text(s.style, name) + " \"" + s.text + "\"", s.at};
  }
  Entry operator()(const draw::Matrix& s) const { return of_rect("matrix", s.rect, matrix_text(s.image, name)); }
  Entry operator()(const draw::Clip& s) const { return of_rect("clip", s.rect, ""); }
  Entry operator()(const draw::Unclip&) const { return {"unclip", "", {}, false}; }
  Entry operator()(const draw::Sensitive& s) const { return of_rect("area", s.rect, "\"" + s.id + "\""); }
};

/// How many of `entries` from `first` on are the same but for a constant step.
std::size_t run_length(const std::vector<Entry>& entries, std::size_t first) {
  const auto alike = [&](std::size_t i) {
    return i < entries.size() && entries[i].kind == entries[first].kind && entries[i].rest == entries[first].rest;
  };
  if (!entries[first].placed || !alike(first + 1)) return 1;
  const Point from = entries[first].at, next = entries[first + 1].at;
  std::size_t count = 2;
  for (; alike(first + count); ++count) {
    const float steps = static_cast<float>(count);
    const Point at = entries[first + count].at;
    if (std::abs(at.x - from.x - steps * (next.x - from.x)) > 0.06f ||
        std::abs(at.y - from.y - steps * (next.y - from.y)) > 0.06f)
      break;
  }
  return count;
}

}  // namespace

std::string text_of(const draw::Drawing& drawing, const theme::Colours& colours) {
  const Names name(colours);
  std::vector<Entry> entries;
  for (const draw::Shape& shape : drawing.shapes) entries.push_back(std::visit(Describe{name}, shape));
  std::string text;
  for (std::size_t i = 0; i < entries.size();) {
    const Entry& entry = entries[i];
    const std::size_t count = run_length(entries, i);
    text += entry.kind;
    if (entry.placed) text += " " + pair_of(entry.at.x, entry.at.y);
    if (count > 1)
      text += " x" + std::to_string(count) + " +" +
              pair_of(entries[i + 1].at.x - entry.at.x, entries[i + 1].at.y - entry.at.y);
    text += (entry.rest.empty() ? "" : " " + entry.rest) + "\n";
    i += count;
  }
  return text;
}

}  // namespace gemmscope::views
