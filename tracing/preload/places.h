// SPDX-License-Identifier: MIT
/// @file places.h
/// Where a recorded address points: what a GPU calls it, as the interpreter of the same kernel would.
#pragma once

#include <optional>
#include <vector>

#include "tracing/lockstep/program.h"
#include "tracing/rewrite/control.h"

namespace gemmscope::preload {

/// An array in shared or constant memory: where the GPU has put it, and where the interpreter has it.
struct MovedArray {
  std::uint64_t from = 0, to = 0;
};

struct Point {
  lockstep::Space space = lockstep::Space::kGlobal;
  std::uint64_t address = 0;  ///< of shared memory, from the begin of the block's; of arguments, the GPU's own
};

class Places {
 public:
  Places(std::vector<MovedArray> shared, std::vector<MovedArray> constant);
  /// Nothing: the address is before all arrays of its space.
  [[nodiscard]] std::optional<Point> of(std::uint64_t recorded) const;

 private:
  std::vector<MovedArray> shared_, constant_;  ///< by `from`
};

}  // namespace gemmscope::preload
