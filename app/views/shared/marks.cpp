// SPDX-License-Identifier: MIT
/// What is wrong with what the request touches, over the cells of memory: reads of cells of a tile that were never
/// written, accesses past its end, and the cell of the chosen finding.
#include <algorithm>

#include "app/session/findings.h"
#include "app/session/study.h"
#include "app/views/parts/finding_marks.h"
#include "app/views/parts/following.h"
#include "app/views/parts/lane_set.h"
#include "app/views/shared/grids.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;

bool reads_unwritten(const SharedScene& scene, const Spot& spot) {
  return scene.look.current->shared() && scene.look.current->site.op == format::Op::kLoad && spot.touch.cell &&
         scene.picture->writer_of(scene.recording, spot.touch.cell->byte) == nullptr &&
         !scene.picture->other_at(scene.recording, spot.touch.cell->byte);
}

void draw_unwritten(Canvas& canvas, GridPlaces& places, const SharedScene& scene) {
  for (const Spot& spot : scene.picture->touched) {
    if (!reads_unwritten(scene, spot)) continue;
    const auto place = places.place(*spot.touch.cell);
    if (!place) continue;
    const Rect cell{place->x, place->y + 1, place->width, place->height - 1};
    canvas.fill(cell, theme::faded(canvas.colours.panel, 0.5f));
    const float half = std::min(cell.width, cell.height) / 2 + 1;
    canvas.cross({cell.centre().x - half, cell.centre().y - half, 2 * half, 2 * half}, canvas.colours.text);
    places.unwritten = true;
  }
}

/// Hatched, where their bytes are, with the numbers of their lanes.
void draw_spilled(Canvas& canvas, GridPlaces& places, const SharedScene& scene) {
  for (const Spot& spot : scene.picture->spilled) {
    const auto cell = places.cell(spot.touch.byte / kLineBytes, spot.touch.byte % kLineBytes / analysis::kBankBytes);
    if (!cell) continue;
    draw_lane_run(canvas, *cell, cell->width, 1u << spot.lane, scene.colour, false);
    mark_outside(canvas, *cell);
  }
}

/// Where the chosen finding's word is drawn. Nothing: it has none, or the word is not shown.
std::optional<Rect> place_of_finding(const MemoryPlaces& places, const session::Look& look) {
  const analysis::Finding* const finding = session::chosen_finding(look);
  if (finding == nullptr || finding->divergence ||
      look.recording()->tensors[finding->tensor].space != format::Space::kShared)
    return std::nullopt;
  return places.word(finding->byte / analysis::kBankBytes);
}

}  // namespace

void draw_shared_marks(Canvas& canvas, MemoryPlaces& places, const SharedScene& scene) {
  if (scene.picture == nullptr) {
    places.marked = mark_in_picture(canvas, place_of_finding(places, scene.look), scene.look);
    return;
  }
  places.marked = true;
  draw_unwritten(canvas, places, scene);
  draw_spilled(canvas, places, scene);
  const analysis::Finding* finding = session::chosen_finding(scene.look);
  if (finding == nullptr || finding->block != scene.look.cursor.block) return;
  const auto* cell = std::get_if<analysis::Cell>(&finding->place);
  if (cell == nullptr || session::access_elsewhere(scene.look) == nullptr) return;
  if (const auto place = places.cell(cell->byte / kLineBytes, cell->bank())) mark_elsewhere(canvas, *place);
}

void draw_followed(Canvas& canvas, const GridPlaces* matrix, const GridPlaces& memory, const SharedScene& scene) {
  const analysis::Life* life = scene.picture != nullptr ? session::life_of(scene.look) : nullptr;
  if (life == nullptr || !life->cell || life->cell->tensor != scene.picture->tile) return;
  if (life->k_tile && life->k_tile != scene.look.k_tile_in_shared()) return;  // the cell holds another element
  const auto to = memory.place(*life->cell);
  std::optional<Rect> from;
  const analysis::Rect& part = scene.picture->part;
  if (matrix != nullptr && life->element && life->k_tile && part.contains(life->element->row, life->element->column))
    from = matrix->cell(life->element->row - part.row, life->element->column - part.column);
  if (from && to) draw_way(canvas, *from, *to, reached(scene.look, analysis::UseKind::kSharedStore));
  if (from) mark_followed(canvas, *from);
  if (to) mark_followed(canvas, *to);
  draw_use(canvas, scene.look, [&](const analysis::Use& use) -> std::optional<Rect> {
    if (use.kind == analysis::UseKind::kGlobalLoad) return from;
    return use.kind == analysis::UseKind::kSharedStore || use.kind == analysis::UseKind::kSharedLoad ? to
                                                                                                     : std::nullopt;
  });
}

}  // namespace gemmscope::views
