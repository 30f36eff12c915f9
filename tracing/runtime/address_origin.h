// SPDX-License-Identifier: MIT
/// @file address_origin.h
/// What the address of a faulting access was computed from, as the kernel's PTX says, for that thread of the launch.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tracing/runtime/arguments.h"

namespace gemmscope::runtime {

struct AddressOrigin {
  /// A pointer that the address may be computed from: what is at a byte of a parameter, or the address of a variable.
  struct Pointer {
    std::uint64_t value = 0;
    std::optional<std::size_t> parameter{};  ///< none: a variable
    std::uint32_t offset = 0;                ///< byte of the parameter
  };
  /// A number that is too large for 32 bits, or that is below zero and was taken for an unsigned one.
  struct Wrapped {
    std::int64_t meant = 0, became = 0;
  };
  std::vector<Pointer> pointers{};  ///< each once
  bool others = false;              ///< or a pointer that was loaded, passed to a function or returned by one
  /// The address was computed again, and is the one that faulted: then the members below are certain.
  bool is_certain = false;
  std::optional<Wrapped> wrapped{};          ///< what it is computed from; only if certain
  std::optional<std::uint64_t> unwritten{};  ///< only if certain: the address of an unwritten word that it is
                                             ///< computed from
};

/// `variables`: addresses of the module's variables. Values from outside the kernel itself are unknown.
///
/// Rule   Registers that one statement writes are computed again, with whole numbers and with their 32 or 64 bits;
///        values loaded from global memory are loaded again. A number is reported as wrapped only between sums and
///        products and where it is widened to 64 bits: what a program does to bits, as in a hash, may wrap on purpose.
[[nodiscard]] AddressOrigin origin_of(const lockstep::Fault& fault, const Arguments& arguments,
                                      std::span<const std::uint64_t> variables,
                                      const lockstep::Allocations& allocations);

}  // namespace gemmscope::runtime
