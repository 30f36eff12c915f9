// SPDX-License-Identifier: MIT
/// A, B and C as in the product, edges aligned and to scale: the arrays' cells, and over them the tiles of the cursor's
/// block along K.
#include <algorithm>
#include <cmath>

#include "app/session/study.h"
#include "app/session/visit.h"
#include "app/views/arrays/scene.h"
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

constexpr float kMatricesLeft = 54, kMatricesTop = 20, kMatricesRight = 4, kMatricesBottom = 36,
                kMatricesGap = 26;  // points around and between the matrices
constexpr float kLeastTile = 3;     // points at which a tile can still be seen
constexpr float kLeastStep = 4;     // points from which lines between tiles are drawn
constexpr float kArrayCell = 2;     // points of the smallest cell

float f(std::uint32_t value) { return static_cast<float>(value); }
float after(std::uint32_t value, std::uint32_t begin) { return static_cast<float>(value) - static_cast<float>(begin); }

/// Where the matrices are, tiles that reach over their edges included.
struct Placement {
  Rect A, B, C;
  analysis::Rect of_A, of_B, of_C;  ///< what is drawn of each array: all, or in a batch the block's product
  float scale = 1, k_scale = 1;     ///< points per element along M and N; along K

  Placement(Rect space, const TileScene& scene)
      : of_A(scene.part(Matrix::kA)), of_B(scene.part(Matrix::kB)), of_C(scene.part(Matrix::kC)) {
    const float rows = f(scene.grid.rows) * f(scene.shape.BM), columns = f(scene.grid.columns) * f(scene.shape.BN);
    const float depth = f(std::max(1u, scene.recording.k_tiles)) * f(scene.shape.BK);
    space.cut_left(kMatricesLeft), space.cut_top(kMatricesTop), space.cut_right(kMatricesRight),
        space.cut_bottom(kMatricesBottom);
    space.width = std::max(space.width - kMatricesGap, 40.0f),
    space.height = std::max(space.height - kMatricesGap, 40.0f);
    // K gets its own scale where it would crowd out M and N, or be too thin to show k-tiles.
    const float largest = std::max(rows, columns);
    const float k_length = std::clamp(depth, 0.25f * largest, 1.0f * largest);
    scale = std::min(space.width / (columns + k_length), space.height / (rows + k_length));
    k_scale = scale * k_length / depth;
    A = {space.x, space.y + k_length * scale + kMatricesGap, k_length * scale, rows * scale};
    B = {A.right() + kMatricesGap, space.y, columns * scale, k_length * scale};
    C = {B.x, A.y, B.width, A.height};
  }
  Rect in_A(analysis::Rect r) const {
    return {A.x + after(r.column, of_A.column) * k_scale, A.y + after(r.row, of_A.row) * scale, f(r.columns) * k_scale,
            f(r.rows) * scale};
  }
  Rect in_B(analysis::Rect r) const {
    return {B.x + after(r.column, of_B.column) * scale, B.y + after(r.row, of_B.row) * k_scale, f(r.columns) * scale,
            f(r.rows) * k_scale};
  }
  Rect in_C(analysis::Rect r) const {
    return {C.x + after(r.column, of_C.column) * scale, C.y + after(r.row, of_C.row) * scale, f(r.columns) * scale,
            f(r.rows) * scale};
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

/// The array's picture where the placement has its matrix.
struct Matrices {
  Placement at;
  std::vector<ArraySlot> slots{};  ///< of A, B and C

  const ArraySlot* slot(const TileScene& scene, Matrix matrix) const {
    const auto tensor = scene.recording.tensor_of(matrix);
    const auto found = std::ranges::find_if(slots, [&](const ArraySlot& each) { return each.tensor == tensor; });
    return found == slots.end() ? nullptr : &*found;
  }
};

Matrices matrices_in(Rect space, const TileScene& scene) {
  Matrices all{Placement(space, scene)};
  for (const Matrix matrix : {Matrix::kA, Matrix::kB, Matrix::kC})
    if (const auto tensor = scene.recording.tensor_of(matrix)) {
      const analysis::Rect part = scene.part(matrix);
      all.slots.push_back(slot_of(scene.look, *tensor, part, *all.at.in(matrix, part), kArrayCell));
    }
  return all;
}

/// Lines every `step` from `from` on, as long as `space` is wide or high.
void draw_steps(Canvas& canvas, Rect space, float step, bool across, Colour colour) {
  if (step < kLeastStep) return;
  const float length = across ? space.width : space.height;
  for (float at = step; at < length - 1; at += step)
    if (across)
      canvas.line({space.x + at, space.y}, {space.x + at, space.bottom()}, colour);
    else
      canvas.line({space.x, space.y + at}, {space.x + space.width, space.y + at}, colour);
}

/// The block's rows of A, or columns of B: its k-tiles, and the current one.
void draw_band(Canvas& canvas, const TileScene& scene, Rect band, Rect current, bool across, float step,
               Colour colour) {
  const Colour panel = canvas.colours.panel;
  draw_steps(canvas, band, step, across, theme::mixed(panel, colour, 0.5f));
  canvas.outline(band, theme::mixed(panel, colour, 0.75f));
  if (scene.write_back()) return;
  current = visible(current);
  canvas.outline(current.inset(-1), canvas.colours.ground);
  canvas.outline(current, colour, 2);
}

/// Draws the matrix's border, and hatches what is outside it in its tiles' extent.
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

void draw_blocks(Canvas& canvas, const Placement& at, const TileScene& scene) {
  const Colour panel = canvas.colours.panel, c = canvas.colours.c, line = theme::mixed(panel, c, 0.45f);
  draw_steps(canvas, at.C, f(scene.shape.BN) * at.scale, true, line);
  draw_steps(canvas, at.C, f(scene.shape.BM) * at.scale, false, line);
  const Rect border = at.in_C(at.of_C);
  draw_border(canvas, at.C, border, c);
  const Rect current = visible(at.in_C(scene.tiles.C));
  canvas.outline(current.inset(-1), canvas.colours.ground);
  canvas.outline(current, c, 2);
  const Rect inside{current.x, current.y, std::min(current.right(), border.right()) - current.x,
                    std::min(current.bottom(), border.bottom()) - current.y};
  const std::string name = "block " + block_name(scene.recording, scene.block);
  const TextStyle style{canvas.colours.text, draw::Face::kBold, 14, Align::kCentre};
  const float width = canvas.text_width(name, style) + 8;
  // In the write-back its elements light up instead.
  if (scene.write_back() || width > inside.width || inside.height < 22) return;
  const Rect box{inside.centre().x - width / 2, inside.centre().y - 9, width, 18};
  canvas.fill(box, theme::faded(canvas.colours.ground, 0.75f), 3);
  canvas.text_in(box, name, style);
}

/// C: an element of the block's own tile, or another block.
void point_at_c(Canvas& canvas, const ArraySlot& slot, const Placement& at, const TileScene& scene,
                session::Actions& actions) {
  draw::Hit hit;
  const auto cell = cell_under(canvas, slot, "blocks", hit);
  if (!cell) return;
  const auto element =
      analysis::element_at(scene.recording, slot.tensor, slot.grid.first(*cell) * slot.grid.element_bytes);
  const bool own = element && scene.tiles.C.contains(element->row, element->column);
  const auto place =
      own || !element ? std::nullopt : analysis::block_storing(scene.recording, element->row, element->column);
  if (!place) return point_at_cell(canvas, slot, *cell, hit, scene.look, actions);
  const auto [y, x] = *place;
  canvas.tooltip("block " + block_name(scene.recording, y, x) + ": click to show it");
  const auto first = [](std::uint32_t index, std::uint32_t begin, std::uint32_t size) {  // of its tile
    return begin + (index - begin) / size * size;
  };
  canvas.dashed(at.in_C({first(element->row, at.of_C.row, scene.shape.BM),
                         first(element->column, at.of_C.column, scene.shape.BN), scene.shape.BM, scene.shape.BN}),
                canvas.colours.selected);
  canvas.hand();
  if (hit.clicked) actions.add(session::visit_block, y, x);
}

void draw_sizes(Canvas& canvas, const Placement& at, const TileScene& scene) {
  const format::Recording& r = scene.recording;
  const TextStyle small = canvas.small();
  const auto styled = [&](Colour colour, Align align) { return TextStyle{colour, draw::Face::kBold, 13, align}; };
  const auto size = [](const char* name, std::uint32_t value) { return name + (" " + words::thousands(value)); };

  const auto name = [&](Rect rect, Matrix matrix, Colour colour, const std::string& rows, const std::string& columns) {
    const std::string text = scene.name_of(matrix);
    const TextStyle bold = styled(colour, Align::kLeft);
    const std::string whole = rows + " \u00d7 " + columns, second = "\u00d7 " + columns;
    const float of_name = std::max(16.0f, canvas.text_width(text, bold) + 7);
    const float least = of_name + std::max(canvas.text_width(rows, small), canvas.text_width(second, small)) + 1;
    if (matrix != Matrix::kC) rect.x -= std::max(0.0f, least - rect.width);  // there is room left of A and B
    rect.width = std::max(rect.width, least);
    canvas.text_in(rect.cut_left(of_name), text, bold);
    const bool fits = canvas.text_width(whole, small) <= rect.width;
    canvas.text_in(rect, fits ? whole : rows, small);
    if (!fits) canvas.text_in(rect.moved(0, 16), second, small);
  };
  name({at.A.x, at.A.bottom() + 2, at.A.width + kMatricesGap - 8, 18}, Matrix::kA, canvas.colours.a, size("M", r.M),
       size("K", r.K));
  name({at.C.x, at.C.bottom() + 2, at.C.width + kMatricesRight, 18}, Matrix::kC, canvas.colours.c, size("M", r.M),
       size("N", r.N));
  const float of_b =
      std::max(60.0f, std::min(at.A.width + kMatricesGap - 8,
                               16 + canvas.text_width(size("K", r.K) + " \u00d7 " + size("N", r.N), small)));
  name({at.B.x - 8 - of_b, at.B.y - 18, of_b, 18}, Matrix::kB, canvas.colours.b, size("K", r.K), size("N", r.N));

  TextStyle right = small, centre = small;
  right.align = Align::kRight, centre.align = Align::kCentre;
  const Rect a = at.in_A(scene.tiles.A), b = at.in_B(scene.tiles.B), c = at.in_C(scene.tiles.C);
  canvas.text_in({at.A.x - kMatricesLeft, c.centre().y - 9, kMatricesLeft - 6, 18}, size("BM", scene.shape.BM), right);
  const std::string bn = size("BN", scene.shape.BN);
  const float bn_width = canvas.text_width(bn, small) + 1;  // right of B's own name
  const float bn_left = std::min(c.centre().x - bn_width / 2, at.B.right() - bn_width);
  canvas.text_in({std::max(at.B.x, bn_left), at.B.y - 19, bn_width, 18}, bn, small);
  if (scene.states.empty() || scene.write_back()) return;
  const bool whole = scene.depth() == scene.shape.BK;
  const std::string bk =
      whole ? size("BK", scene.shape.BK) : words::thousands(scene.depth()) + " of " + size("BK", scene.shape.BK);
  const float bk_width = std::max(60.0f, canvas.text_width(bk, small) + 2);
  canvas.text_in(
      {std::clamp(a.centre().x - bk_width / 2, at.A.x - 20, at.A.right() + 20 - bk_width), at.A.y - 19, bk_width, 18},
      bk, centre);
  canvas.text_in({at.B.x - bk_width - 6, std::clamp(b.centre().y - 9, at.B.y + 18, at.B.bottom() - 10), bk_width, 18},
                 bk, right);
}

/// Parts that are never loaded; where they are too thin to be told apart, how dense they are.
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

/// Where the element that is followed is, and the sums that it ends in.
void draw_followed(Canvas& canvas, const Placement& at, const TileScene& scene) {
  const analysis::Life* known = session::life_of(scene.look);
  if (known == nullptr || !known->element) return;
  const analysis::Life& life = *known;
  const analysis::Rect one{life.element->row, life.element->column, 1, 1};
  const Matrix matrix = scene.recording.tensors[life.element->tensor].matrix;
  const auto place = at.in(matrix, one);
  if (!place) return;
  const Rect from = visible(*place);
  for (const analysis::Rect& sums : life.ends) {
    const Rect to = visible(at.in_C(sums));
    const bool stored = reached(scene.look, analysis::UseKind::kGlobalStore);
    if (matrix != Matrix::kC) mark_sums(canvas, to, stored);
    if (matrix != Matrix::kC && &sums == life.ends.data()) draw_way(canvas, from, to, stored);
  }
  mark_followed(canvas, from);
  draw_use(canvas, scene.look, [&](const analysis::Use& use) -> std::optional<Rect> {
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

ProductDrawn draw_product(Canvas& canvas, Rect space, const TileScene& scene, ArrayScene& arrays,
                          session::Actions& actions) {
  const Matrices all = matrices_in(space, scene);
  const Placement& at = all.at;
  const format::Recording& r = scene.recording;
  const analysis::BlockShape& s = scene.shape;
  for (const ArraySlot& slot : all.slots) draw_cells(canvas, slot, "matrix " + r.tensors[slot.tensor].name, arrays);
  const Rect of_A = at.in_A({scene.tiles.A.row, at.of_A.column, s.BM, r.K}),
             of_B = at.in_B({at.of_B.row, scene.tiles.B.column, r.K, s.BN});
  analysis::Rect A = scene.tiles.A, B = scene.tiles.B;
  A.columns = B.rows = scene.depth();
  const float k_step = f(s.BK) * at.k_scale;
  draw_border(canvas, at.A, at.in_A(at.of_A), canvas.colours.a);
  draw_border(canvas, at.B, at.in_B(at.of_B), canvas.colours.b);
  draw_band(canvas, scene, of_A, at.in_A(A), true, k_step, canvas.colours.a);
  draw_band(canvas, scene, of_B, at.in_B(B), false, k_step, canvas.colours.b);
  draw_never(canvas, scene.never.A, [&](const analysis::Rect& part) { return at.in_A(part); });
  draw_never(canvas, scene.never.B, [&](const analysis::Rect& part) { return at.in_B(part); });
  draw_blocks(canvas, at, scene);
  ProductDrawn drawn{.k_scale = at.k_scale / at.scale};
  for (const ArraySlot& slot : all.slots) {
    if (scene.any_never_loaded()) draw_touched(canvas, slot, arrays);
    drawn.marked |= draw_marks(canvas, slot, arrays);
  }
  draw_followed(canvas, at, scene);
  draw_sizes(canvas, at, scene);
  for (const Matrix matrix : {Matrix::kA, Matrix::kB}) {
    const ArraySlot* const slot = all.slot(scene, matrix);
    draw::Hit hit;
    const auto cell =
        slot == nullptr ? std::nullopt : cell_under(canvas, *slot, "matrix " + scene.name_of(matrix), hit);
    if (cell) point_at_cell(canvas, *slot, *cell, hit, scene.look, actions);
  }
  if (const ArraySlot* const slot = all.slot(scene, Matrix::kC)) point_at_c(canvas, *slot, at, scene, actions);
  return drawn;
}

}  // namespace gemmscope::views
