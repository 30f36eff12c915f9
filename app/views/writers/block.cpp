// SPDX-License-Identifier: MIT
/// The block tile of C by warps, subtiles and lanes, with what the lane needs of As and Bs at its edges.
#include <algorithm>
#include <utility>

#include "app/session/selecting.h"
#include "app/session/study.h"
#include "app/session/visit.h"
#include "app/views/parts/block_part.h"
#include "app/views/parts/following.h"
#include "app/views/parts/stage_draw.h"
#include "app/views/parts/stage_words.h"
#include "app/views/writers/draw.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using draw::Align;
using draw::Canvas;
using draw::Colour;
using draw::Rect;
using draw::TextStyle;

constexpr float kThin = 2, kWide = 15;  // points across a k that is not, and one that is, the current step
constexpr float kStripGap = 6;
constexpr float kLaneNumber = 11;  // points of height from which a piece holds its lane's number

float f(int value) { return static_cast<float>(value); }
float f(std::uint32_t value) { return static_cast<float>(value); }

/// Where k are across the As or Bs strip: the current step is wide, so that its entries can be seen.
struct Steps {
  int count;
  std::optional<std::uint32_t> wide;

  float thin() const { return count > 32 ? kThin / 2 : kThin; }
  float begin(int k) const { return f(k) * thin() + (wide && k > static_cast<int>(*wide) ? kWide - thin() : 0); }
  float size(int k) const { return wide && k == static_cast<int>(*wide) ? kWide : thin(); }
  float all() const { return begin(count - 1) + size(count - 1); }
};

struct BlockPlaces {
  Rect tile, as, bs;
  float scale = 1;

  Rect of(analysis::Rect part) const {
    return {tile.x + f(part.column) * scale, tile.y + f(part.row) * scale, f(part.columns) * scale,
            f(part.rows) * scale};
  }
};

BlockPlaces place(Rect space, const WarpScene& scene, const Steps& steps) {
  const float margin = steps.all() + kStripGap, rows = f(scene.owners.rows), columns = f(scene.owners.columns);
  BlockPlaces places;
  places.scale = std::min((space.width - margin) / columns, (space.height - margin) / rows);
  places.tile = {space.x + margin, space.y + margin, columns * places.scale, rows * places.scale};
  places.as = {space.x, places.tile.y, steps.all(), places.tile.height};
  places.bs = {places.tile.x, space.y, places.tile.width, steps.all()};
  return places;
}

/// As with k across and m down, Bs with k down and n across; the lane's entries of the current step.
void draw_strips(Canvas& canvas, const BlockPlaces& places, const Steps& steps, const WarpScene& scene) {
  const Colour panel = canvas.colours.panel, a = canvas.colours.a, b = canvas.colours.b;
  for (int k = 0; k < steps.count; ++k) {
    const bool lit = scene.step && k == static_cast<int>(*scene.step);
    const float begin = steps.begin(k), size = steps.size(k) - (steps.thin() >= 2 ? 0.7f : 0);
    canvas.fill({places.as.x + begin, places.as.y, size, places.as.height}, theme::mixed(panel, a, lit ? 0.4f : 0.2f));
    canvas.fill({places.bs.x, places.bs.y + begin, places.bs.width, size}, theme::mixed(panel, b, lit ? 0.4f : 0.2f));
  }
  if (!scene.step) return;
  const float begin = steps.begin(static_cast<int>(*scene.step));
  const auto entry = [&](Rect rect, Entry state, Colour colour) {
    // A point of ground between entries, so that eight of them do not look like one.
    const float across = rect.width >= 2 ? 1.0f : 0.0f, down = rect.height >= 2 ? 1.0f : 0.0f;
    const Rect inner{rect.x, rect.y, rect.width - across, rect.height - down};
    if (state == Entry::kEmpty) return canvas.outline(inner, colour);
    canvas.fill(inner, state == Entry::kNow ? theme::mixed(colour, canvas.colours.text, 0.55f) : colour);
  };
  for (std::size_t e = 0; e < scene.fragments.regM.size(); ++e)
    entry({places.as.x + begin, places.tile.y + f(scene.share().rows[e]) * places.scale, kWide, places.scale},
          scene.fragments.regM[e], a);
  for (std::size_t e = 0; e < scene.fragments.regN.size(); ++e)
    entry({places.tile.x + f(scene.share().columns[e]) * places.scale, places.bs.y + begin, places.scale, kWide},
          scene.fragments.regN[e], b);
}

/// Whose every element is: other warps by their hue, the cursor's by lane.
void draw_owners(Canvas& canvas, const BlockPlaces& places, const WarpScene& scene) {
  auto image = draw::matrix_image(canvas, static_cast<int>(scene.owners.rows), static_cast<int>(scene.owners.columns),
                                  canvas.colours.ground);
  image.gap_px = 0;
  std::vector<std::uint8_t> hue;
  for (const Colour& colour : canvas.colours.warps) hue.push_back(draw::palette_index(image, colour));
  const std::uint8_t lane = draw::palette_index(image, own_lane_colour(canvas)),
                     again = draw::palette_index(image, theme::mixed(canvas.colours.panel, canvas.colours.c, 0.75f)),
                     others = draw::palette_index(image, own_warp_colour(canvas)),
                     others_again = draw::palette_index(image, again_colour(canvas));
  for (std::size_t e = 0; e < scene.owners.owners.size(); ++e) {
    const std::int32_t owner = scene.owners.owners[e];
    if (owner < 0) continue;
    const auto warp = static_cast<std::uint32_t>(owner / format::kLanes);
    image.cells[e][0] = warp != scene.warp()                   ? hue[warp % hue.size()]
                        : !scene.by_lane                       ? others
                        : owner % format::kLanes == scene.lane ? again
                                                               : others_again;
  }
  for (int l = 0; scene.by_lane && l < format::kLanes; ++l) {
    if (scene.owners.share(scene.warp(), l).empty()) continue;
    const analysis::Rect first = pieces_of(scene.owners.share(scene.warp(), l)).of(0, 0);
    for (std::uint32_t row = first.row; row < first.row + first.rows; ++row)
      for (std::uint32_t column = first.column; column < first.column + first.columns; ++column)
        image.cells[std::size_t{row} * scene.owners.columns + column][0] = l == scene.lane ? lane : others;
  }
  canvas.matrix("owners", places.tile, image);
}

/// Outlines of what each warp owns, with its number where there is room.
void draw_warps(Canvas& canvas, const BlockPlaces& places, const WarpScene& scene) {
  const auto warps = static_cast<std::uint32_t>(scene.owners.lanes.size() / format::kLanes);
  constexpr float kLeast = 8, kLow = 20;
  TextStyle style{canvas.colours.text, draw::Face::kBold, 13, Align::kRight};
  for (std::uint32_t warp = 0; warp < warps; ++warp) {
    const Pieces parts = pieces_of_warp(scene.owners, warp);
    if (warp == scene.warp()) continue;
    for (std::size_t i = 0; i < parts.rows.size(); ++i)
      for (std::size_t j = 0; j < parts.columns.size(); ++j) {
        const Rect rect = places.of(parts.of(i, j)), inside = rect.inset(3);
        if (rect.width >= 4 && rect.height >= 4) canvas.outline(rect, canvas.colours.panel);
        const std::string name = "warp " + std::to_string(warp), number = std::to_string(warp);
        style.size = std::min(13.0f, rect.height * 0.8f);
        const bool roomy = canvas.text_width(name, style) < inside.width;
        if (style.size < kLeast) continue;
        const float height = rect.height < kLow ? rect.height : 20;
        const Rect line{inside.x, rect.bottom() - height, inside.width, height};
        if (roomy || canvas.text_width(number, style) < inside.width) {
          canvas.text_in(line, roomy ? name : number, style);
          continue;
        }
        const TextStyle narrow{style.colour, style.face, 8, Align::kCentre};
        if (canvas.text_width("00", narrow) < rect.width)
          canvas.text({rect.centre().x, line.centre().y - 7}, number, narrow);
      }
  }
}

/// The name of a warp whose stripe is too thin to hold it, at the stripe's right end over its neighbours.
void draw_name(Canvas& canvas, Rect stripe, std::uint32_t warp) {
  const TextStyle style{canvas.colours.text, draw::Face::kBold, 12, Align::kRight};
  const std::string name = "warp " + std::to_string(warp);
  const float width = canvas.text_width(name, style) + 8;
  const Rect box{stripe.right() - width, stripe.centre().y - 8, width, 16};
  canvas.fill(box, theme::faded(canvas.colours.ground, 0.85f), 3);
  canvas.text_in({box.x, box.y, box.width - 4, box.height}, name, style);
}

/// The selected warp: edges of the lanes' pieces, numbers in the first, subtiles where there are any.
void draw_own_warp(Canvas& canvas, const BlockPlaces& places, const WarpScene& scene) {
  const Colour panel = canvas.colours.panel;
  for (int lane = 0; scene.by_lane && lane < format::kLanes; ++lane) {
    if (scene.owners.share(scene.warp(), lane).empty()) continue;
    const Pieces pieces = pieces_of(scene.owners.share(scene.warp(), lane));
    for (std::size_t i = 0; i < pieces.rows.size(); ++i)
      for (std::size_t j = 0; j < pieces.columns.size(); ++j) {
        const Rect rect = places.of(pieces.of(i, j));
        if (rect.height < 6 || rect.width < 6) continue;
        canvas.outline({rect.x - 0.5f, rect.y - 0.5f, rect.width + 1, rect.height + 1}, panel);
        if (i + j != 0) continue;
        TextStyle number{theme::text_on(lane == scene.lane ? own_lane_colour(canvas) : own_warp_colour(canvas)),
                         draw::Face::kMonoBold, std::min(rect.height * 0.62f, 12.0f), Align::kCentre};
        if (rect.height >= kLaneNumber && canvas.text_width("00", number) <= rect.width - 3)
          canvas.text_in(rect, std::to_string(lane), number);  // else the enlarged lanes have them
        if (lane == scene.lane) draw::mark(canvas, rect, draw::Emphasis::kSelected);
      }
  }
  const Pieces parts = pieces_of_warp(scene.owners, scene.warp());
  for (std::size_t i = 0; i < parts.rows.size(); ++i)
    for (std::size_t j = 0; j < parts.columns.size(); ++j)
      canvas.outline(places.of(parts.of(i, j)).inset(-1), canvas.colours.selected, parts.count() > 1 ? 1 : 2);
  // The first is outlined however thin it is: the lines to the enlarged lanes begin there.
  for (std::size_t i = scene.grid.subtiles.size(); scene.grid.subtiles.size() > 1 && i-- > 0;) {
    const Rect rect = places.of(scene.grid.subtiles[i]);
    const bool thin = rect.width < 6 || rect.height < 6;
    if (!thin || i == 0)
      canvas.outline(thin ? rect.inset(-2) : rect, theme::mixed(panel, canvas.colours.text, i == 0 ? 0.8f : 0.4f));
  }
  if (parts.count() == 0) return;  // its lanes' shares fill no rectangles
  if (const Rect first = places.of(parts.of(0, 0)); first.height < kLaneNumber) draw_name(canvas, first, scene.warp());
}

/// "\nstored by warp 0, lane 20, line 99" of an element of C; empty if no store of the block is recorded.
std::string stored_text(const session::Look& look, std::uint32_t row, std::uint32_t column) {
  const format::Recording& recording = *look.recording();
  const auto C = recording.tensor_of(format::Matrix::kC);
  if (!C) return "";
  const format::Tensor& tensor = recording.tensors[*C];
  if (tensor.layout.column_major) std::swap(row, column);
  const analysis::ArrayGrid cell{look.loaded->shapes[*C], {row, column, 1, 1}, 1, 1, tensor.element_bytes};
  const auto writes =
      analysis::array_writers(recording, look.loaded->footprints, *C, cell, {look.cursor.block, 0, analysis::kEnd});
  if (writes.empty() || !writes[0].write.written) return "";
  return "\nstored by " + writer_in_words(recording, writes[0].write);
}

void point_at(Canvas& canvas, const BlockPlaces& places, const WarpScene& scene, session::Actions& actions) {
  const draw::Hit hit = canvas.hit("C tile", places.tile);
  const auto under =
      draw::cell_at(places.tile, static_cast<int>(scene.owners.rows), static_cast<int>(scene.owners.columns), hit.at);
  if (!hit.hovered || !under) return;
  const auto row = static_cast<std::uint32_t>(under->row), column = static_cast<std::uint32_t>(under->column);
  const format::Recording& recording = *scene.look.recording();
  const auto C = recording.tensor_of(format::Matrix::kC);
  const std::uint32_t row_of_c = scene.tiles.C.row + row, column_of_c = scene.tiles.C.column + column;
  const bool outside =
      C && !analysis::product_part(recording, scene.tiles.C, format::Matrix::kC).contains(row_of_c, column_of_c);
  const std::string place = outside ? "outside the matrix"
                                    : recording.name_of(format::Matrix::kC) + "[" + std::to_string(row_of_c) + "][" +
                                          std::to_string(column_of_c) + "]";
  const auto owner = scene.owners.owner_of(row, column);
  if (!owner) return canvas.tooltip("not computed by this block\n" + place);
  const std::string warp = "warp " + std::to_string(owner->warp);
  canvas.tooltip(analysis::lanes_share(recording)
                     ? warp + "\n" + place
                     : warp + ", lane " + std::to_string(owner->lane) + "\n" + place +
                           (outside ? "" : stored_text(scene.look, row_of_c, column_of_c)));
  if (owner->warp != scene.warp()) {
    canvas.hand();
    if (hit.clicked) actions.add(session::visit_warp, owner->warp);
    return;
  }
  if (analysis::lanes_share(recording)) return;
  canvas.hand();
  const Pieces pieces = pieces_of(scene.owners.share(owner->warp, static_cast<int>(owner->lane)));
  for (std::size_t i = 0; i < pieces.rows.size(); ++i)
    for (std::size_t j = 0; j < pieces.columns.size(); ++j)
      if (pieces.of(i, j).contains(row, column)) canvas.dashed(places.of(pieces.of(i, j)), canvas.colours.selected);
  actions.add(session::hover_lane, static_cast<int>(owner->lane));
  if (hit.clicked) actions.add(session::select_lane, static_cast<int>(owner->lane));
}

/// Where the element that is followed is read from As or Bs, and the sums that it is added to.
void draw_followed(Canvas& canvas, const BlockPlaces& places, const Steps& steps, const WarpScene& scene) {
  const analysis::Life* life = session::life_of(scene.look);
  if (life == nullptr || !life->element) return;
  const bool multiplied = reached(scene.look, analysis::UseKind::kMultiplyAdd);
  const analysis::Rect& C = scene.tiles.C;
  const auto in_tile = [&](const analysis::Rect& part) -> std::optional<Rect> {
    if (!C.contains(part.row, part.column)) return std::nullopt;
    return places.of({part.row - C.row, part.column - C.column, part.rows, part.columns});
  };
  std::optional<Rect> from;
  const analysis::Element& element = *life->element;
  const format::Matrix matrix = scene.look.recording()->tensors[element.tensor].matrix;
  if (life->k_tile == scene.look.k_tile_in_shared() && scene.tiles.A.contains(element.row, element.column) &&
      matrix == format::Matrix::kA) {
    const int k = static_cast<int>(element.column - scene.tiles.A.column);
    from = Rect{places.as.x + steps.begin(k), places.tile.y + f(element.row - scene.tiles.A.row) * places.scale,
                steps.size(k), places.scale};
  } else if (life->k_tile == scene.look.k_tile_in_shared() && scene.tiles.B.contains(element.row, element.column) &&
             matrix == format::Matrix::kB) {
    const int k = static_cast<int>(element.row - scene.tiles.B.row);
    from = Rect{places.tile.x + f(element.column - scene.tiles.B.column) * places.scale, places.bs.y + steps.begin(k),
                places.scale, steps.size(k)};
  }
  std::optional<Rect> first;
  for (const analysis::Rect& sums : life->sums)
    if (const auto to = in_tile(sums)) {
      mark_sums(canvas, *to, multiplied);
      if (!first) first = to;
    }
  if (from && first) draw_way(canvas, *from, *first, multiplied);
  if (from) mark_followed(canvas, *from);
  draw_use(canvas, scene.look, [&](const analysis::Use& use) -> std::optional<Rect> {
    if (use.kind == analysis::UseKind::kSharedLoad) return from;
    return use.of_C.empty() ? std::nullopt : in_tile(use.of_C.front());
  });
}

}  // namespace

Rect draw_block_tile(Canvas& canvas, Rect space, const WarpScene& scene, session::Actions& actions) {
  const Rect above = space.cut_top(18, 2), below = space.cut_bottom(18, 2);
  const Steps steps{static_cast<int>(scene.tiles.A.columns), scene.step};
  const BlockPlaces places = place(space, scene, steps);
  draw_strips(canvas, places, steps, scene);
  draw_owners(canvas, places, scene);
  draw_warps(canvas, places, scene);
  draw_own_warp(canvas, places, scene);
  const format::Recording& recording = *scene.look.recording();
  if (recording.tensor_of(format::Matrix::kC))
    draw_outside(canvas, places.tile, analysis::product_part(recording, scene.tiles.C, format::Matrix::kC),
                 scene.tiles.C);
  draw_followed(canvas, places, steps, scene);
  point_at(canvas, places, scene, actions);

  TextStyle style = canvas.small();
  style.colour = canvas.colours.b, style.face = draw::Face::kBold;
  const auto k = scene.step ? std::optional(scene.k()) : std::nullopt;
  // The lanes of a warp that shares need its rows and columns for all k's.
  const auto needed = [&](format::Matrix matrix, std::size_t count, const char* line) -> std::string {
    if (count == 0) return "";
    return analysis::lanes_share(recording) ? words::count_of(count, line) + " of " + recording.name_of(matrix)
                                            : read_in_step(recording, matrix, k, count);
  };
  canvas.text_in({places.tile.x, above.y, above.right() - places.tile.x, above.height},
                 needed(format::Matrix::kB, scene.share().columns.size(), "column"), style);
  style.colour = canvas.colours.a;
  canvas.text_in({places.as.x, places.tile.bottom() + 3, below.width, below.height},
                 needed(format::Matrix::kA, scene.share().rows.size(), "row"), style);
  style = canvas.small();
  style.align = Align::kRight;
  const std::string size = std::to_string(scene.owners.rows) + " \u00d7 " + std::to_string(scene.owners.columns),
                    texts[] = {recording.name_of(format::Matrix::kC) + " tile " + size, size, ""};
  draw::text_that_fits(
      canvas, {places.tile.x + places.tile.width / 2, places.tile.bottom() + 3, places.tile.width / 2, below.height},
      texts, style);
  if (!scene.by_lane) return places.tile;
  return places.of(scene.grid.subtiles.empty() ? scene.pieces.of(0, 0) : scene.grid.subtiles[0]);
}

}  // namespace gemmscope::views
