// SPDX-License-Identifier: MIT
/// @file changes.h
/// By how much each lane's register differs from block to block, worked out beside its value while one block runs.
///
/// In every block of a box, a register that has changes holds value + x * change.x + y * change.y + z * change.z, where
/// x, y and z count blocks from the box's first one, which runs. The sum wraps as the register does. Where an
/// instruction would make something else of it, or where the blocks would go different ways, the box has to be split.
#pragma once

#include "tracing/lockstep/program.h"

namespace gemmscope::lockstep {

inline constexpr std::size_t kAxes = 3;

/// Blocks of a grid, along x, y and z.
struct Box {
  std::array<std::uint32_t, kAxes> first{}, size{1, 1, 1};
  std::uint64_t blocks() const { return std::uint64_t{size[0]} * size[1] * size[2]; }
};

/// What becomes of changes, of integers; PTX's opcodes.
enum class Change : std::uint8_t {
  kUnknown,  ///< the result has none, and no source may have any
  kMove,     ///< mov
  kAdd,
  kSubtract,
  kNegate,
  kInvert,
  kMultiply,  ///< mul, mad: lo and wide
  kShiftLeft,
  kShiftRight,
  kAnd,
  kOr,      ///< or, xor
  kInsert,  ///< bfi
  kSelect,
  kMinimum,
  kMaximum,
  kCompare,  ///< setp
  kConvert,
  kAccess,  ///< lanes must reach one array, and all blocks must reach it
  kCopy,
  kFixed,  ///< all sources must be the same in all blocks
};
enum class Relation : std::uint8_t { kEqual, kBelow };  ///< of a - b to 0; others are their opposites

/// A register, and where its changes are: for each axis 64 bits of each lane. kNoSlot: it has none there.
struct Changing {
  Slot value = kNoSlot, changes = kNoSlot;
  Holds holds = Holds::kNothing;
};

/// What is done before an instruction.
struct ChangeRule {
  Change what = Change::kUnknown;
  bool is_signed = false;  ///< how the sources are taken
  int bits = 32;           ///< of the sources
  int result_bits = 32;
  Relation relation = Relation::kEqual;
  bool swaps = false;  ///< b - a instead
  std::vector<Changing> from;
  Slot predicate = kNoSlot;  ///< of selp
  std::vector<Slot> to;      ///< changes of the results
  std::vector<Slot> others;  ///< changes of sources that it reads of other lanes, too
  std::uint32_t access = 0;
};

/// A program that works out changes beside its values: Does::kFollow in front of what needs it.
struct FollowedProgram {
  Program program;
  std::vector<ChangeRule> rules;                       ///< by Instruction::index
  std::vector<std::pair<Slot, std::size_t>> blocks{};  ///< changes of %ctaid, and their axis
};
/// `program`: a closed slice (slice.h).
[[nodiscard]] FollowedProgram followed(const Program& program);

}  // namespace gemmscope::lockstep
