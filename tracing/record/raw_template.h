// SPDX-License-Identifier: MIT
/// @file raw_template.h
/// The logs of one warp over one interval, relative to where they happened: what later logs are compared with.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "tracing/format/recording.h"
#include "tracing/record/log_entry.h"

namespace gemmscope::record {

/// Byte offsets of the first access to each global tensor: what an interval is relative to.
using Bases = std::array<std::uint32_t, format::kMaxGlobalTensors>;

class RawTemplate {
 public:
  /// All lanes have the same keys. Unused lanes of a short warp are inactive.
  explicit RawTemplate(LaneLogs lanes);

  /// If `lanes` (of any warp) are this template moved to other bases, those bases.
  /// Cost: one pass over the 32 logs, vectorised; `shift` is scratch.
  std::optional<Bases> match(LaneLogs lanes, std::vector<std::uint32_t>& shift) const;

  std::size_t size() const { return keys_.size(); }
  std::size_t lanes() const { return lanes_; }
  LogKey key(std::size_t entry) const { return entry_key(keys_[entry]); }
  /// Value of an entry, relative to its base (mod 2^32).
  std::uint32_t value(std::size_t entry, std::size_t lane) const { return relative_[lane * size() + entry]; }
  bool active(std::size_t entry, std::size_t lane) const;

 private:
  static constexpr std::uint8_t kFixedSlot = format::kMaxGlobalTensors;
  struct Place {
    std::uint32_t entry = 0, lane = 0;
    bool used = false;
  };

  std::vector<LogEntry> keys_;           ///< of each entry, with 0 for the address
  std::vector<std::uint8_t> slot_;       ///< which shift an entry moves by: a tensor's base, or none
  std::vector<std::uint32_t> relative_;  ///< [lane][entry]
  std::vector<std::uint32_t> moves_;     ///< like relative_: all ones where the shift applies; empty if everywhere
  std::array<Place, format::kMaxGlobalTensors> base_at_;
  std::size_t lanes_ = 0;
};

}  // namespace gemmscope::record
