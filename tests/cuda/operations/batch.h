// SPDX-License-Identifier: MIT
/// @file batch.h
/// What a row is run on: operands for each thread of many warps, as a kernel of ptx.h finds them in memory.
#pragma once

#include <array>
#include <cstring>
#include <vector>

#include "tests/cuda/operations/ptx.h"

namespace gemmscope::operations {

using Bits = std::uint64_t;  ///< of an operand, from bit 0; a predicate is 0 or 1

/// A value for each thread.
struct Column {
  Holds holds = Holds::kNothing;
  std::vector<std::byte> bytes{};

  Column() = default;
  Column(Holds what, std::size_t threads) : holds(what), bytes(threads * stored_bytes(what)) {}
  Bits get(std::size_t thread) const {
    Bits value = 0;
    std::memcpy(&value, bytes.data() + thread * stored_bytes(holds), stored_bytes(holds));
    return value;
  }
  void put(std::size_t thread, Bits value) {
    std::memcpy(bytes.data() + thread * stored_bytes(holds), &value, stored_bytes(holds));
  }
};
using Columns = std::array<Column, kMostOperands>;  ///< in the row's order; empty: the row has fewer

inline constexpr std::size_t kWarpsPerBlock = 8;

struct Batch {
  std::vector<lockstep::Mask> active{};  ///< of each warp: the lanes that run
  Columns columns{};                     ///< sources, and what is where results will be: idle lanes keep it

  std::size_t warps() const { return active.size(); }
  std::size_t threads() const { return warps() * lockstep::kLanes; }
  bool runs(std::size_t thread) const {
    return (active[thread / lockstep::kLanes] >> thread % lockstep::kLanes & 1u) != 0;
  }
};

/// Of special values all pairs, or as many as fit; then random ones, in partial warps too. The same for the same row.
[[nodiscard]] Batch make_batch(const Operation& operation, std::size_t warps);

/// The columns after `operation` has run on the host; those of sources as they were.
[[nodiscard]] Columns run_on_host(const Operation& operation, const Batch& batch);

}  // namespace gemmscope::operations
