// SPDX-License-Identifier: MIT
/// @file computed.h
/// Values that are computed from one load of global memory and from nothing else that was loaded: converted, scaled, or
/// chosen by an edge.
#pragma once

#include <optional>
#include <vector>

#include "tracing/lockstep/program.h"
#include "tracing/lockstep/touches.h"

namespace gemmscope::lockstep {

/// Some bytes of a register.
struct RegisterPart {
  Slot slot = kNoSlot;
  std::uint32_t offset = 0, bytes = 0;
};

/// Where the bytes of a register that an operation writes come from.
struct PartBefore {
  bool splits = false;  ///< from two registers
  std::optional<RegisterPart> piece;
};

/// Registers in which something loaded may be, or something computed from it. Arguments and constants do not count, nor
/// what a comparison gives.
class Loaded {
 public:
  /// `touches`: of each instruction of the program.
  Loaded(const Program& program, const std::vector<Touches>& touches);
  [[nodiscard]] bool contains(Slot slot) const { return slot < is_loaded_.size() && is_loaded_[slot]; }

 private:
  std::vector<bool> is_loaded_;
};

/// The one register of `loaded` from which `operation`, arithmetic on numbers, computes these bytes. Nothing: there is
/// none, or there are several, or its bits are not those of a number.
[[nodiscard]] PartBefore computed_before(const Instruction& instruction, const Operation& operation,
                                         const RegisterPart& piece, const Loaded& loaded);

}  // namespace gemmscope::lockstep
