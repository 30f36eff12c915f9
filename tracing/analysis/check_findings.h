// SPDX-License-Identifier: MIT
/// @file check_findings.h
/// Where the parts of check() put what they find, and what else they share.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "tracing/analysis/finding.h"
#include "tracing/analysis/scope.h"

namespace gemmscope::analysis {

/// What tells findings apart.
struct FindingKey {
  Fault fault;
  bool in_warp = false, agreed = false, undecided = false;
  std::uint16_t site = 0xffff, other_site = 0xffff;  ///< 0xffff: none
  std::uint16_t tensor = 0;
  std::optional<RacingSites> follows{};  ///< Finding::follows

  friend auto operator<=>(const FindingKey&, const FindingKey&) = default;
};

/// The changes of an element by this store, by all threads of all blocks.
inline FindingKey lost_update(const format::Recording& r, std::uint16_t store) {
  return {.fault = Fault::kLostUpdate, .other_site = store, .tensor = r.sites[store].tensor};
}

/// Findings as they come: of each key the first with its places, and how many there are.
class Findings {
 public:
  /// More keys than this are no help: the rest is left out.
  static constexpr std::size_t kMost = 1000;

  /// `describe()` makes the finding; called for the first of a key alone.
  void add(const FindingKey& key, std::uint64_t count, const auto& describe) {
    if (count == 0) return;
    auto it = found_.find(key);
    if (it == found_.end()) {
      if (found_.size() == kMost) return void(left_out_ = true);
      it = found_.emplace(key, describe()).first;
      it->second.fault = key.fault, it->second.tensor = key.tensor, it->second.in_warp = key.in_warp;
      it->second.agreed = key.agreed, it->second.undecided = key.undecided, it->second.follows = key.follows;
    }
    it->second.count += count;
  }
  /// Those for which `is(key)` holds.
  std::vector<Finding> all(const auto& is) const {
    std::vector<Finding> some;
    for (const auto& [key, finding] : found_)
      if (is(key)) some.push_back(finding);
    std::stable_partition(some.begin(), some.end(), [](const Finding& f) { return f.fault == Fault::kLaunchFault; });
    return some;
  }
  bool left_out() const { return left_out_; }
  void leave_out() { left_out_ = true; }
  /// Whether grid.sync() may order accesses of several blocks, so that a race is not claimed.
  bool blocks_wait() const { return blocks_wait_; }
  void add_waits_of_blocks() { blocks_wait_ = true; }

 private:
  std::map<FindingKey, Finding> found_;
  bool left_out_ = false, blocks_wait_ = false;
};

/// Whether two stores are known to store the same whenever they are made; and whether they did in the run that was
/// recorded.
[[nodiscard]] bool are_same(const format::Recording& recording, std::uint16_t site, std::uint16_t other);
[[nodiscard]] bool have_agreed(const format::Recording& recording, std::uint16_t site, std::uint16_t other);
/// Whether the array is accessed in this way.
[[nodiscard]] bool has_access(const format::Recording& recording, std::uint16_t tensor, format::Op op);
/// Bytes of the narrowest access to the array; at most 16.
[[nodiscard]] std::uint32_t narrowest_access(const format::Recording& recording, std::uint16_t tensor);

/// Row `row` of a segment of a block's pattern, one lane of it.
inline Access access_of(std::uint32_t block, const format::Segment& segment, std::size_t row, std::size_t lane,
                        std::uint16_t site) {
  return {block, segment.warp, segment.first_request + static_cast<std::uint32_t>(row), static_cast<std::uint8_t>(lane),
          site};
}

/// A finding at `at` and byte `byte` of the array that its site names, with the cell or element that is there.
[[nodiscard]] Finding finding_at(const format::Recording& recording, const Access& at,
                                 const std::optional<Access>& other, std::uint32_t byte);

/// The access that ended the launch (Recording::fault); none: there is no fault, or its request is not recorded.
[[nodiscard]] std::optional<Access> faulting_access(const format::Recording& recording);

/// Per pattern, the first block that has it and how many do.
struct PatternUse {
  std::uint32_t first_block = 0;
  std::uint64_t blocks = 0;
};
[[nodiscard]] std::vector<PatternUse> uses_of_patterns(const format::Recording& recording);

/// What of the launch is there.
struct Recorded {
  bool all_warps = false, all_blocks = false;
};
[[nodiscard]] Recorded recorded_part(const format::Recording& recording);

}  // namespace gemmscope::analysis
