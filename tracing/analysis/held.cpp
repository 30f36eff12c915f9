// SPDX-License-Identifier: MIT
#include "tracing/analysis/held.h"

#include <algorithm>
#include <bit>

#include "tracing/format/origin_parts.h"

namespace gemmscope::analysis {

using format::Recording;

std::size_t place_of(const format::Row& row, std::span<const std::uint32_t, kLanes> addresses, std::uint8_t lane,
                     std::uint32_t byte) {
  if (row.bulk == 0) return lane;
  constexpr std::uint32_t kPiece = 16;  // bytes
  for (std::size_t place = 0; place < kLanes; ++place)
    if ((row.mask >> place & 1u) != 0 && byte - addresses[place] < kPiece) return place;
  return static_cast<std::size_t>(std::countr_zero(row.mask));
}

std::optional<Element> element_stored(const Recording& recording, std::uint32_t block, const Write& store,
                                      std::uint32_t byte) {
  const format::Pattern& pattern = recording.patterns[recording.blocks[block].pattern];
  const format::RequestPosition at = format::locate(recording, block, store.warp, store.request);
  const format::Template& coded = recording.templates[pattern.segments[at.segment].template_id];
  const std::size_t place = place_of(coded.rows[at.row], coded.lanes(at.row), store.lane, byte);
  const std::uint32_t offset = byte - coded.lanes(at.row)[place];  // in what the lane stores
  std::optional<Element> element;
  bool is_found = false;
  format::for_each_origin(coded, at.row, [&](const format::OriginPart& part) {
    if (is_found || part.computed || part.origin > store.request || offset - part.first >= part.bytes) return;
    const format::RequestPosition from = format::locate(recording, block, store.warp, store.request - part.origin);
    const format::Request load = format::decode(recording, block, pattern.segments[from.segment], from.row);
    if ((load.mask >> place & 1u) == 0) return;
    is_found = true;
    const format::Site& site = recording.sites[load.site];
    const std::uint32_t loaded = part.origin_byte + offset - part.first;
    if (recording.tensors[site.tensor].space == format::Space::kGlobal && site.op == format::Op::kLoad &&
        loaded < site.width)
      element = element_at(recording, site.tensor, load.address[place] + loaded);
  });
  return element;
}

bool has_origins(const Recording& recording) {
  return std::ranges::any_of(recording.templates, [](const format::Template& coded) {
    return !std::ranges::all_of(coded.parts, &format::OriginPart::computed) ||
           std::ranges::any_of(coded.rows, [](const format::Row& row) { return row.origin != 0; });
  });
}

}  // namespace gemmscope::analysis
