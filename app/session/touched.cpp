// SPDX-License-Identifier: MIT
#include "app/session/touched.h"

#include <utility>

namespace gemmscope::session {
namespace {

std::optional<Element> kernels_place(const std::optional<analysis::Cell>& cell) {
  if (!cell) return std::nullopt;
  return Element{cell->tensor, cell->row, cell->column};
}

template <class Matches>
std::optional<int> first_lane(const Look& look, Matches matches) {
  for (int lane = 0; lane < format::kLanes; ++lane)
    for (const Touched& touch : touched(look, lane))
      if (matches(touch)) return lane;
  return std::nullopt;
}

void follow_lane(const Look& look, Selected& selected) {
  const std::vector<Touched> touch = touched(look, *selected.lane);
  selected.cell = touch.empty() ? std::nullopt : kernels_place(touch[0].cell);
  selected.element = touch.empty() ? std::nullopt : touch[0].element;
}

void follow_cell(const Look& look, Selected& selected) {
  const format::Recording& recording = look.loaded->recording;
  const analysis::Cell cell =
      analysis::cell_of(recording, selected.cell->tensor, selected.cell->row, selected.cell->column,
                        analysis::buffer_of(recording.tensors[selected.cell->tensor], look.k_tile_in_shared()));
  selected.element = analysis::element_in(recording, cell, look.block(), look.k_tile_in_shared());
  selected.lane = lane_touching_cell(look, *selected.cell);
}

void follow_element(const Look& look, Selected& selected) {
  selected.cell = kernels_place(
      analysis::cell_holding(look.loaded->recording, *selected.element, look.block(), look.k_tile_in_shared()));
  selected.lane = lane_touching_element(look, *selected.element);
}

/// A site stands on one line; of the sites of a line, the first.
void follow_source(const format::Recording& recording, Selected& selected) {
  const std::vector<format::Site>& sites = recording.sites;
  if (selected.site && *selected.site < sites.size())
    selected.line = sites[*selected.site].line;
  else if (selected.line)
    for (std::size_t s = 0; s < sites.size(); ++s)
      if (sites[s].line == *selected.line && !selected.site) selected.site = static_cast<std::uint16_t>(s);
}

}  // namespace

std::vector<Touched> touched(const Look& look, int lane) {
  std::vector<Touched> result;
  if (!look.current || !look.current->active(lane)) return result;
  const Current& now = *look.current;
  const format::Recording& recording = look.loaded->recording;
  const std::uint32_t first = now.address(lane);
  for (std::uint32_t byte = first; byte < first + now.site.width; byte += now.tensor.element_bytes) {
    Touched touch{.byte = byte, .cell = {}, .element = {}};
    if (now.shared()) {
      touch.cell = analysis::cell_in(recording, now.site.tensor, byte);
      if (touch.cell)
        touch.element = analysis::element_in(recording, *touch.cell, look.block(), look.k_tile_in_shared());
      if (touch.element && now.loads &&
          analysis::load_of(recording, *now.loads, static_cast<std::size_t>(lane), *touch.element) == nullptr)
        touch.belongs = std::exchange(touch.element, std::nullopt);
    } else {
      touch.element = analysis::element_at(recording, now.site.tensor, byte);
      if (touch.element)
        touch.cell = analysis::cell_holding(recording, *touch.element, look.block(), look.k_tile_in_shared());
    }
    result.push_back(touch);
  }
  return result;
}

std::optional<int> lane_touching_cell(const Look& look, const Element& cell) {
  return first_lane(look, [&](const Touched& touch) { return kernels_place(touch.cell) == cell; });
}

std::optional<int> lane_touching_element(const Look& look, const Element& element) {
  return first_lane(look, [&](const Touched& touch) { return touch.element == element; });
}

std::uint32_t lanes_of_bank(const Look& look, std::uint32_t bank) {
  std::uint32_t lanes = 0;
  if (!look.current || !look.current->shared()) return 0;
  const Current& now = *look.current;
  for (int lane = 0; lane < format::kLanes; ++lane) {
    if (!now.active(lane)) continue;
    const std::uint32_t first = now.address(lane) / analysis::kBankBytes;
    const std::uint32_t last = (now.address(lane) + now.site.width - 1) / analysis::kBankBytes;
    for (std::uint32_t word = first; word <= last; ++word)
      if (word % analysis::kBanks == bank) lanes |= 1u << lane;
  }
  return lanes;
}

void resolve(const Look& look, Selected& selected) {
  if (!look.current) return;
  follow_source(look.loaded->recording, selected);
  if (selected.anchor != Anchor::kLane) selected.lane.reset();
  if (selected.anchor != Anchor::kCell) selected.cell.reset();
  if (selected.anchor != Anchor::kElement) selected.element.reset();
  if (selected.lane)
    follow_lane(look, selected);
  else if (selected.cell)
    follow_cell(look, selected);
  else if (selected.element)
    follow_element(look, selected);
}

}  // namespace gemmscope::session
