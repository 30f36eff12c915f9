// SPDX-License-Identifier: MIT
/// @file block_part.h
/// The part of an array that the cursor's block stores to, and who stored each of its elements.
#pragma once

#include "app/views/parts/array_slots.h"
#include "app/views/parts/array_words.h"
#include "tracing/analysis/array_writers.h"

namespace gemmscope::views {

struct BlockPart {
  ArraySlot slot;                             ///< its grid is the part
  std::vector<analysis::CellWrite> writes{};  ///< of each cell; empty where the block stores nothing
};

/// Where tiles are known, the block's tile of C, which may reach over its edges; of other arrays nullopt.
std::optional<analysis::Rect> block_tile(const session::Look& look, std::uint16_t tensor);
/// In `space`, with what was written before `moment`.
BlockPart block_part(draw::Rect space, const session::Look& look, std::uint16_t tensor, const analysis::Moment& moment);

/// Adds what the request at the cursor writes.
void add_request(BlockPart& part, const session::Look& look);
/// The height of a space of that width; in a higher space the part's picture is no larger.
float block_part_height(const session::Look& look, std::uint16_t tensor, float width);

/// "out[0 … 15][0 … 15]", what the block stores, with what a cell is, if it is many elements.
void draw_part_caption(draw::Canvas& canvas, const BlockPart& part, const session::Look& look);
/// "warp 1, lane 20, line 20".
std::string writer_in_words(const format::Recording& recording, const analysis::Write& write);
/// "out[3][4] \n written by warp 1, lane 20, line 20".
std::string write_story(const session::Look& look, const BlockPart& part, std::uint32_t cell);
/// Whether the cursor's block stores to the array, be it by atomic operations.
bool stores_to_array(const session::Look& look, std::uint16_t tensor);
/// "Block 0,0 writes out[0 … 15][0 … 15]".
std::string part_sentence(const session::Look& look, const std::vector<std::uint16_t>& arrays);

}  // namespace gemmscope::views
