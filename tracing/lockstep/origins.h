// SPDX-License-Identifier: MIT
/// @file origins.h
/// Which load from global memory has loaded what a store to shared memory writes, as far as the code alone tells.
///
/// A value is followed back from the store through moves, packing and changes of an integer's width to the loads that
/// can have given it. Anything else, arithmetic and selp too, is no origin: nobody says in which lanes which it is.
#pragma once

#include <vector>

#include "tracing/lockstep/program.h"

namespace gemmscope::lockstep {

struct Origins {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct Load {
    std::uint32_t number = 0;  ///< see load_at
    std::uint8_t byte = 0;     ///< of what a lane loads there: the first that the store writes
  };
  /// The lanes that made the latest of the requests of `loads` store what that request gave them.
  struct Store {
    std::vector<Load> loads;
    /// A lane may store something else, if it did not load since it stored last: a request of theirs counts for one
    /// request of the store.
    bool once = false;
    bool in_interval = false;  ///< and only a request since the last barrier of the block
  };
  std::vector<std::uint32_t> load_at, store_at;  ///< by statement: a number, or kNone
  std::vector<Store> stores;                     ///< by their numbers
  std::uint32_t loads = 0;                       ///< how many
};

/// Copies past the registers are not among them: the load is the request before the store's.
///
/// Cost: for each store a walk back to its loads, which ends without an origin after 100,000 instructions.
[[nodiscard]] Origins origins_of(const Program& program);

}  // namespace gemmscope::lockstep
