// SPDX-License-Identifier: MIT
/// @file registers.h
/// Register banks and operand reuse of the multiply-adds of maxas sgemm64, which sgemm64 is a CUDA C++ version of.
///
/// On Maxwell (compute capability 5.x) register r is in bank r % 4. An instruction reads one register of each bank
/// without delay; each further one costs a cycle: a conflict. Each operand slot keeps registers that it has read
/// before: an operand marked .reuse stays and is not read from its bank the next time (a hit). CUDA C++ says nothing
/// about register numbers, so this is about the registers and the order that the hand-written kernel has, not about a
/// recording.
///
/// Source   S. Gray, maxas, sgemm/sgemm64.sass and sgemm128.sass (registers, orders) and wiki, "SGEMM" (banks, reuse).
/// Limits   Maxwell alone. On hardware a slot also loses its registers when another warp is issued.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace gemmscope::analysis {

/// The only kernel of ours with a published assignment of registers.
inline constexpr std::string_view kRegisterKernel = "sgemm64";

inline constexpr int kRegisterBanks = 4;
inline constexpr int kThreadSide = 8;  ///< rows and columns of the thread tile; x walks A, y walks B
inline constexpr int kStepsOfKTile = 8;
inline constexpr int kFfmasOfStep = kThreadSide * kThreadSide;
inline constexpr int kMostDepth = 3;  ///< registers that a slot keeps at most in what we show; hardware has room for 2
inline constexpr int kOperandSlots = 3;  ///< of an FFMA: A, B and the addend C

constexpr int bank_of_register(int reg) { return reg % kRegisterBanks; }

/// Registers of entry x (y) of the fragments; steps take turns with two sets, `buffer` 0 and 1.
constexpr int register_of_A(int x, int buffer) { return 64 + 16 * buffer + x; }
constexpr int register_of_B(int y, int buffer) { return 72 + 16 * buffer + y; }
/// Register of accumulator (x, y): never in the bank of its A or B.
constexpr int register_of_C(int x, int y) { return 32 * (x >> 2) + 8 * (y >> 1) + 4 * (x & 1) + 3 - (x & 2) - (y & 1); }

/// The order in which the 64 multiply-adds of a step are issued.
enum class FfmaOrder : std::uint8_t {
  kRowScan,          ///< for each y, all x ascending
  kZigzag,           ///< descending and ascending in turn
  kSwirl,            ///< squares of four, x two apart, around and around; rows of squares ascending
  kSwirlZigzag,      ///< descending in every second row of squares: what the kernel does
  kSwirlNeighbours,  ///< the same with neighbouring x, whose accumulators are in one bank twice in a row
};
inline constexpr int kFfmaOrders = 5;
std::string_view name_of(FfmaOrder order);

/// One element of the thread tile.
struct Accumulator {
  int x = 0, y = 0;
  friend bool operator==(const Accumulator&, const Accumulator&) = default;
};
[[nodiscard]] std::vector<Accumulator> issued_in(FfmaOrder order);  ///< all 64

/// One multiply-add, C = A * B + C. Arrays are by slot.
struct Ffma {
  Accumulator cell;
  std::array<int, kOperandSlots> registers{};
  std::array<bool, kOperandSlots> reuse{};             ///< the slot keeps this register
  std::array<bool, kOperandSlots> hit{};               ///< the slot had kept it: its bank is not read
  int conflicts = 0;                                   ///< registers read beyond one in each bank
  std::array<std::vector<int>, kOperandSlots> kept{};  ///< by each slot afterwards, the oldest read first

  /// Conflicts if no slot kept anything.
  int conflicts_without_reuse() const;
};

/// The multiply-adds of one k-tile, in order, and what their slots did.
struct RegisterReuse {
  int depth = 0;  ///< registers that a slot can keep
  std::vector<Ffma> ffmas;
  int operands = 0, hits = 0;
  int conflicts = 0;  ///< that no reuse hides
  int hidden = 0;     ///< that there would be without reuse, less those
  int max_held = 0;   ///< most registers that a slot keeps at once
  double share() const { return operands == 0 ? 0 : static_cast<double>(hits) / operands; }
};

/// Marks the last read of a register before its next as .reuse wherever the slot can keep it that long, oldest first
/// out, as maxas does; then counts. `depth` 0: nothing is kept. A destination is forgotten by every slot.
[[nodiscard]] RegisterReuse reuse_of(FfmaOrder order, int depth);

/// For all instructions of the kernel as written that can keep operands: hits over operands. Besides the multiply-adds
/// these are 272 operands with 100 hits if slots keep anything at all (maxas's own count on its source).
struct WholeKernel {
  int operands = 0, hits = 0;
  double share() const { return static_cast<double>(hits) / operands; }
};
[[nodiscard]] WholeKernel whole_kernel(const RegisterReuse& of_ffmas);

}  // namespace gemmscope::analysis
