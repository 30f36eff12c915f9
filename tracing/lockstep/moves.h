// SPDX-License-Identifier: MIT
/// @file moves.h
/// The bytes that a warp loads and stores, as operations move them: compiled for each set of vector instructions.
#pragma once

#include "tracing/lockstep/operation.h"

namespace gemmscope::lockstep {

/// Of some lanes' addresses: the lowest, the highest, and all bits that any of them has.
struct Reach {
  std::uint64_t least = ~std::uint64_t{0}, most = 0, bits = 0;
};

/// `count` values of `bytes` each, one after the other in memory, and a register for each of them, as wide or wider.
struct Move {
  std::uint64_t begin = 0;  ///< the host's address from which the lanes' count
  const std::uint64_t* addresses = nullptr;
  Mask lanes = 0;
  Reach reach;  ///< theirs
  std::uint8_t bytes = 4, count = 1;
  bool extends_sign = false;  ///< of a load whose register is wider
  const Slot* values = nullptr;
  const Holds* holds = nullptr;
};

struct Moves {
  Reach (*reach)(const std::uint64_t* addresses, Mask lanes) = nullptr;
  void (*load)(const Move& move, std::byte* registers) = nullptr;
  void (*store)(const Move& move, std::byte* registers) = nullptr;
};
[[nodiscard]] const Moves& moves(Isa isa);

}  // namespace gemmscope::lockstep
