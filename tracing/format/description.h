// SPDX-License-Identifier: MIT
/// @file description.h
/// The META section: what a recording says in words and numbers, as a FlatBuffer (recording.fbs).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tracing/format/recording.h"
#include "tracing/format/result.h"

namespace gemmscope::format {

/// Errors: kNoSpace if it would exceed kMaxDescriptionBytes.
Result<std::vector<std::byte>> encode_description(const Recording& recording);

/// A recording without templates and blocks, whose patterns have barrier_lines and warp_begin but no segments.
///
/// Takes nothing for granted but `raw`'s alignment (as by new); the numbers themselves are for check_description.
/// `pattern_count` is the one that was promised; `offset` is where messages say that it was.
Result<Recording> decode_description(std::span<const std::byte> raw, std::size_t pattern_count, std::uint64_t offset);

}  // namespace gemmscope::format
