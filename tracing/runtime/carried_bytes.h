// SPDX-License-Identifier: MIT
/// @file carried_bytes.h
/// Where the bytes of a warp's registers were loaded, of those registers that lockstep::Carried names.
///
/// A byte is followed only as a whole: a shift by 4 bits, or two loaded bytes that are joined by `or`, give bytes of
/// which nothing is known.
#pragma once

#include <functional>

#include "tracing/lockstep/carried.h"
#include "tracing/runtime/local_bytes.h"

namespace gemmscope::runtime {

class CarriedBytes {
 public:
  /// `carried`: of the kernel; must outlive this.
  explicit CarriedBytes(const lockstep::Carried& carried) : carried_(&carried) {}
  /// Nothing is known.
  void clear() { registers_.assign(carried_->registers, {}); }
  /// Just before the lanes do what carries; their registers have what it reads.
  void carry(std::uint32_t index, lockstep::Mask lanes, const std::byte* registers);
  /// The lanes have loaded. `loaded`: that byte of what each of them loads.
  void load(const lockstep::CarriedLoad& load, lockstep::Mask lanes,
            const std::function<LaneBytes(std::uint8_t)>& loaded);
  /// A byte of a register. Of other lanes, nothing.
  [[nodiscard]] LaneBytes at(std::uint32_t number, std::size_t byte, lockstep::Mask lanes) const;

 private:
  static constexpr std::size_t kWidest = 8;         ///< bytes of a register
  using Register = std::array<LaneBytes, kWidest>;  ///< those of numbers that no load gave, too: LoadedByte::kNumber
  const lockstep::Carried* carried_;
  std::vector<Register> registers_;
};

}  // namespace gemmscope::runtime
