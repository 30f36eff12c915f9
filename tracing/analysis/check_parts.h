// SPDX-License-Identifier: MIT
/// @file check_parts.h
/// What the parts of check() share. Each looks at one kind of memory and adds what it finds.
#pragma once

#include <algorithm>
#include <map>

#include "tracing/analysis/check.h"
#include "tracing/analysis/scope.h"

namespace gemmscope::analysis {

/// What tells findings apart.
struct FindingKey {
  Fault fault;
  std::uint16_t site = 0xffff, other_site = 0xffff;  ///< 0xffff: none
  bool in_warp = false;
  std::uint16_t tensor = 0;

  friend auto operator<=>(const FindingKey&, const FindingKey&) = default;
};

/// Findings as they come: of each key the first with its places, and how many there are.
class Findings {
 public:
  /// `describe()` makes the finding; called for the first of a key alone.
  void add(const FindingKey& key, std::uint64_t count, const auto& describe) {
    if (count == 0) return;
    const auto [it, is_new] = found_.try_emplace(key);
    if (is_new) {
      it->second = describe();
      it->second.fault = key.fault, it->second.tensor = key.tensor, it->second.in_warp = key.in_warp;
    }
    it->second.count += count;
  }
  std::vector<Finding> all() const;

  /// False if checking becomes too long for this recording: whoever asks stops, and claims nothing of the rest.
  /// `steps`: some nanoseconds each, so that all of them are some seconds.
  bool spend(std::uint64_t steps) {
    left_ -= std::min(left_, steps);
    return left_ != 0;
  }
  bool gave_up() const { return left_ == 0; }

 private:
  std::uint64_t left_ = std::uint64_t{1} << 32;
  std::map<FindingKey, Finding> found_;
};

/// Row `row` of a segment of a block's pattern, one lane of it.
inline Access access_of(std::uint32_t block, const format::Segment& segment, std::size_t row, std::size_t lane,
                        std::uint16_t site) {
  return {block, segment.warp, segment.first_request + static_cast<std::uint32_t>(row), static_cast<std::uint8_t>(lane),
          site};
}

/// A finding at `at` and byte `byte` of the array that its site names, with the cell or element that lies there.
[[nodiscard]] Finding finding_at(const format::Recording& recording, const Access& at,
                                 const std::optional<Access>& other, std::uint32_t byte, std::uint32_t k_tile);

/// Per pattern, the first block that has it and how many do.
struct PatternUse {
  std::uint32_t first_block = 0;
  std::uint64_t blocks = 0;
};
[[nodiscard]] std::vector<PatternUse> uses_of_patterns(const format::Recording& recording);

/// What of the launch is there. Accesses belong to the k-tile whose data they move.
struct Recorded {
  bool all_warps = false, all_k_tiles = false, epilogue = false, all_blocks = false;
};
[[nodiscard]] Recorded recorded_part(const format::Recording& recording);

void check_shared(const format::Recording& recording, Findings& findings);     ///< races, and what reads find
void check_addresses(const format::Recording& recording, Findings& findings);  ///< bounds and alignment
void check_matrices(const format::Recording& recording, Findings& findings);   ///< coverage of A, B and C

}  // namespace gemmscope::analysis
