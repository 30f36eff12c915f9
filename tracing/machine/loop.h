// SPDX-License-Identifier: MIT
/// @file loop.h
/// The loop in which a kernel multiplies and adds.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "tracing/machine/listing.h"

namespace gemmscope::machine {

struct Loop {
  std::uint32_t ffma = 0, instructions = 0;     ///< in it; those of loops within it are not counted
  std::uint32_t first_line = 0, last_line = 0;  ///< of the source, of the FFMAs
  friend bool operator==(const Loop&, const Loop&) = default;
};

/// The loop with the most FFMAs of its own; of several with as many, the shortest. nullopt: no loop has one.
///
/// A loop is what stands between a branch backwards and where it goes.
[[nodiscard]] std::optional<Loop> ffma_loop(std::span<const Instruction> code);

}  // namespace gemmscope::machine
