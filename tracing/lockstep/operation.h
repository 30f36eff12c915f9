// SPDX-License-Identifier: MIT
/// @file operation.h
/// What one PTX instruction does to the registers of a warp, for all instructions that touch nothing else.
///
/// A warp's registers are in one block of memory. A register is an array of 32 values there, one for each lane, and a
/// predicate register is a Mask. Constants and special registers (%tid.x) are arrays like any other, so that an
/// operation needs nothing but where its operands begin.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace gemmscope::lockstep {

inline constexpr int kLanes = 32;
using Mask = std::uint32_t;  ///< bit l: lane l
inline constexpr Mask kAllLanes = ~Mask{0};

using Slot = std::uint32_t;  ///< bytes from the start of the registers to the operand of lane 0, or to the Mask

/// What an operand holds for each lane.
enum class Holds : std::uint8_t { kNothing, kPredicate, k16, k32, k64 };
/// Bytes of one lane's value; 0 of a predicate, which is a bit.
constexpr std::uint32_t bytes_of(Holds holds) {
  return holds == Holds::k16 ? 2 : holds == Holds::k32 ? 4 : holds == Holds::k64 ? 8 : 0;
}
/// Bytes of all lanes together; a slot begins at a multiple of 64. A predicate takes as much as the narrowest register.
constexpr std::uint32_t slot_bytes(Holds holds) {
  return holds == Holds::kPredicate ? bytes_of(Holds::k16) * kLanes : bytes_of(holds) * kLanes;
}

inline constexpr int kMostOperands = 6;

/// Does `count` instructions, one or more, one after the other; their operands are kMostOperands apart. Writes the
/// results of the `active` lanes. Those of the others stay; what is read of them may be anything.
using Run = void (*)(std::byte* registers, const Slot* operands, Mask active, std::size_t count);

/// `mnemonic` is PTX's, without the modifiers that change no result ("add.f32" is add.rn.f32 too): see normalised().
/// Operands are in PTX's order, results first. If PTX leaves one out, for example the second result of setp, decoding
/// gives a slot that is never read.
struct Operation {
  std::string_view mnemonic;
  std::array<Holds, kMostOperands> operands;
  Run run;
  std::uint8_t results = 1;  ///< the first of the operands
};

/// What all lanes of a warp do together with matrices of which each has a part, in some registers: a fragment. `run`
/// has the registers of the result, then those of the sources.
struct MatrixOperation {
  struct Fragment {
    Holds holds = Holds::kNothing;
    std::uint8_t registers = 0;
  };
  std::string_view mnemonic;
  std::array<Fragment, 4> fragments{};  ///< D, A, B, C
  Run run = nullptr;
};

/// Which vector instructions of the host the operations were compiled for.
enum class Isa : std::uint8_t { kAvx2, kAvx512 };
[[nodiscard]] bool can_run(Isa isa);
[[nodiscard]] Isa best_isa();  ///< that this host has; kAvx2 where it has neither: see can_run()

[[nodiscard]] std::span<const Operation> all_operations(Isa isa);
/// Null: the operation does not exist.
[[nodiscard]] const Operation* find_operation(std::string_view mnemonic, Isa isa);

[[nodiscard]] std::span<const MatrixOperation> all_matrix_operations(Isa isa);
[[nodiscard]] const MatrixOperation* find_matrix_operation(std::string_view mnemonic, Isa isa);

}  // namespace gemmscope::lockstep
