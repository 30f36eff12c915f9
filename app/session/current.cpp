// SPDX-License-Identifier: MIT
#include "app/session/current.h"

namespace gemmscope::session {

std::uint32_t warp_requests(const format::Recording& recording, std::uint32_t block, std::uint32_t warp) {
  if (block >= recording.blocks.size() || warp >= recording.warps()) return 0;
  return pattern_of(recording, block).warp_requests[warp];
}

std::uint32_t requesting_warp(const format::Recording& recording, std::uint32_t block, std::uint32_t warp) {
  const auto requests = [&](std::uint32_t w) { return warp_requests(recording, block, w) != 0; };
  for (std::uint32_t away = 0; away < recording.warps(); ++away) {
    if (away <= warp && requests(warp - away)) return warp - away;
    if (requests(warp + away)) return warp + away;
  }
  return warp;
}

std::optional<Current> look_at(const Loaded& loaded, const Cursor& cursor, analysis::ConflictModel rule) {
  const format::Recording& recording = loaded.recording;
  const std::uint32_t requests = warp_requests(recording, cursor.block, cursor.warp);
  if (cursor.request >= requests) return std::nullopt;

  const auto [segment, row] = format::locate(recording, cursor.block, cursor.warp, cursor.request);
  Current now;
  now.request = format::decode(recording, cursor.block, pattern_of(recording, cursor.block).segments[segment], row);
  now.site = recording.sites[now.request.site];
  now.tensor = recording.tensors[now.site.tensor];
  now.access = analysis::warp_access(recording, now.request);
  now.faulted = loaded.costs.costs(cursor.block, segment)[row].faulted;
  if (now.faulted) {
    // No cost is known of what was not done.
  } else if (now.shared()) {
    now.cost = analysis::shared_cost(now.access, rule);
    now.textbook = analysis::shared_cost(now.access, analysis::ConflictModel::kTextbook);
  } else {
    now.global = analysis::global_cost(now.access);
  }
  now.loads = analysis::loads_for(recording, {cursor.block, cursor.warp, cursor.request});
  now.segment = segment;
  now.row = row;
  now.warp_requests = requests;
  return now;
}

}  // namespace gemmscope::session
