// SPDX-License-Identifier: MIT
/// @file moves.h
/// The bytes that a warp loads and stores, as operations move them: compiled for each set of vector instructions.
#pragma once

#include "tracing/lockstep/operation.h"

namespace gemmscope::lockstep {

/// The reach of some lanes' addresses: the lowest, the highest, and all bits that any of them has.
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
  /// What other threads of the host store there meanwhile is seen whole or not at all, if a lane's values are 8 or 16
  /// bytes at a multiple of that. PTX leaves it open, but GPUs move them so, and CUB takes that for granted.
  bool whole = false;
  const Slot* values = nullptr;
  const Holds* holds = nullptr;
};

/// One of 4 bytes, of each lane.
struct Word {
  std::int64_t at = 0;  ///< bytes behind Words::offset
  Slot slot = 0;        ///< of its register
};

/// Words of all lanes, in each at the same places behind its address: what nearly all accesses of nearly all kernels
/// are. One store has 1 or 4 of them.
struct Words {
  Slot addresses = 0;
  Holds holds = Holds::k64;  ///< 32 or 64 bits each
  std::uint64_t offset = 0;  ///< is added to the addresses
  std::uint32_t bytes = 4;   ///< from there to the end of the last word
  std::uint32_t align = 4;   ///< of all addresses: 4, or 16 where all words are fours
  std::uint32_t fours = 0;   ///< of neighbouring words in a row, which come first
  std::uint32_t count = 1;   ///< of all words
};
/// The memory that they are in.
struct Stretch {
  std::uint64_t begin = 0;              ///< the host's address from which the lanes' count
  std::uint64_t least = 0, length = 0;  ///< bytes that there are, counted likewise
};

/// How the lanes' addresses are arranged: how far each is behind lane 0's. This is mostly as it was when the warp, or
/// the one before, came to the same load; what follows from it is then known.
struct Lie {
  /// For half a warp: a row of a block of 16 threads.
  enum class Half : std::uint8_t {
    kOnePlace,
    kNeighbours,  ///< 4 bytes apart
    kFours,       ///< each four lanes are neighbours
    kRow,         ///< 16 bytes apart
    kTurns,       ///< each four lanes are arranged as the first four
    kLevels,      ///< each four lanes in one place
    kAnywhere,
  };
  std::array<std::int32_t, kLanes> behind{};  ///< bytes behind lane 0
  std::int32_t least = 0, most = 0;           ///< of them
  std::uint32_t bits = 0;                     ///< that any of them has
  std::array<Half, 2> halves{};
  bool near = true;   ///< each half in one place or in a row
  bool twice = true;  ///< the second half is in the same places as the first
};

struct Moves {
  /// False: nothing is moved, because some lane's word is not there, or not aligned.
  bool (*load_words)(const Words& words, const Word* which, const Stretch& stretch, Lie& lie,
                     std::byte* registers) = nullptr;
  bool (*store_words)(const Words& words, const Word* which, const Stretch& stretch, Lie& lie,
                      std::byte* registers) = nullptr;
  Reach (*reach)(const std::uint64_t* addresses, Mask lanes) = nullptr;
  /// Adds `offset` to what is in a register of 32 or 64 bits, for all lanes, and returns the reach of `lanes`. In one
  /// step, because a core cannot load together what was stored in parts just before.
  Reach (*addresses)(const std::byte* from, Holds holds, std::uint64_t offset, Mask lanes, std::uint64_t* to) = nullptr;
  /// Whether one of the words, all lanes' or a multiple of them, is that one.
  bool (*have)(const std::uint32_t* words, std::size_t count, std::uint32_t word) = nullptr;
  void (*load)(const Move& move, std::byte* registers) = nullptr;
  void (*store)(const Move& move, std::byte* registers) = nullptr;
};
[[nodiscard]] const Moves& moves(Isa isa);

}  // namespace gemmscope::lockstep
