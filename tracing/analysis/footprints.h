// SPDX-License-Identifier: MIT
/// @file footprints.h
/// Which bytes of the arrays in global memory templates, patterns and the launch load and store: all that is needed to
/// say who touches what, without a look at every request.
#pragma once

#include <span>
#include <vector>

#include "tracing/analysis/stretch.h"

namespace gemmscope::analysis {

/// What is loaded of one array, or stored to it.
struct Footprint {
  std::uint16_t tensor = 0;
  format::Op op = format::Op::kLoad;
  std::uint8_t base = 0;             ///< index into the bases that the stretches are relative to
  std::vector<Stretch> stretches{};  ///< of bytes, ascending and apart
};

class Footprints {
 public:
  Footprints() = default;
  /// Cost     some ns for each lane of each template, each stretch of each segment, and each of each block.
  explicit Footprints(const format::Recording& recording);

  /// Relative to Segment::base and Block::base.
  std::span<const Footprint> of_template(std::uint32_t id) const { return templates_[id]; }
  /// What a recorded block loads and stores, relative to Block::base. The request that ended the launch is left out: it
  /// did nothing.
  std::span<const Footprint> of_block(std::uint32_t block) const {
    return block == ended_ ? of_ended_ : patterns_[pattern_of_[block]];
  }
  /// From the arrays' first bytes, of all recorded blocks. Arrays of more than 2^26 elements are counted in pieces of
  /// several.
  std::span<const Footprint> of_launch() const { return launch_; }
  /// False if a recording is so irregular that it takes too long: then of_launch() is a part of it.
  bool complete() const { return complete_; }

 private:
  std::vector<std::vector<Footprint>> templates_, patterns_;
  std::vector<std::uint32_t> pattern_of_;  ///< of each recorded block
  std::uint32_t ended_ = 0xffffffff;       ///< the block whose request ended the launch
  std::vector<Footprint> of_ended_, launch_;
  bool complete_ = true;
};

}  // namespace gemmscope::analysis
