// SPDX-License-Identifier: MIT
/// @file pace.h
/// A long computation that says how far it is and can be stopped.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>

#include "tracing/analysis/check_budget.h"

namespace gemmscope::analysis {

/// Called every millisecond or so, on the thread that computes; returns false to stop. `done` never passes `total`.
using Progress = std::function<bool(std::uint64_t done, std::uint64_t total)>;

class Pace {
 public:
  /// `total`: steps that are expected, some nanoseconds each.
  explicit Pace(std::uint64_t total, Progress progress = {}) : total_(total), progress_(std::move(progress)) {}

  /// False if the computation must stop: it was asked to, or it is too much for any recording (check_budget.h).
  bool spend(std::uint64_t steps) {
    done_ += steps, unsaid_ += steps;
    if (unsaid_ >= kCall && progress_ && !stopped_) {
      unsaid_ = 0;
      stopped_ = !progress_(std::min(done_, total_), total_);
    }
    return !stopped_ && budget_.spend(steps);
  }
  /// False if these are more things than a recording of a kernel has, as a damaged file may: then it is too much, too.
  bool keep(std::size_t things) { return things <= kMostKept ? !budget_.gave_up() : budget_.allows(~std::uint64_t{0}); }
  bool stopped() const { return stopped_; }  ///< progress() asked for it
  bool too_much() const { return budget_.gave_up(); }

 private:
  static constexpr std::size_t kMostKept = 1u << 20;
  static constexpr std::uint64_t kCall = 1u << 16;  ///< steps between two calls
  Budget budget_;
  std::uint64_t total_, done_ = 0, unsaid_ = 0;
  Progress progress_;
  bool stopped_ = false;
};

}  // namespace gemmscope::analysis
