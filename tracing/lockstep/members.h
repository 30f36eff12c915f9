// SPDX-License-Identifier: MIT
/// @file members.h
/// Whether all lanes that a membermask names come to what is done with it: shfl.sync, vote.sync, match.sync,
/// redux.sync.
///
/// Those that are there do it at once (operations/warp.cpp). On a GPU each of them waits "until all non-exited threads
/// corresponding to membermask have executed shfl.sync with the same qualifiers and same membermask value" (PTX ISA,
/// "shfl.sync"), which may be elsewhere, as in both branches of an if. So it is counted how often each lane has come,
/// and one is absent only if it has come less often than another by the time that both go on together.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "tracing/lockstep/operation.h"

namespace gemmscope::lockstep {

/// A lane has done something with another one, as its mask says, which has not.
struct Absence {
  int lane = 0;
  std::uint32_t statement = 0;  ///< where it did
  int absent = 0;
};

/// For one warp.
class Members {
 public:
  /// The lanes of `active` do the operation, each with those of its own mask. `living`: those that have not ended.
  /// `masks`: of all lanes.
  void come(Run operation, std::uint32_t statement, const std::byte* masks, Mask active, Mask living);
  /// Whether some lanes have come to something, and others of their masks have not.
  bool are_awaited() const { return !open_.empty(); }
  /// A lane of `here` that should by now have done what one of `others` has. It is told once: the first of the warp.
  std::optional<Absence> absent(Mask here, Mask others);

 private:
  /// What not all of its members have done equally often.
  struct Call {
    Run operation = nullptr;
    Mask members = 0;
    std::array<std::uint32_t, kLanes> times{}, statement{};  ///< of each lane, since all had; and where it did last
  };
  void count(Run operation, std::uint32_t statement, Mask members, Mask come, Mask living);
  void end() { open_.clear(), ended_ = true; }

  /// Each with a mask or an operation of its own: more than any right program has at the same time.
  static constexpr std::size_t kMostOpen = 64;
  std::vector<Call> open_;
  bool ended_ = false;  ///< one was told, or there were too many
};

}  // namespace gemmscope::lockstep
