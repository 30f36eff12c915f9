// SPDX-License-Identifier: MIT
/// @file spread.h
/// How often something happens at which distance from where it was recorded, mod a line of memory: on more the cost of
/// a global request does not depend.
#pragma once

#include <algorithm>
#include <map>

#include "tracing/format/bases.h"
#include "tracing/format/recording.h"

namespace gemmscope::analysis {

class Spread {
 public:
  using Counts = std::map<std::uint32_t, std::uint64_t>;  ///< [bytes mod 128]; few: mostly all at 0

  Spread() = default;
  /// Once, where it was recorded.
  static Spread here() { return Spread().add(0, 1); }
  /// Tiles `range` of a line of tiles that are `step` bytes apart, seen from tile `from`. Cost: 128 steps at most.
  static Spread of(format::Range range, std::uint32_t from, std::uint32_t step) {
    Spread spread;
    const std::uint32_t end = std::min(range.size(), format::kBasePeriod);
    for (std::uint32_t i = 0; i < end; ++i)
      spread.add((range.begin + i - from) * step, (range.size() - i - 1) / format::kBasePeriod + 1);
    return spread;
  }

  Spread& add(std::uint32_t distance, std::uint64_t n) {
    if (n != 0) counts_[distance % format::kBasePeriod] += n;
    return *this;
  }
  /// One less at `distance`, if there is one.
  void take_away(std::uint32_t distance) {
    const auto found = counts_.find(distance % format::kBasePeriod);
    if (found != counts_.end() && --found->second == 0) counts_.erase(found);
  }
  Spread& operator+=(const Spread& other) {
    for (const auto& [distance, n] : other.counts_) add(distance, n);
    return *this;
  }
  /// Moved by both: every one of `other`'s for every one of these.
  Spread operator*(const Spread& other) const {
    Spread both;
    for (const auto& [a, n] : counts_)
      for (const auto& [b, m] : other.counts_) both.add(a + b, n * m);
    return both;
  }

  const Counts& counts() const { return counts_; }
  std::uint64_t all() const {
    std::uint64_t n = 0;
    for (const auto& [distance, each] : counts_) n += each;
    return n;
  }

 private:
  Counts counts_;
};

}  // namespace gemmscope::analysis
