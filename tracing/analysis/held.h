// SPDX-License-Identifier: MIT
/// @file held.h
/// Which element of which array a cell of shared memory holds, without a description of tiles: format::Row::origin.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tracing/analysis/last_writers.h"

namespace gemmscope::analysis {

/// Which of the 32 places of `row`, which are at `addresses`, is the one at which `lane` accesses byte `byte`: its own,
/// or the piece of its bulk copy with that byte; the first piece if none has it.
[[nodiscard]] std::size_t place_of(const format::Row& row, std::span<const std::uint32_t, kLanes> addresses,
                                   std::uint8_t lane, std::uint32_t byte);

/// The element of an array in global memory that `store` has put at byte `byte` of shared memory, which it wrote.
/// nullopt: it is computed, or not known.
///
/// Cost     two binary searches over the warp's segments.
[[nodiscard]] std::optional<Element> element_stored(const format::Recording& recording, std::uint32_t block,
                                                    const Write& store, std::uint32_t byte);

/// Whether any store says where its values are from.
[[nodiscard]] bool has_origins(const format::Recording& recording);

}  // namespace gemmscope::analysis
