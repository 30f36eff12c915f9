// SPDX-License-Identifier: MIT
/// @file numbering.h
/// The arrays in global memory of a launch that is over, as its recording has them.
///
/// Arrays are numbered as host threads came upon them: in the order of the program's allocations instead, several of
/// them last, the recording does not depend on that. And what was heard as requests to different arrays is moved to one
/// where lanes of one request went to several of them (Recorder::joined): if all of these are what one array leads to,
/// they are an array of that; otherwise they belong to PlannedArrays::kRest.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "tracing/format/bases.h"
#include "tracing/format/result.h"
#include "tracing/runtime/recorder.h"

namespace gemmscope::runtime {

class Numbering {
 public:
  struct Place {
    std::uint32_t array = 0;   ///< its number in the recording
    std::uint64_t offset = 0;  ///< byte of the array at which it begins
  };
  /// `joined`: of all recorders together. `used`: the arrays, as bits, that have requests.
  Numbering(const Arrays& arrays, std::uint32_t joined, std::uint32_t used = ~std::uint32_t{0});

  /// Those of the recording's arrays that were touched, in the order of their places.
  [[nodiscard]] const std::vector<std::vector<lockstep::Allocation>>& arrays() const { return arrays_; }
  /// By allocation.
  [[nodiscard]] const std::map<std::uint32_t, Place>& places() const { return places_; }
  /// By number: those of Arrays that are this one.
  [[nodiscard]] const std::vector<std::vector<std::uint32_t>>& heard_as() const { return heard_as_; }
  /// What a recorder heard, with these numbers.
  [[nodiscard]] record::Capture::Parts of(record::Capture::Parts heard) const;
  /// Why it cannot be recorded.
  [[nodiscard]] Result<void> check() const;

 private:
  friend class Renumbered;
  std::vector<std::vector<lockstep::Allocation>> arrays_;
  std::map<std::uint32_t, Place> places_;
  std::vector<std::vector<std::uint32_t>> heard_as_;
  format::Bases number_{}, moved_{};  ///< by number as heard: number here, and bytes by which its requests move
};

}  // namespace gemmscope::runtime
