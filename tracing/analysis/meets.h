// SPDX-License-Identifier: MIT
/// @file meets.h
/// By what threads may wait for others beside __syncthreads: at mbarriers and barriers of some warps, which a recording
/// holds as events, and by signs that they give each other in memory.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "tracing/format/recording.h"

namespace gemmscope::analysis {

/// Where the warp of a segment meets others, but not its whole block, in rows of the segment before it. What comes
/// before an arrival comes before what others do after they have passed; which phase of which barrier that is, is not
/// looked at, so that less is called a race, and nothing that is none.
struct Meets {
  std::uint32_t last_arrival = 0, first_pass = std::numeric_limits<std::uint32_t>::max();

  /// Those of both.
  Meets with(const Meets& other) const {
    return {std::max(last_arrival, other.last_arrival), std::min(first_pass, other.first_pass)};
  }
  friend bool operator==(const Meets&, const Meets&) = default;
};
/// The events of each of the pattern's segments.
[[nodiscard]] std::vector<Meets> meets_of(const format::Pattern& pattern);

/// Signs in memory. An array is one of signs if any access to it is atomic, or a load or store that PTX calls strong
/// (volatile, cuda::atomic). Whoever stores to it, or changes it by an atomic operation, gives a sign; whoever loads
/// from it, or uses what an atomic operation finds, looks for one. What a thread does before it gives a sign may be
/// ordered before what another does after it has looked for one, whichever sign that is and whatever fences are there.
/// Nothing else orders threads by way of memory.
class Signals {
 public:
  explicit Signals(const format::Recording& recording);

  /// Whether there are any in global memory.
  [[nodiscard]] bool any_global() const { return any_global_; }
  /// Whether the array is one of signs.
  [[nodiscard]] bool is_sign(std::uint16_t tensor) const { return signs_[tensor]; }
  /// As if a sign were an arrival, and a look a pass: of a template's rows.
  [[nodiscard]] const Meets& of(std::uint32_t template_id) const { return all_[template_id]; }
  /// The same of global memory alone.
  [[nodiscard]] const Meets& global_of(std::uint32_t template_id) const { return global_[template_id]; }

 private:
  std::vector<bool> signs_;  ///< by tensor
  std::vector<Meets> all_, global_;
  bool any_global_ = false;
};

/// What may order the accesses of one block before or after those of others.
class BlockOrder {
 public:
  /// `any_barrier`: other blocks may be waited for at every barrier of the block.
  BlockOrder(const format::Pattern& pattern, const Signals& signals, bool any_barrier);

  /// Of one of the pattern's segments: whether others may have been told that its row `row` is done; and whether who
  /// does it may have been told of others.
  [[nodiscard]] bool is_told(const format::Segment& segment, std::uint32_t row) const;
  [[nodiscard]] bool has_been_told(const format::Segment& segment, std::uint32_t row) const;

 private:
  [[nodiscard]] const Meets& of(const format::Segment& segment) const { return meets_[&segment - first_]; }

  const format::Segment* first_;
  std::vector<Meets> meets_;               ///< of each segment; none: no block waits for another
  std::uint32_t told_before_ = 0;          ///< what is done in earlier intervals than this one may be told there
  std::uint32_t told_after_ = 0xffffffff;  ///< and what comes in later ones than this one
};

}  // namespace gemmscope::analysis
