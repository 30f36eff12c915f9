// SPDX-License-Identifier: MIT
/// @file life_uses.h
/// From requests that touch an element to its uses.
#pragma once

#include "tracing/analysis/inner_steps.h"
#include "tracing/analysis/life.h"

namespace gemmscope::analysis {

/// Those in life.block that do not fault; that others do is one of its reasons.
[[nodiscard]] std::vector<Touch> sound_touches(const format::Recording& recording, const Bytes& bytes, Life& life,
                                               Pace& pace);

[[nodiscard]] const format::Row& row_of(const format::Recording& recording, std::uint32_t block, const Touch& touch);
/// That the request says it is for.
[[nodiscard]] std::uint32_t k_tile_at(const format::Recording& recording, std::uint32_t block, const Touch& touch);

/// What some lanes of the request do.
[[nodiscard]] Use use_of(const format::Recording& recording, std::uint32_t block, UseKind kind, const Touch& touch,
                         std::uint32_t lanes, const std::optional<Cell>& cell);
/// Multiply-adds of factors with that k, as yet of no lane.
[[nodiscard]] Use multiply_adds(const format::Recording& recording, std::uint32_t block, const InnerStep& step,
                                std::uint32_t k);

}  // namespace gemmscope::analysis
