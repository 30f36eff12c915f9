// SPDX-License-Identifier: MIT
#include "tracing/record/lane_zip.h"

#include <algorithm>
#include <optional>

namespace gemmscope::record {

bool is_aligned(LaneLogs lanes) {
  const auto& first = lanes.front();
  for (const auto& lane : lanes.subspan(1)) {
    if (lane.size() != first.size()) return false;
    LogKey difference = 0;
    for (std::size_t i = 0; i < first.size(); ++i) difference |= entry_key(lane[i]) ^ entry_key(first[i]);
    if (difference != 0) return false;
  }
  return true;
}

std::vector<std::vector<LogEntry>> zip_lanes(LaneLogs lanes) {
  std::vector<std::vector<LogEntry>> zipped(lanes.size());
  std::vector<std::size_t> next(lanes.size(), 0);
  for (;;) {
    // The earliest access any lane is at; only if all are at markers (or done), the smallest marker.
    std::optional<LogEntry> chosen;
    for (const bool markers : {false, true}) {
      for (std::size_t l = 0; l < lanes.size(); ++l) {
        if (next[l] == lanes[l].size()) continue;
        const LogEntry head = lanes[l][next[l]];
        if (key_is_marker(entry_key(head)) != markers) continue;
        // Markers with different values are different events; accesses with different addresses are one request.
        const LogEntry order = markers ? head : pack(entry_key(head), 0);
        chosen = chosen ? std::min(*chosen, order) : order;
      }
      if (chosen) break;
    }
    if (!chosen) return zipped;

    const LogKey key = entry_key(*chosen);
    const bool marker = key_is_marker(key);
    for (std::size_t l = 0; l < lanes.size(); ++l) {
      const bool takes_part =
          next[l] < lanes[l].size() && entry_key(lanes[l][next[l]]) == key && (!marker || lanes[l][next[l]] == *chosen);
      // A marker is a statement about the whole warp: lanes that missed it carry it too.
      zipped[l].push_back(takes_part ? lanes[l][next[l]] : marker ? *chosen : pack(key, kInactiveAddress));
      next[l] += takes_part;
    }
  }
}

}  // namespace gemmscope::record
