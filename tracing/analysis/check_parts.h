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
  bool in_warp = false;
  std::uint16_t site = 0xffff, other_site = 0xffff;  ///< 0xffff: none
  std::uint16_t tensor = 0;

  friend auto operator<=>(const FindingKey&, const FindingKey&) = default;
};

/// When check() stops, however far it is.
class Deadline {
 public:
  explicit Deadline(const Clock& clock) : clock_(clock), end_(clock() + kMostTime) {}
  bool passed() const { return clock_() >= end_; }

 private:
  const Clock& clock_;
  std::chrono::steady_clock::time_point end_;
};

/// What one part of check() may take, whatever the recording: so many steps, which is the same on every machine, and
/// since some steps take longer than others, no longer than the deadline.
class Budget {
 public:
  static constexpr std::uint64_t kSteps = std::uint64_t{1} << 31;
  /// Without a deadline, steps alone count.
  explicit Budget(const Deadline* deadline = nullptr) : deadline_(deadline) {}
  /// False if it becomes too long for this recording: whoever asks stops, and claims nothing of the rest.
  /// `steps`: some nanoseconds each; a thousandth of a second between two calls, at most.
  bool spend(std::uint64_t steps) {
    constexpr std::uint64_t kCall = 16, kLook = 1u << 18;  // looking at the clock takes as long as some steps
    left_ -= std::min(left_, steps);
    unwatched_ += steps + kCall;
    if (unwatched_ < kLook) return left_ != 0;
    unwatched_ = 0;
    if (left_ != 0 && deadline_ != nullptr && deadline_->passed()) late_ = true, left_ = 0;
    return left_ != 0;
  }
  /// Whether so many could be spent; if not, it gives up.
  bool allows(std::uint64_t steps) {
    if (steps >= left_) left_ = 0;
    return left_ != 0;
  }
  bool gave_up() const { return left_ == 0; }
  bool was_late() const { return late_; }  ///< gave up because of the deadline

 private:
  const Deadline* deadline_;
  std::uint64_t left_ = kSteps, unwatched_ = 0;
  bool late_ = false;
};

/// Findings as they come: of each key the first with its places, and how many there are.
class Findings {
 public:
  /// More keys than this are no help to anybody: the rest is left out.
  static constexpr std::size_t kMost = 1000;

  /// `describe()` makes the finding; called for the first of a key alone.
  void add(const FindingKey& key, std::uint64_t count, const auto& describe) {
    if (count == 0) return;
    auto it = found_.find(key);
    if (it == found_.end()) {
      if (found_.size() == kMost) return void(left_out_ = true);
      it = found_.emplace(key, describe()).first;
      it->second.fault = key.fault, it->second.tensor = key.tensor, it->second.in_warp = key.in_warp;
    }
    it->second.count += count;
  }
  std::vector<Finding> all() const;
  bool left_out() const { return left_out_; }
  void leave_out() { left_out_ = true; }

 private:
  std::map<FindingKey, Finding> found_;
  bool left_out_ = false;
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

/// Races, and what reads of shared memory find.
void check_shared(const format::Recording& recording, Findings& findings, Budget& budget);
/// Bounds and alignment.
void check_addresses(const format::Recording& recording, Findings& findings, Budget& budget);
/// Coverage of A, B and C.
void check_matrices(const format::Recording& recording, Findings& findings, Budget& budget);

}  // namespace gemmscope::analysis
