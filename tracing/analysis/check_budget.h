// SPDX-License-Identifier: MIT
/// @file check_budget.h
/// How long check() may take, in steps and by the clock.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>

namespace gemmscope::analysis {

/// Tells the time; tests give their own.
using Clock = std::function<std::chrono::steady_clock::time_point()>;
/// After so long a check stops and says so: in no recording of a kernel here it comes to a twentieth of that.
inline constexpr std::chrono::seconds kMostTime{30};

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
  /// False if it becomes too long for this recording: the caller then stops, and claims nothing about the rest.
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

}  // namespace gemmscope::analysis
