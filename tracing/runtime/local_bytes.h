// SPDX-License-Identifier: MIT
/// @file local_bytes.h
/// Which bytes of a warp's local memory hold what was loaded from global memory, and by which request.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "tracing/lockstep/launch.h"

namespace gemmscope::runtime {

/// A byte that a lane has: where it was loaded from global memory.
struct LoadedByte {
  std::uint32_t request = 0;  ///< the warp's, counted from 1; 0: it was not loaded there, or it is not known
  lockstep::Mask lanes = 0;   ///< of that request
  std::uint8_t byte = 0;      ///< of what each lane loads there
  bool computed = false;      ///< it is of a value that was computed from what begins there
  /// As a request: `byte` is its value, which no memory gave. Only in CarriedBytes.
  static constexpr std::uint32_t kNumber = ~std::uint32_t{0};
  friend bool operator==(const LoadedByte&, const LoadedByte&) = default;
};
using LaneBytes = std::array<LoadedByte, lockstep::kLanes>;  ///< one of each lane

/// Only bytes that have held a loaded value once take room.
class LocalBytes {
 public:
  using Addresses = std::span<const std::uint64_t, lockstep::kLanes>;
  void clear() { first_ = kMost, row_of_.clear(), rows_.clear(); }
  /// What the lanes find at `offset` from their addresses; of other lanes, nothing.
  [[nodiscard]] LaneBytes at(lockstep::Mask lanes, Addresses addresses, std::uint64_t offset) const;
  void put(lockstep::Mask lanes, Addresses addresses, std::uint64_t offset, const LaneBytes& what);
  /// The lanes store something else in so many bytes from their addresses on.
  void forget(lockstep::Mask lanes, Addresses addresses, std::uint64_t bytes);

 private:
  static constexpr std::uint64_t kMost = 1 << 16;  ///< addresses from there on hold nothing that is known
  std::uint64_t first_ = kMost;                    ///< the lowest that has a row
  std::vector<std::uint32_t> row_of_;              ///< by address: 1 + a row; 0: none
  std::vector<LaneBytes> rows_;
};

}  // namespace gemmscope::runtime
