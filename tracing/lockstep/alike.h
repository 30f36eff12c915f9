// SPDX-License-Identifier: MIT
/// @file alike.h
/// One block run for many: those that make the same requests, only elsewhere in their arrays.
#pragma once

#include "tracing/lockstep/changes.h"
#include "tracing/lockstep/launch.h"

namespace gemmscope::lockstep {

/// How far the requests to an allocation move from block to block, in bytes, along each axis.
struct Moved {
  std::uint32_t allocation = 0;  ///< Allocation::id
  std::array<std::int64_t, kAxes> by{};
  friend bool operator==(const Moved&, const Moved&) = default;
};

enum class Verdict : std::uint8_t {
  kAlike,   ///< all blocks of the box do as the first one, with their requests moved
  kSplit,   ///< not shown for this box, but perhaps for its parts: [0, at) and [at, size) along `axis`
  kCannot,  ///< and for none that is larger than a block, or the launch has a fault
};
struct Alike {
  Verdict verdict = Verdict::kCannot;
  std::size_t axis = 0;
  std::uint32_t at = 0;
  std::vector<Moved> moved{};  ///< all allocations that have requests
};

/// Runs the first block of the box. The listener hears it, as far as it goes.
[[nodiscard]] Alike run_alike(const FollowedProgram& program, const Launch& launch, const Allocations& allocations,
                              const Box& box, Listener* listener, const Limits& limits = {});

}  // namespace gemmscope::lockstep
