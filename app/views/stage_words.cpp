// SPDX-License-Identifier: MIT
#include "app/views/stage_words.h"

#include <algorithm>

namespace gemmscope::views {

std::string span_text(std::uint32_t first, std::uint32_t last) {
  return first == last ? std::to_string(first) : std::to_string(first) + " \u2026 " + std::to_string(last);
}

std::string places_text(const format::Recording& recording, const std::vector<session::Element>& places) {
  if (places.empty()) return {};
  std::uint32_t top = 0xffffffff, bottom = 0, left = 0xffffffff, right = 0;
  for (const session::Element& place : places) {
    top = std::min(top, place.row), bottom = std::max(bottom, place.row);
    left = std::min(left, place.column), right = std::max(right, place.column);
  }
  return recording.tensors[places[0].tensor].name + "[" + span_text(top, bottom) + "][" + span_text(left, right) + "]";
}

std::string access_text(std::uint32_t width) {
  return width == 16 ? "float4" : width == 8 ? "float2" : std::to_string(width) + " bytes";
}

const format::Block& block_of(const session::Session& session) {
  return session.recording()->blocks[session.cursor.block];
}

std::uint32_t k_tile_in_shared(const session::Session& session) {
  const std::uint32_t all = session.recording()->k_tiles;
  return session.k_tile() == format::kEpilogue ? (all == 0 ? 0 : all - 1) : session.k_tile();
}

analysis::Moment moment_of(const session::Session& session) {
  return {session.cursor.block, session.cursor.warp, session.cursor.request};
}

bool in_matrix(const format::Recording& recording, std::uint16_t tensor, std::uint32_t row, std::uint32_t column) {
  return row < recording.tensors[tensor].rows && column < recording.tensors[tensor].columns;
}

bool all_warps_recorded(const format::Recording& recording) {
  return recording.selection.warps.begin == 0 && recording.selection.warps.end >= recording.warps() &&
         recording.dropped == 0;
}

std::vector<session::Element> elements_touched(const session::Session& session, int lane) {
  std::vector<session::Element> elements;
  for (const session::Touched& touch : touched(session, lane))
    if (touch.element) elements.push_back(*touch.element);
  return elements;
}

std::vector<session::Element> elements_touched(const session::Session& session) {
  std::vector<session::Element> elements;
  for (int lane = 0; lane < format::kLanes; ++lane)
    for (const session::Element& element : elements_touched(session, lane)) elements.push_back(element);
  return elements;
}

}  // namespace gemmscope::views
