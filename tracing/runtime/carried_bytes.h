// SPDX-License-Identifier: MIT
/// @file carried_bytes.h
/// Where the bytes in a warp's registers were loaded from, for the registers that lockstep::Carried numbers.
///
/// A byte is followed only as a whole: after a shift by 4 bits, or an `or` of two loaded bytes, nothing is known of it.
#pragma once

#include <functional>

#include "tracing/lockstep/carried.h"
#include "tracing/runtime/local_bytes.h"

namespace gemmscope::runtime {

class CarriedBytes {
 public:
  /// `carried`: of the kernel; must outlive this.
  explicit CarriedBytes(const lockstep::Carried& carried) : carried_(&carried) {}
  /// Forgets everything.
  void clear() { registers_.assign(carried_->registers, {}); }
  /// The lanes are about to do the instruction of Carried::carries[index]. `registers`: what it reads.
  void carry(std::uint32_t index, lockstep::Mask lanes, const std::byte* registers);
  /// The lanes have loaded. `loaded(b)`: where byte b of what each lane loads is from.
  void load(const lockstep::CarriedLoad& load, lockstep::Mask lanes,
            const std::function<LaneBytes(std::uint8_t)>& loaded);
  /// Where that byte of a register is from, for these lanes; nothing for the others.
  [[nodiscard]] LaneBytes at(std::uint32_t number, std::size_t byte, lockstep::Mask lanes) const;

 private:
  static constexpr std::size_t kWidest = 8;         ///< bytes of a register
  using Register = std::array<LaneBytes, kWidest>;  ///< LoadedByte::kNumber: known, but from no load
  const lockstep::Carried* carried_;
  std::vector<Register> registers_;
};

}  // namespace gemmscope::runtime
