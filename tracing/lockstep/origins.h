// SPDX-License-Identifier: MIT
/// @file origins.h
/// Which load from global memory has loaded what a store to shared memory writes, as far as the code alone tells.
///
/// A value is followed back from the store through moves, packing, changes of an integer's width and shifts by whole
/// bytes to the loads that can have given it, each part of a vector by itself. Where that finds none, it is followed
/// through arithmetic too, if one source alone was loaded (computed.h).
///
/// Where the code does not tell which bytes of a loaded value are stored, they are followed during the run (carried.h).
///
/// A value may wait in a lane's local memory. Then the code tells which load from there gave it, and the same of each
/// store to there; which of these stores it was, addresses tell (tracing/runtime/warp_origins.h).
#pragma once

#include <vector>

#include "tracing/lockstep/carried.h"

namespace gemmscope::lockstep {

struct Origins {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct Load {
    std::uint32_t number = 0;           ///< see load_at
    std::uint8_t byte = 0;              ///< of what a lane loads there: the first that the store writes
    std::uint8_t first = 0, bytes = 0;  ///< of what a lane stores: that part may be from there
    /// A lane may store something else, if it did not load since a store of the same register: a request of theirs
    /// counts for one request of those stores.
    bool once = false;
    bool in_interval = false;           ///< and only a request since the last barrier of the block
    bool computed = false;              ///< the bytes were computed from what is loaded there
    std::vector<std::uint32_t> uses{};  ///< of Store::uses: of the registers with these bytes
  };
  /// A lane stores, in each byte, what it got by the latest request that it made of those loads that may give that
  /// byte.
  struct Store {
    std::vector<Load> loads;          ///< none: the store is here because others store the same registers
    std::vector<std::uint32_t> uses;  ///< numbers of the registers that are stored, the same in all stores
    /// By value that is stored: the register of `carried` that has the bytes which `loads` do not tell, or kNone.
    std::vector<std::uint32_t> carried{};
  };
  std::vector<std::uint32_t> load_at, store_at;  ///< by statement: a number, or kNone
  std::vector<Store> stores;                     ///< by their numbers
  std::uint32_t loads = 0, uses = 0;             ///< how many
  bool follows_local = false;                    ///< values that wait in local memory, too
  /// What is followed while the kernel runs; and, by number of a load, the registers of it that the load fills.
  Carried carried;
  std::vector<std::vector<CarriedLoad>> carried_from;
};

/// Copies past the registers are not among them: the load is the request before the store's.
///
/// Limits  If a program passes parameters to functions, loads from local memory are left out. The frames of its
///         functions are there, too, and no request tells what is written to a frame.
/// Cost: for each store a walk back to its loads, which ends without an origin after 100,000 instructions.
[[nodiscard]] Origins origins_of(const Program& program);

}  // namespace gemmscope::lockstep
