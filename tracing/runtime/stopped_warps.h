// SPDX-License-Identifier: MIT
/// @file stopped_warps.h
/// Warps of a block that stop and go on between two barriers of the whole block: they wait for each other at mbarriers,
/// at barriers of some warps, or by reading memory. What they ask for is kept until all have come to the next barrier.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tracing/lockstep/program.h"
#include "tracing/record/log_entry.h"

namespace gemmscope::runtime {

/// The logs of a warp, by lane; all are equally long.
using WarpLogs = std::array<std::vector<record::LogEntry>, lockstep::kLanes>;

class StoppedWarps {
 public:
  /// `threads`: of the block.
  explicit StoppedWarps(std::uint32_t threads);

  void begin_block();
  /// The warp may stop from now on: its logs are to be kept.
  void may_stop(std::uint32_t warp) { warps_[warp].stops = true; }
  [[nodiscard]] bool stops(std::uint32_t warp) const { return warps_[warp].stops; }
  /// Lanes of the warp have waited for a phase of an mbarrier; `logs`: since it last went on.
  void pass(std::uint32_t warp, std::uint32_t mbarrier, lockstep::Mask lanes, std::uint32_t statement,
            const WarpLogs& logs);
  /// How much the warp has asked for and passed since the last barrier of the block.
  struct Place {
    std::size_t entries = 0, passes = 0;
  };
  /// `logs`: since it last went on.
  [[nodiscard]] Place place(std::uint32_t warp, const WarpLogs& logs) const;
  /// Forgets what came after that.
  void go_back(std::uint32_t warp, Place place, WarpLogs& logs);
  /// Takes the logs, and leaves them empty.
  void keep(std::uint32_t warp, WarpLogs& logs);
  /// The logs of a warp that has stopped.
  [[nodiscard]] WarpLogs& logs(std::uint32_t warp) { return warps_[warp].logs; }

  /// The statements at which all threads of the block have waited for the same phases in the same order: that is where
  /// one barrier interval ends, and the next begins. Nothing where they have not.
  [[nodiscard]] std::vector<std::uint32_t> meetings() const;
  /// Counts the phases of each barrier from the first that a part of the logs, cut at `meetings`, knows of: so rounds
  /// of a loop that are intervals of their own are alike.
  void count_from_first(std::size_t meetings);
  /// Calls visit(warp, n, log of each lane) for each part of each warp's logs, cut at `meetings`, and forgets them.
  void take(std::size_t meetings, const auto& visit) {
    for (std::uint32_t w = 0; w < warps_.size(); ++w) {
      Warp& warp = warps_[w];
      for (std::size_t n = 0; n <= meetings && !warp.logs[0].empty(); ++n) {
        const auto [begin, end] = warp.part(n, meetings);
        std::array<std::span<const record::LogEntry>, lockstep::kLanes> part;
        for (std::size_t l = 0; l < part.size(); ++l) part[l] = std::span(warp.logs[l]).subspan(begin, end - begin);
        if (begin != end) visit(w, n, part);
      }
      for (auto& log : warp.logs) log.clear();
      warp.passes.clear();
    }
  }

 private:
  struct Pass {
    std::uint32_t mbarrier = 0, statement = 0;
    lockstep::Mask lanes = 0;
    std::size_t at = 0;  ///< entries of each log before it
  };
  struct Warp {
    bool stops = false;
    WarpLogs logs;
    std::vector<Pass> passes;  ///< since the last barrier of the block
    /// Entries of each log, from the first on, before the second.
    std::pair<std::size_t, std::size_t> part(std::size_t n, std::size_t meetings) const {
      return {n == 0 ? 0 : passes[n - 1].at, n < meetings ? passes[n].at : logs[0].size()};
    }
  };
  std::uint32_t threads_;
  std::vector<Warp> warps_;
};

}  // namespace gemmscope::runtime
