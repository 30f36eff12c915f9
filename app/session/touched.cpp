// SPDX-License-Identifier: MIT
#include "app/session/touched.h"

namespace gemmscope::session {
namespace {

const format::Block& block_of(const Session& session) { return session.loaded->recording.blocks[session.cursor.block]; }

/// The k-tile whose tiles are in shared memory: the last one in the epilogue.
std::uint32_t k_tile_of(const Session& session) {
  const std::uint32_t k_tile = session.current->request.k_tile;
  const std::uint32_t all = session.loaded->recording.k_tiles;
  return k_tile == format::kEpilogue ? (all == 0 ? 0 : all - 1) : k_tile;
}

std::optional<Element> kernels_place(const std::optional<analysis::Cell>& cell) {
  if (!cell) return std::nullopt;
  return Element{cell->tensor, cell->row, cell->column};
}

template <class Matches>
std::optional<int> first_lane(const Session& session, Matches matches) {
  for (int lane = 0; lane < format::kLanes; ++lane)
    for (const Touched& touch : touched(session, lane))
      if (matches(touch)) return lane;
  return std::nullopt;
}

void follow_lane(const Session& session, Selected& selected) {
  const std::vector<Touched> touch = touched(session, *selected.lane);
  selected.cell = touch.empty() ? std::nullopt : kernels_place(touch[0].cell);
  selected.element = touch.empty() ? std::nullopt : touch[0].element;
}

void follow_cell(const Session& session, Selected& selected) {
  const format::Recording& recording = session.loaded->recording;
  const analysis::Cell cell = analysis::cell_of(recording, selected.cell->tensor, selected.cell->row, selected.cell->column);
  selected.element = analysis::element_in(recording, cell, block_of(session), k_tile_of(session));
  selected.lane = lane_touching_cell(session, *selected.cell);
}

void follow_element(const Session& session, Selected& selected) {
  selected.cell = kernels_place(
      analysis::cell_holding(session.loaded->recording, *selected.element, block_of(session), k_tile_of(session)));
  selected.lane = lane_touching_element(session, *selected.element);
}

}  // namespace

std::vector<Touched> touched(const Session& session, int lane) {
  std::vector<Touched> result;
  if (!session.current || !session.current->active(lane)) return result;
  const Current& now = *session.current;
  const format::Recording& recording = session.loaded->recording;
  const std::uint32_t first = now.address(lane);
  for (std::uint32_t byte = first; byte < first + now.site.width; byte += now.tensor.element_bytes) {
    Touched touch{.byte = byte, .cell = {}, .element = {}};
    if (now.shared()) {
      touch.cell = analysis::cell_at(recording, byte);
      if (touch.cell) touch.element = analysis::element_in(recording, *touch.cell, block_of(session), k_tile_of(session));
    } else {
      touch.element = analysis::element_at(recording, now.site.tensor, byte);
      if (touch.element) touch.cell = analysis::cell_holding(recording, *touch.element, block_of(session), k_tile_of(session));
    }
    result.push_back(touch);
  }
  return result;
}

std::optional<int> lane_touching_cell(const Session& session, const Element& cell) {
  return first_lane(session, [&](const Touched& touch) { return kernels_place(touch.cell) == cell; });
}

std::optional<int> lane_touching_element(const Session& session, const Element& element) {
  return first_lane(session, [&](const Touched& touch) { return touch.element == element; });
}

void resolve(const Session& session, Selected& selected) {
  if (!session.current) return;
  if (selected.anchor != Anchor::kLane) selected.lane.reset();
  if (selected.anchor != Anchor::kCell) selected.cell.reset();
  if (selected.anchor != Anchor::kElement) selected.element.reset();
  if (selected.lane) follow_lane(session, selected);
  else if (selected.cell) follow_cell(session, selected);
  else if (selected.element) follow_element(session, selected);
}

}  // namespace gemmscope::session
