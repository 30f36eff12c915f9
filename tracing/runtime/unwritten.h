// SPDX-License-Identifier: MIT
/// @file unwritten.h
/// What a launch loads from global memory that neither the host, nor an earlier launch, nor this one has written.
#pragma once

#include <map>
#include <mutex>
#include <span>
#include <vector>

#include "tracing/format/recording.h"
#include "tracing/lockstep/launch.h"
#include "tracing/record/log_entry.h"
#include "tracing/runtime/numbering.h"
#include "tracing/runtime/recorder.h"
#include "tracing/runtime/source.h"

namespace gemmscope::runtime {

/// Gathers it while the launch runs, of the part that is recorded.
class UnwrittenReads : public lockstep::Watcher {
 public:
  struct Found {
    lockstep::Access access;
    std::uint32_t array = 0;  ///< lockstep::Allocation::id
    std::uint64_t lanes = 0;  ///< how many loads of single lanes
    std::uint64_t byte = 0;   ///< the lowest, from the allocation's first
  };

  /// `arrays`: of the recording. All must outlive this.
  UnwrittenReads(const format::Selection& selection, const lockstep::Launch& launch, const Arrays& arrays)
      : selection_(selection), launch_(launch), arrays_(arrays) {}
  void unwritten(std::uint64_t block, std::uint32_t warp, const lockstep::Access& access,
                 const lockstep::Allocation& array, lockstep::Mask lanes, std::uint64_t first) override;
  [[nodiscard]] std::vector<Found> all() const;

 private:
  const format::Selection& selection_;
  const lockstep::Launch& launch_;
  const Arrays& arrays_;
  std::mutex mutex_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Found> by_statement_;  ///< and array
};

/// As the recording has it. `sites`: the keys of its sites, in order.
[[nodiscard]] std::vector<format::UnwrittenRead> by_sites(std::span<const UnwrittenReads::Found> all,
                                                          std::span<const record::LogKey> sites,
                                                          const Numbering& numbering, const Lines& lines);

}  // namespace gemmscope::runtime
