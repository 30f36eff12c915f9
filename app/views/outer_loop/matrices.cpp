// SPDX-License-Identifier: MIT
/// The whole matrices, edges aligned and to scale, with the tiles of the cursor's block along K.
#include <algorithm>
#include <cmath>

#include "app/session/selecting.h"
#include "app/session/study.h"
#include "app/session/visit.h"
#include "app/views/outer_loop/draw.h"
#include "app/views/parts/finding_marks.h"
#include "app/views/parts/following.h"
#include "app/words/number.h"
#include "tracing/format/block_name.h"

namespace gemmscope::views {
namespace {

using draw::Align;
using draw::Canvas;
using draw::Colour;
using draw::Point;
using draw::Rect;
using draw::TextStyle;
using format::Matrix;

constexpr float kLeft = 54, kTop = 20, kRight = 4, kBottom = 36, kGap = 26;  // points around and between the matrices
constexpr std::uint32_t kMostCells = 2048;                                   // of the grid of blocks, along each side
constexpr float kLeastTile = 3;                                              // points at which a tile can still be seen

float f(std::uint32_t value) { return static_cast<float>(value); }

/// Where the matrices are, tiles that reach over their edges included.
struct Placement {
  Rect A, B, C;
  float scale = 1, k_scale = 1;  ///< points per element along M and N; along K

  Placement(Rect space, const OuterLoop& loop) {
    const float rows = f(loop.grid.rows * loop.shape.BM), columns = f(loop.grid.columns * loop.shape.BN);
    const float depth = f(std::max(1u, loop.recording.k_tiles) * loop.shape.BK);
    space.cut_left(kLeft), space.cut_top(kTop), space.cut_right(kRight), space.cut_bottom(kBottom);
    space.width = std::max(space.width - kGap, 40.0f), space.height = std::max(space.height - kGap, 40.0f);
    // K gets its own scale where it would crowd out M and N, or be too thin to show k-tiles.
    const float largest = std::max(rows, columns);
    const float k_length = std::clamp(depth, 0.25f * largest, 1.0f * largest);
    scale = std::min(space.width / (columns + k_length), space.height / (rows + k_length));
    k_scale = scale * k_length / depth;
    A = {space.x, space.y + k_length * scale + kGap, k_length * scale, rows * scale};
    B = {A.right() + kGap, space.y, columns * scale, k_length * scale};
    C = {B.x, A.y, B.width, A.height};
  }
  Rect in_A(analysis::Rect r) const {
    return {A.x + f(r.column) * k_scale, A.y + f(r.row) * scale, f(r.columns) * k_scale, f(r.rows) * scale};
  }
  Rect in_B(analysis::Rect r) const {
    return {B.x + f(r.column) * scale, B.y + f(r.row) * k_scale, f(r.columns) * scale, f(r.rows) * k_scale};
  }
  Rect in_C(analysis::Rect r) const {
    return {C.x + f(r.column) * scale, C.y + f(r.row) * scale, f(r.columns) * scale, f(r.rows) * scale};
  }
  std::optional<Rect> in(Matrix matrix, analysis::Rect r) const {
    switch (matrix) {
      case Matrix::kA: return in_A(r);
      case Matrix::kB: return in_B(r);
      case Matrix::kC: return in_C(r);
      case Matrix::kOther: return std::nullopt;
    }
    return std::nullopt;
  }
};

/// Grown around its middle to be seen.
Rect visible(Rect r) {
  if (r.width < kLeastTile) r.x -= (kLeastTile - r.width) / 2, r.width = kLeastTile;
  if (r.height < kLeastTile) r.y -= (kLeastTile - r.height) / 2, r.height = kLeastTile;
  return r;
}

void draw_tile(Canvas& canvas, Rect tile, TileState state, Colour colour, bool lines) {
  const Colour panel = canvas.colours.panel;
  const Rect inner = lines ? Rect{tile.x + 1, tile.y + 1, tile.width - 1, tile.height - 1} : tile;
  switch (state) {
    case TileState::kUsed: canvas.fill(inner, theme::mixed(panel, colour, 0.4f)); break;
    case TileState::kCurrent: canvas.fill(visible(inner), colour); break;
    case TileState::kToCome:
      canvas.fill(inner, theme::mixed(panel, colour, 0.1f));
      if (inner.width >= 3 && inner.height >= 3) canvas.outline(inner, theme::mixed(panel, colour, 0.5f));
      break;
    case TileState::kNotLoaded: break;  // see draw_never_loaded()
    case TileState::kNotRecorded: canvas.dots(inner, canvas.colours.secondary); break;
  }
}

/// A run of equal tiles at once where single ones would be too thin: a matrix may have thousands of k-tiles.
template <class Place>
void draw_band(Canvas& canvas, const OuterLoop& loop, Colour colour, float tile_length, Place place) {
  const bool lines = tile_length >= 4;
  std::optional<Rect> current;
  for (std::uint32_t t = 0; t < loop.states.size();) {
    std::uint32_t end = t + 1;
    if (!lines)
      while (end < loop.states.size() && loop.states[end] == loop.states[t]) ++end;
    if (loop.states[t] == TileState::kCurrent)
      current = place(t, end);
    else
      draw_tile(canvas, place(t, end), loop.states[t], colour, lines);
    t = end;
  }
  if (current) draw_tile(canvas, *current, TileState::kCurrent, colour, lines);
}

/// The matrix inside its tiles' extent: what lies outside is hatched, and the border drawn.
void draw_border(Canvas& canvas, Rect extent, Rect matrix, Colour colour) {
  const Colour ink = theme::faded(canvas.colours.secondary, 0.6f);
  const auto outside = [&](Rect rect) {
    if (rect.width < 0.5f || rect.height < 0.5f) return;
    canvas.fill(rect, canvas.colours.panel);
    canvas.hatch(rect, ink);
  };
  outside({matrix.right(), extent.y, extent.right() - matrix.right(), extent.height});
  outside({extent.x, matrix.bottom(), matrix.width, extent.bottom() - matrix.bottom()});
  canvas.outline(matrix, theme::mixed(canvas.colours.panel, colour, 0.7f));
}

void draw_blocks(Canvas& canvas, const Placement& at, const OuterLoop& loop, session::Actions& actions) {
  const format::Recording& recording = loop.recording;
  const Colour panel = canvas.colours.panel, c = canvas.colours.c;
  // More cells than a display has points would not be seen: then one stands for several blocks.
  const auto several = [](std::uint32_t blocks) { return (blocks + kMostCells - 1) / kMostCells; };
  const std::uint32_t down = several(loop.grid.rows), across = several(loop.grid.columns);
  const auto cells = [](std::uint32_t blocks, std::uint32_t each) {
    return static_cast<int>((blocks + each - 1) / each);
  };
  auto image = draw::matrix_image(canvas, cells(loop.grid.rows, down), cells(loop.grid.columns, across),
                                  theme::mixed(panel, c, 0.16f));
  const std::uint8_t missing = draw::palette_index(image, theme::mixed(panel, c, 0.04f));
  image.line = draw::channels(theme::mixed(panel, c, 0.45f)),
  image.ink = draw::channels(theme::mixed(panel, canvas.colours.secondary, 0.4f));
  if (recording.blocks.size() < std::uint64_t{loop.grid.rows} * loop.grid.columns) {
    std::fill(image.cells.begin(), image.cells.end(), std::array<std::uint8_t, 2>{missing, draw::kPadding});
    for (const format::Block& block : recording.blocks) {
      const auto tile = loop.tile_of(block);
      if (tile)
        image.cells[std::size_t{tile->first / down} * static_cast<std::size_t>(image.columns) + tile->second / across] =
            {0, draw::kPlain};
    }
  }
  canvas.matrix("blocks", at.C, image);
  const Rect current = at.in_C(loop.tiles.C);
  canvas.fill(visible(current), theme::mixed(panel, c, loop.write_back() ? 0.8f : 0.5f));
  const Rect border = at.in_C({0, 0, recording.M, recording.N});
  draw_border(canvas, at.C, border, c);
  canvas.outline(visible(current), c, 2);
  const std::string name = "block " + block_name(recording, loop.block);
  TextStyle style{theme::text_on(theme::mixed(panel, c, loop.write_back() ? 0.8f : 0.5f)), draw::Face::kBold, 14,
                  Align::kCentre};
  const Rect inside{current.x, current.y, std::min(current.right(), border.right()) - current.x,
                    std::min(current.bottom(), border.bottom()) - current.y};
  // In the write-back its elements light up instead.
  const bool room = canvas.text_width(name, style) < inside.width - 4 && inside.height > 20;
  if (room && !loop.write_back()) canvas.text_in(inside, name, style);

  const draw::Hit hit = canvas.hit("blocks", at.C);
  const int rows = static_cast<int>(loop.grid.rows), columns = static_cast<int>(loop.grid.columns);
  const auto under = draw::cell_at(at.C, rows, columns, hit.at);
  if (!hit.hovered || !under) return;
  const auto row = static_cast<std::uint32_t>(under->row), column = static_cast<std::uint32_t>(under->column);
  const auto place = analysis::block_of_tile(recording, row, column, loop.shape);
  if (!place) return;
  const auto [y, x] = *place;
  const auto block = block_at(recording, y, x);
  const std::string under_name = "block " + block_name(recording, y, x);
  canvas.tooltip(under_name + (block ? ": click to show it" : ": click to record and show it"));
  canvas.dashed(draw::cell_rect(at.C, rows, columns, under->row, under->column), canvas.colours.selected);
  canvas.hand();
  if (hit.clicked) actions.add(session::visit_block, y, x);
}

void draw_sizes(Canvas& canvas, const Placement& at, const OuterLoop& loop) {
  const format::Recording& r = loop.recording;
  const TextStyle small = canvas.small();
  const auto styled = [&](Colour colour, Align align) { return TextStyle{colour, draw::Face::kBold, 13, align}; };
  const auto size = [](const char* name, std::uint32_t value) { return name + (" " + words::thousands(value)); };

  const auto name = [&](Rect rect, Matrix matrix, Colour colour, const std::string& rows, const std::string& columns) {
    const std::string text = loop.name_of(matrix);
    const TextStyle bold = styled(colour, Align::kLeft);
    canvas.text_in(rect.cut_left(std::max(16.0f, canvas.text_width(text, bold) + 7)), text, bold);
    const std::string whole = rows + " \u00d7 " + columns;
    const bool fits = canvas.text_width(whole, small) <= rect.width;
    canvas.text_in(rect, fits ? whole : rows, small);
    if (!fits) canvas.text_in(rect.moved(0, 16), "\u00d7 " + columns, small);
  };
  name({at.A.x, at.A.bottom() + 2, at.A.width + kGap - 8, 18}, Matrix::kA, canvas.colours.a, size("M", r.M),
       size("K", r.K));
  name({at.C.x, at.C.bottom() + 2, at.C.width + kRight, 18}, Matrix::kC, canvas.colours.c, size("M", r.M),
       size("N", r.N));
  const float of_b = std::max(
      60.0f,
      std::min(at.A.width + kGap - 8, 16 + canvas.text_width(size("K", r.K) + " \u00d7 " + size("N", r.N), small)));
  name({at.B.x - 8 - of_b, at.B.y - 18, of_b, 18}, Matrix::kB, canvas.colours.b, size("K", r.K), size("N", r.N));

  TextStyle right = small, centre = small;
  right.align = Align::kRight, centre.align = Align::kCentre;
  const Rect a = at.in_A(loop.tiles.A), b = at.in_B(loop.tiles.B), c = at.in_C(loop.tiles.C);
  canvas.text_in({at.A.x - kLeft, c.centre().y - 9, kLeft - 6, 18}, size("BM", loop.shape.BM), right);
  const std::string bn = size("BN", loop.shape.BN);
  const float bn_width = canvas.text_width(bn, small) + 1;  // right of B's own name
  const float bn_left = std::min(c.centre().x - bn_width / 2, at.B.right() - bn_width);
  canvas.text_in({std::max(at.B.x, bn_left), at.B.y - 19, bn_width, 18}, bn, small);
  if (loop.states.empty() || loop.write_back()) return;
  const std::string bk = size("BK", loop.shape.BK);
  canvas.text_in({std::clamp(a.centre().x - 30, at.A.x - 20, at.A.right() - 40), at.A.y - 19, 60, 18}, bk, centre);
  canvas.text_in({at.B.x - 66, std::clamp(b.centre().y - 9, at.B.y + 18, at.B.bottom() - 10), 60, 18}, bk, right);
}

/// A request touches at most 256 elements (of 2 bytes); the dots are as large as elements, but at least 2 points.
void draw_touched(Canvas& canvas, const Placement& at, const OuterLoop& loop) {
  for (const session::Element& element : loop.touched) {
    const analysis::Rect one{element.row, element.column, 1, 1};
    const auto place = at.in(loop.recording.matrix_of(loop.recording.tensors[element.tensor]), one);
    if (!place) continue;
    Rect dot = *place;
    dot = {dot.centre().x - std::max(2.0f, dot.width) / 2, dot.centre().y - std::max(2.0f, dot.height) / 2,
           std::max(2.0f, dot.width), std::max(2.0f, dot.height)};
    canvas.fill(dot, canvas.colours.text);
  }
}

/// Parts that nobody loads; where they are too thin to be told apart, how dense they are.
template <class Place>
void draw_never(Canvas& canvas, const std::vector<analysis::Rect>& parts, Place place) {
  if (parts.size() == 1) return draw_never_loaded(canvas, visible(place(parts[0])));
  Rect all;
  float area = 0, thinnest = kLeastTile;
  for (const analysis::Rect& part : parts) {
    const Rect r = place(part);
    if (all.empty()) all = r;
    const float right = std::max(all.right(), r.right()), bottom = std::max(all.bottom(), r.bottom());
    all.x = std::min(all.x, r.x), all.y = std::min(all.y, r.y);
    all.width = right - all.x, all.height = bottom - all.y;
    area += r.width * r.height, thinnest = std::min({thinnest, r.width, r.height});
  }
  if (thinnest < kLeastTile)
    canvas.fill(all, theme::faded(canvas.colours.ground, area / (all.width * all.height)));
  else
    for (const analysis::Rect& part : parts) draw_never_loaded(canvas, place(part));
}

/// The element of the chosen finding.
void draw_wrong_element(Canvas& canvas, const Placement& at, const OuterLoop& loop) {
  const auto element = marked_element(loop.look);
  if (!element) return;
  const analysis::Rect one{element->row, element->column, 1, 1};
  if (const auto place = at.in(loop.recording.matrix_of(loop.recording.tensors[element->tensor]), one))
    mark_finding(canvas, visible(*place), loop.look);
}

/// Where the element that is followed is, and the sums that it ends in.
void draw_followed(Canvas& canvas, const Placement& at, const OuterLoop& loop) {
  const analysis::Life* known = session::life_of(loop.look);
  if (known == nullptr || !known->element) return;
  const analysis::Life& life = *known;
  const analysis::Rect one{life.element->row, life.element->column, 1, 1};
  const Matrix matrix = loop.recording.matrix_of(loop.recording.tensors[life.element->tensor]);
  const auto place = at.in(matrix, one);
  if (!place) return;
  const Rect from = visible(*place);
  for (const analysis::Rect& sums : life.ends) {
    const Rect to = visible(at.in_C(sums));
    const bool stored = reached(loop.look, analysis::UseKind::kGlobalStore);
    if (matrix != Matrix::kC) mark_sums(canvas, to, stored);
    if (matrix != Matrix::kC && &sums == life.ends.data()) draw_way(canvas, from, to, stored);
  }
  mark_followed(canvas, from);
  draw_use(canvas, loop.look, [&](const analysis::Use& use) -> std::optional<Rect> {
    if (use.kind == analysis::UseKind::kGlobalLoad) return from;
    return use.of_C.empty() ? std::nullopt : std::optional(visible(at.in_C(use.of_C.front())));
  });
}

}  // namespace

void draw_never_loaded(Canvas& canvas, Rect place) {
  canvas.fill(place, canvas.colours.ground);
  if (place.width < 6 || place.height < 6) return;
  canvas.outline(place, theme::faded(canvas.colours.secondary, 0.6f));
  canvas.cross(place, canvas.colours.secondary);
}

float draw_matrices(Canvas& canvas, Rect space, const OuterLoop& loop, session::Actions& actions) {
  const Placement at(space, loop);
  const format::Recording& r = loop.recording;
  const analysis::BlockShape& s = loop.shape;
  const Colour panel = canvas.colours.panel;
  canvas.fill(at.A, theme::mixed(panel, canvas.colours.a, 0.08f));
  canvas.fill(at.B, theme::mixed(panel, canvas.colours.b, 0.08f));
  draw_band(canvas, loop, canvas.colours.a, f(s.BK) * at.k_scale, [&](std::uint32_t from, std::uint32_t to) {
    return at.in_A({loop.tiles.A.row, from * s.BK, s.BM, (to - from) * s.BK});
  });
  draw_band(canvas, loop, canvas.colours.b, f(s.BK) * at.k_scale, [&](std::uint32_t from, std::uint32_t to) {
    return at.in_B({from * s.BK, loop.tiles.B.column, (to - from) * s.BK, s.BN});
  });
  draw_never(canvas, loop.never.A, [&](const analysis::Rect& part) { return at.in_A(part); });
  draw_never(canvas, loop.never.B, [&](const analysis::Rect& part) { return at.in_B(part); });
  draw_border(canvas, at.A, at.in_A({0, 0, r.M, r.K}), canvas.colours.a);
  draw_border(canvas, at.B, at.in_B({0, 0, r.K, r.N}), canvas.colours.b);
  draw_blocks(canvas, at, loop, actions);
  draw_touched(canvas, at, loop);
  draw_wrong_element(canvas, at, loop);
  draw_followed(canvas, at, loop);
  draw_sizes(canvas, at, loop);
  return at.k_scale / at.scale;
}

}  // namespace gemmscope::views
