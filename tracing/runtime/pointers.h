// SPDX-License-Identifier: MIT
/// @file pointers.h
/// The pointers in a program's memory before a launch: by them a kernel finds the allocations to which none of its
/// parameters points.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "tracing/lockstep/memory.h"

namespace gemmscope::runtime {

/// From one allocation to another; of several the first.
struct Pointer {
  std::uint32_t to = 0;                  ///< Allocation::id
  std::uint64_t byte = 0;                ///< where it is, from the first byte of its allocation
  std::optional<std::uint64_t> begin{};  ///< likewise of the first that points to where `to` begins; nothing: none does
};
/// By the id of the allocation that they are in, and then by the byte.
using Pointers = std::map<std::uint32_t, std::vector<Pointer>>;

/// Reads `words` words of 8 bytes from an address on, a multiple of 8. They stay until others are read. Fewer: those
/// behind them cannot be read.
using ReadWords = std::function<std::span<const std::uint64_t>(std::uint64_t address, std::size_t words)>;
/// Reads memory that is the host's.
[[nodiscard]] std::span<const std::uint64_t> words_of_host(std::uint64_t address, std::size_t words);

/// Those to allocations that are not `named`, from those that are, and from what these point to, and so on. Any aligned
/// word of 8 bytes that is an address in an allocation counts as a pointer.
///
/// Cost     nothing is read if all are named. Otherwise at most the first 16 MiB of an allocation, and 256 MiB in all.
[[nodiscard]] Pointers pointers_from(const lockstep::Allocations& all, std::span<const std::uint32_t> named,
                                     const ReadWords& read);

}  // namespace gemmscope::runtime
