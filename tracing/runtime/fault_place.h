// SPDX-License-Identifier: MIT
/// @file fault_place.h
/// Where a faulting access goes, and why it faults, as far as that is known.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "tracing/runtime/address_origin.h"

namespace gemmscope::runtime {

/// The kernel's name of an allocation; empty: unknown.
using NameOf = std::function<std::string(const lockstep::Allocation&)>;

/// The launch that a fault is described for.
struct FaultScene {
  const lockstep::Program& program;
  const lockstep::Launch& launch;
  const lockstep::Allocations& allocations;
  const ptx::Module& module;
  NameOf name_of{};
  // For what the address is computed from; without arguments nothing is said about it.
  const Arguments* arguments = nullptr;
  std::span<const std::uint64_t> variables{};
  std::span<const std::uint32_t> named_shared{};  ///< named_shared.h
};

/// The place of an access to global memory.
struct FaultPlace {
  std::string text;                          ///< "beyond the end of allocation 2 (400 bytes), at byte 416"
  std::string array;                         ///< without the bytes: the same for all addresses there
  std::string cause;                         ///< "its index wrapped at 32 bits"; empty: not known
  const lockstep::Allocation* of = nullptr;  ///< the allocation that it names, if it is there
};
[[nodiscard]] FaultPlace place_of(const lockstep::Fault& fault, const FaultScene& scene);

/// The allocation that the access was meant for: the only one that its address is computed from, or the one that it is
/// next to. Null: not known.
[[nodiscard]] const lockstep::Allocation* meant_array(const lockstep::Fault& fault, const FaultScene& scene);

/// For an address that is not a multiple of the access's width: how far the lanes' addresses are apart, or where all of
/// them begin. `byte`: the byte of the first one that faults, in its array. Empty: neither explains it.
[[nodiscard]] std::string why_misaligned(const lockstep::Fault& fault, std::uint64_t byte);

/// "416 bytes"
[[nodiscard]] std::string count_of_bytes(std::uint64_t bytes);
/// "2.0 GB"; up to a megabyte "416 bytes".
[[nodiscard]] std::string bytes_in_words(std::uint64_t bytes);

}  // namespace gemmscope::runtime
