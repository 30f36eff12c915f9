// SPDX-License-Identifier: MIT
#include "app/session/open_in_place.h"

#include <algorithm>
#include <utility>

#include "app/session/refresh.h"
#include "app/session/warp_walk.h"

namespace gemmscope::session {
namespace {

/// A request's place in words that also make sense in another recording of the same kernel.
struct Place {
  std::uint32_t block_y = 0, block_x = 0, warp = 0;
  Stop stop;
  std::string site;
  std::uint32_t occurrence = 0;  ///< among the requests of the same k-tile, line and step
};

bool same_spot(const Stop& a, const Stop& b) { return a.k_tile == b.k_tile && a.line == b.line && a.step == b.step; }

Place place_of(const Look& look) {
  const format::Recording& recording = look.loaded->recording;
  const format::Block& block = recording.blocks[look.cursor.block];
  const WarpWalk walk(recording, look.cursor.block, look.cursor.warp);
  Place place{block.y, block.x, look.cursor.warp, walk.at(look.cursor.request), look.current->site.name, 0};
  for (auto stop = walk.next(place.stop, -1); stop && stop->k_tile == place.stop.k_tile; stop = walk.next(*stop, -1))
    place.occurrence += same_spot(*stop, place.stop);
  return place;
}

Cursor cursor_at(const format::Recording& recording, const Place& place) {
  Cursor cursor;
  for (std::uint32_t b = 0; b < recording.blocks.size(); ++b)
    if (recording.blocks[b].y == place.block_y && recording.blocks[b].x == place.block_x) cursor.block = b;
  cursor.warp = requesting_warp(recording, cursor.block, std::min(place.warp, std::max(recording.warps(), 1u) - 1));

  const WarpWalk walk(recording, cursor.block, cursor.warp);
  if (walk.size() == 0) return cursor;
  std::optional<std::uint32_t> exact, same_site, same_k_tile;
  std::uint32_t left = place.occurrence;
  for (std::optional<Stop> stop = walk.at(0); stop; stop = walk.next(*stop, +1)) {
    const bool k_tile = stop->k_tile == place.stop.k_tile;
    if (k_tile && !same_k_tile) same_k_tile = stop->request;
    if (k_tile && !same_site && recording.sites[stop->site].name == place.site) same_site = stop->request;
    if (!same_spot(*stop, place.stop)) continue;
    exact = stop->request;
    if (left-- == 0) break;
  }
  cursor.request = exact ? *exact : same_site ? *same_site : same_k_tile.value_or(0);
  return cursor;
}

bool inside(const format::Recording& recording, const std::optional<Element>& element) {
  if (!element || element->tensor >= recording.tensors.size()) return false;
  const format::Tensor& tensor = recording.tensors[element->tensor];
  return element->row < tensor.rows && element->column < std::max(tensor.pitch, tensor.columns);
}

/// Lines and steps of another kernel mean other things: it opens at its own first place, with the same lane.
void open_other_kernel(Session& session, LoadedPtr loaded) {
  const Selected before = session.look.selected;
  const record::RecordRequest wanted = session.bench.wanted;
  const Choice chosen = session.bench.chosen;
  open(session, std::move(loaded));
  session.bench.wanted = session.bench.recorded = wanted;
  session.bench.chosen = session.bench.chosen_recorded = chosen;
  session.desk.notice = std::exchange(session.bench.next_notice, {});
  if (before.anchor == Anchor::kLane)
    session.look.selected.anchor = Anchor::kLane, session.look.selected.lane = before.lane;
  refresh(session.look);
}

}  // namespace

void open_in_place(Session& session, LoadedPtr loaded) {
  if (!loaded || !session.look.loaded || !session.look.current || loaded->recording.blocks.empty())
    return open(session, std::move(loaded));
  if (loaded->recording.kernel != session.look.loaded->recording.kernel)
    return open_other_kernel(session, std::move(loaded));
  const Place place = place_of(session.look);
  const Selected selected = session.look.selected;
  const auto before = session.look.current;

  session.look.loaded = std::move(loaded);
  const format::Recording& recording = session.look.loaded->recording;
  session.look.cursor = cursor_at(recording, place);
  session.look.selected = selected;
  if ((selected.anchor == Anchor::kCell && !inside(recording, selected.cell)) ||
      (selected.anchor == Anchor::kElement && !inside(recording, selected.element)))
    session.look.selected.anchor = Anchor::kNone;
  session.look.views.check = {};  // other findings
  session.look.summary = {};
  session.desk.error.clear();
  session.desk.notice = std::exchange(session.bench.next_notice, {});
  session.bench.recorded = session.bench.wanted;
  session.bench.chosen_recorded = session.bench.chosen;
  session.look.before = before;
  session.look.motion = session.desk.motion_allowed ? 0.0f : 1.0f;
  refresh(session.look);
}

}  // namespace gemmscope::session
