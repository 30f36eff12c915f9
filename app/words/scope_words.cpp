// SPDX-License-Identifier: MIT
#include "app/words/scope_words.h"

#include "app/words/number.h"
#include "tracing/format/block_name.h"

namespace gemmscope::words {

std::string scope_in_words(const format::Recording& recording, const analysis::Scope& scope) {
  const bool whole = !recording.fault && recording.has_all_warps() && recording.has_all_blocks();
  if (scope.blocks == analysis::kEverything) return whole ? "whole kernel" : "recorded part";
  if (scope.blocks.begin >= recording.blocks.size()) return "no block";
  const format::Block& first = recording.blocks[scope.blocks.begin];
  const std::string block = "block " + block_name(recording, first);
  if (scope.k_tiles == analysis::kEverything || !recording.tiles_known()) return block;
  return (scope.epilogue ? "write-back" : "k-tile " + thousands(scope.k_tiles.begin)) + " of " + block;
}

}  // namespace gemmscope::words
