// SPDX-License-Identifier: MIT
/// @file coding.h
/// What stands in the TMPL, SEGM and BLCK sections: templates, segments and blocks as columns (columns.h).
///
/// docs/format.md gives the order of the columns. Two ideas beyond columns: requests that differ only by place share a
/// *shape* (mask and distances between lanes), and a segment is told by its difference from the one before with the
/// same template. Decoders check sizes and references inside the section; what the numbers mean is for check.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "tracing/format/recording.h"
#include "tracing/format/result.h"

namespace gemmscope::format {

std::vector<std::byte> encode_templates(std::span<const Template> templates);
/// `bases`: of how many tensors in global memory.
std::vector<std::byte> encode_segments(std::span<const Segment> segments, std::size_t bases);
std::vector<std::byte> encode_blocks(std::span<const Block> blocks, std::size_t bases);

/// A template, or a piece of one; `is_last`: nothing of it follows.
using TakeTemplate = std::function<Result<void>(Template&& coded, bool is_last)>;

/// Gives exactly `count` templates with `rows` rows in all to `take`, or fails with kBadFile. Templates of more than
/// `most_rows` rows come in pieces, which do not end inside a bulk copy. `offset` is where messages say that `raw` was.
Result<void> decode_templates(std::span<const std::byte> raw, std::uint32_t count, std::uint32_t rows,
                              std::uint64_t offset, std::size_t most_rows, const TakeTemplate& take);
/// Each appends exactly `count` items to `into` or fails with kBadFile.
Result<void> decode_templates(std::span<const std::byte> raw, std::uint32_t count, std::uint32_t rows,
                              std::uint64_t offset, std::vector<Template>& into);
Result<void> decode_segments(std::span<const std::byte> raw, std::uint32_t count, std::size_t bases,
                             std::uint64_t offset, std::vector<Segment>& into);
Result<void> decode_blocks(std::span<const std::byte> raw, std::uint32_t count, std::size_t bases, std::uint64_t offset,
                           std::vector<Block>& into);

}  // namespace gemmscope::format
