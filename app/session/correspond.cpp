// SPDX-License-Identifier: MIT
#include "app/session/correspond.h"

#include <algorithm>

#include "app/session/warp_walk.h"
#include "tracing/format/block_name.h"

namespace gemmscope::session {
namespace {

/// What two recordings have in common, by which requests of one are found in the other.
struct Alike {
  bool source = false;  ///< their lines mean the same
  bool tiles = false;   ///< both have k-tiles and steps: those of a broken kernel may not be known
};

Alike alike_of(const format::Recording& a, const format::Recording& b) {
  return {a.source.text == b.source.text, a.tiles_known() && b.tiles_known()};
}

/// What tells a request from the others of its warp, in words that make sense in another recording too.
struct Spot {
  std::uint32_t k_tile = 0, line = 0;  ///< 0 where they mean something else there
  std::uint16_t step = format::kNoStep;
  std::string_view site;
  friend bool operator==(const Spot&, const Spot&) = default;
};

Spot spot_of(const format::Recording& recording, const Stop& stop, Alike alike) {
  return {alike.tiles ? stop.k_tile : 0, alike.source ? stop.line : 0, alike.tiles ? stop.step : format::kNoStep,
          recording.sites[stop.site].name};
}

struct Place {
  Spot spot;
  std::uint32_t occurrence = 0;  ///< among the requests of the same spot
};

Place place_of(const Look& look, Alike alike) {
  const format::Recording& recording = *look.recording();
  const WarpWalk walk(recording, look.cursor.block, look.cursor.warp);
  const Stop here = walk.at(look.cursor.request);
  Place place{spot_of(recording, here, alike), 0};
  for (auto stop = walk.next(here, -1); stop && (!alike.tiles || stop->k_tile == here.k_tile);
       stop = walk.next(*stop, -1))
    place.occurrence += spot_of(recording, *stop, alike) == place.spot;
  return place;
}

/// Only the k-tile is gone through, where there is one: a warp may make millions of requests.
std::uint32_t request_at(const Loaded& to, const Cursor& warp, const Place& place, Alike alike) {
  const WarpWalk walk(to.recording, warp.block, warp.warp);
  std::optional<std::uint32_t> exact, same_site, same_k_tile;
  std::uint32_t left = place.occurrence;
  for (const analysis::KTileBand& band : to.timelines[0].k_tile_bands(warp.block, warp.warp)) {
    if (alike.tiles && band.k_tile != place.spot.k_tile) continue;
    if (!same_k_tile) same_k_tile = band.begin;
    for (std::optional<Stop> stop = walk.at(band.begin); stop && stop->request < band.end;
         stop = walk.next(*stop, +1)) {
      const Spot spot = spot_of(to.recording, *stop, alike);
      if (!same_site && spot.site == place.spot.site) same_site = stop->request;
      if (spot != place.spot) continue;
      exact = stop->request;
      if (left-- == 0) return *exact;
    }
  }
  return exact ? *exact : same_site ? *same_site : same_k_tile.value_or(0);
}

std::optional<std::uint16_t> tensor_like(const format::Recording& from, std::uint16_t tensor,
                                         const format::Recording& to) {
  return tensor < from.tensors.size() ? analysis::tensor_named(to, from.tensors[tensor].name) : std::nullopt;
}

/// In the tensor of that number; padding at the end of a row counts.
bool has(const format::Recording& recording, const Element& element) {
  if (element.tensor >= recording.tensors.size()) return false;
  const Layout& layout = recording.tensors[element.tensor].layout;
  const std::uint32_t columns = layout.column_major ? layout.columns : std::max(layout.pitch, layout.columns);
  return element.row < layout.rows && element.column < columns;
}

void carry(std::optional<Element>& element, const format::Recording& from, const format::Recording& to) {
  if (!element) return;
  const auto tensor = tensor_like(from, element->tensor, to);
  if (tensor) element->tensor = *tensor;
  if (!tensor || !has(to, *element)) element.reset();
}

}  // namespace

Cursor correspond(const Look& from, const Loaded& loaded) {
  const format::Recording& to = loaded.recording;
  const format::Block& block = from.block();
  Cursor cursor;
  format::BlockName name = name_of_block(*from.recording(), block.y, block.x);
  name.z = name.z.value_or(0);  // if only one of the grids has z
  cursor.block = find_block(to, name).value_or(0);
  cursor.warp = requesting_warp(to, cursor.block, std::min(from.cursor.warp, std::max(to.warps(), 1u) - 1));
  if (warp_requests(to, cursor.block, cursor.warp) == 0) return cursor;
  const Alike alike = alike_of(*from.recording(), to);
  cursor.request = request_at(loaded, cursor, place_of(from, alike), alike);
  return cursor;
}

Selected correspond(const Selected& selected, const format::Recording& from, const format::Recording& to) {
  Selected there = selected;
  carry(there.cell, from, to);
  carry(there.element, from, to);
  there.site.reset(), there.line.reset();
  if ((there.anchor == Anchor::kCell && !there.cell) || (there.anchor == Anchor::kElement && !there.element))
    there.anchor = Anchor::kNone;
  if (selected.site && *selected.site < from.sites.size()) {
    const auto found = std::ranges::find(to.sites, from.sites[*selected.site].name, &format::Site::name);
    if (found != to.sites.end()) there.site = static_cast<std::uint16_t>(found - to.sites.begin());
  }
  return there;
}

std::optional<analysis::Followed> correspond(const std::optional<analysis::Followed>& followed,
                                             const format::Recording& from, const format::Recording& to) {
  if (!followed) return std::nullopt;
  std::optional<Element> place;
  if (const auto* element = std::get_if<Element>(&*followed)) {
    carry(place = *element, from, to);
    return place ? std::optional<analysis::Followed>(*place) : std::nullopt;
  }
  const auto* cell = std::get_if<analysis::TileCell>(&*followed);
  if (cell == nullptr || from.kernel != to.kernel || cell->k_tile >= to.k_tiles) return std::nullopt;
  carry(place = cell->cell, from, to);
  return place ? std::optional<analysis::Followed>(analysis::TileCell{*place, cell->k_tile}) : std::nullopt;
}

}  // namespace gemmscope::session
