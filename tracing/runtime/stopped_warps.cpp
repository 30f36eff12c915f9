// SPDX-License-Identifier: MIT
#include "tracing/runtime/stopped_warps.h"

#include <algorithm>
#include <map>

namespace gemmscope::runtime {

using lockstep::kLanes;
using lockstep::Mask;

StoppedWarps::StoppedWarps(std::uint32_t threads) : threads_(threads), warps_((threads + kLanes - 1) / kLanes) {}

void StoppedWarps::begin_block() {
  for (Warp& warp : warps_) {
    warp.stops = false, warp.passes.clear();
    for (auto& log : warp.logs) log.clear();  // of a block that did not come to its end
  }
}

void StoppedWarps::pass(std::uint32_t warp, std::uint32_t mbarrier, Mask lanes, std::uint32_t statement,
                        const WarpLogs& logs) {
  warps_[warp].passes.push_back({mbarrier, statement, lanes, place(warp, logs).entries});
}

StoppedWarps::Place StoppedWarps::place(std::uint32_t warp, const WarpLogs& logs) const {
  const Warp& its = warps_[warp];
  return {its.logs[0].size() + logs[0].size(), its.passes.size()};
}

void StoppedWarps::go_back(std::uint32_t warp, Place place, WarpLogs& logs) {
  Warp& its = warps_[warp];
  const std::size_t kept = std::min(place.entries, its.logs[0].size());
  for (std::size_t l = 0; l < kLanes; ++l) its.logs[l].resize(kept), logs[l].resize(place.entries - kept);
  its.passes.resize(place.passes);
}

void StoppedWarps::keep(std::uint32_t warp, WarpLogs& logs) {
  WarpLogs& kept = warps_[warp].logs;
  if (kept[0].empty()) return kept.swap(logs);
  for (std::size_t l = 0; l < kLanes; ++l) {
    kept[l].insert(kept[l].end(), logs[l].begin(), logs[l].end());
    logs[l].clear();
  }
}

std::vector<std::uint32_t> StoppedWarps::meetings() const {
  const auto& first = warps_.front().passes;
  for (std::size_t w = 0; w < warps_.size(); ++w) {
    const auto threads = std::min<std::uint32_t>(kLanes, threads_ - static_cast<std::uint32_t>(w) * kLanes);
    const Mask all = lockstep::kAllLanes >> (kLanes - threads);
    const auto is_met = [&](const Pass& pass, const Pass& other) {
      return pass.mbarrier == other.mbarrier && pass.lanes == all;
    };
    if (!std::ranges::equal(warps_[w].passes, first, is_met)) return {};
  }
  std::vector<std::uint32_t> statements;
  for (const Pass& pass : first) statements.push_back(pass.statement);
  return statements;
}

void StoppedWarps::count_from_first(std::size_t meetings) {
  // Calls visit(entry) for what lanes have to do with barriers whose phases are known.
  const auto each = [&](std::size_t n, const auto& visit) {
    for (Warp& warp : warps_) {
      if (warp.logs[0].empty()) continue;
      const auto [begin, end] = warp.part(n, meetings);
      for (std::size_t i = begin; i < end; ++i) {
        const record::LogKey key = record::entry_key(warp.logs[0][i]);
        if (key < record::marker_key(record::Marker::kArrive) || key > record::marker_key(record::Marker::kPass))
          continue;
        for (auto& log : warp.logs) {
          const std::uint32_t value = record::entry_value(log[i]);
          if (value != record::kInactiveAddress && record::phase_of(value) != record::kMostPhases) visit(log[i], value);
        }
      }
    }
  };
  for (std::size_t n = 0; n <= meetings; ++n) {
    std::map<std::uint32_t, std::uint32_t> first;
    each(n, [&](const record::LogEntry&, std::uint32_t value) {
      std::uint32_t& least = first.try_emplace(record::barrier_of(value), record::kMostPhases).first->second;
      least = std::min(least, record::phase_of(value));
    });
    each(n, [&](record::LogEntry& entry, std::uint32_t value) {
      const std::uint32_t barrier = record::barrier_of(value);
      entry = record::pack(record::entry_key(entry),
                           record::barrier_value(barrier, record::phase_of(value) - first.at(barrier)));
    });
  }
}

}  // namespace gemmscope::runtime
